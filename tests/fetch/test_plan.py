"""What is asked for next, by what is known (ingest/fetch/plan.py)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import FetchError
from ingest.fetch.plan import FetchHistory, FetchPlan, Past, Skip, follow_up, is_gone, plan_next
from ingest.model import Attempt, Headers, Outcome, Source
from tests.fetch.harness import NOW

URL = "https://blog.example/feed.xml"
SOURCE = Source(id="one", kind="feed", url=URL)


def past(
    minutes: int,
    status: int | None = 200,
    outcome: Outcome | None = "changed",
    *,
    url: str = URL,
    final: str | None = URL,
    **headers: str,
) -> Past:
    more = {"provenance": headers.pop("provenance", "live")}
    attempt = Attempt(
        source_id="one",
        observed_at=NOW + timedelta(minutes=minutes),
        requested_url=url,
        final_url=final,
        status=status,
        headers=Headers(**headers),
        **more,  # type: ignore[arg-type]
    )
    return Past(attempt=attempt, outcome=outcome)


def planned(*history: Past, source: Source = SOURCE, minutes: int = 1000, **more: object) -> FetchPlan:
    plan = plan_next(FetchHistory(source=source, past=history, now=NOW + timedelta(minutes=minutes), **more))  # type: ignore[arg-type]
    assert isinstance(plan, FetchPlan)
    return plan


def skipped(*history: Past, source: Source = SOURCE, minutes: int = 1000, **more: object) -> Skip:
    skip = plan_next(FetchHistory(source=source, past=history, now=NOW + timedelta(minutes=minutes), **more))  # type: ignore[arg-type]
    assert isinstance(skip, Skip)
    return skip


def sent(*history: Past) -> tuple[str | None, str | None]:
    plan = planned(*history)
    return plan.etag, plan.last_modified


def test_a_source_without_a_past_is_asked_without_conditions() -> None:
    assert planned() == FetchPlan(source=SOURCE, url=URL)


@pytest.mark.parametrize(
    "etag", ['"strong"', 'W/"7e3e14ea"', '"36d4b983-gzip"', "unquoted-etag", '"a,b"', '"aeb1aa3e-ssl-df"', '"caf\xe9"']
)
def test_an_etag_is_sent_back_as_it_came(etag: str) -> None:
    assert sent(past(0, etag=etag, last_modified="Sat, 1 Jan 2099")) == (etag, "Sat, 1 Jan 2099")


def test_the_validators_of_the_newest_applied_answer_count_also_with_an_equal_body() -> None:
    assert sent(past(0, etag='"e1"'), past(1, outcome="same", etag='"e2"'), past(2, outcome="noise", etag='"e3"')) == (
        '"e3"',
        None,
    )


def test_an_applied_answer_without_validators_ends_those_before_it() -> None:
    assert sent(past(0, etag='"e1"', last_modified="x"), past(1)) == (None, None)


@pytest.mark.parametrize(
    ("status", "outcome"), [(200, "held"), (200, "failed"), (503, "failed"), (200, "stale"), (200, None), (None, "failed")]
)
def test_an_answer_that_was_not_applied_leaves_no_validators(status: int | None, outcome: Outcome | None) -> None:
    assert sent(past(0, etag='"good"'), past(1, status, outcome, etag='"bad"', last_modified="bad")) == ('"good"', None)


def test_validators_survive_304s_that_do_not_carry_them() -> None:
    history = [past(0, etag='"v1"', last_modified="monday")] + [past(minute, 304, "not_modified") for minute in range(1, 50)]
    assert sent(*history) == ('"v1"', "monday")


def test_a_304_may_move_last_modified_on() -> None:
    assert sent(past(0, etag='"v1"', last_modified="monday"), past(1, 304, "not_modified", last_modified="tuesday")) == (
        '"v1"',
        "tuesday",
    )


def test_a_304_that_only_weakens_the_etag_confirms_it() -> None:
    assert sent(past(0, etag='"v1"'), past(1, 304, "not_modified", etag='W/"v1"')) == ('"v1"', None)


def test_a_304_that_names_another_etag_makes_the_next_request_unconditional() -> None:
    history = [past(0, etag='"v1"', last_modified="monday"), past(1, 304, "not_modified", etag='"v2"')]
    assert sent(*history) == (None, None)
    assert sent(*history, past(2, 304, "not_modified", etag='"v2"')) == (None, None), "nothing was sent, so nothing was confirmed"
    assert sent(*history, past(3, outcome="same", etag='"v2"')) == ('"v2"', None)


def test_a_304_to_a_source_without_a_good_answer_leaves_nothing() -> None:
    assert sent(past(0, 304, "not_modified", etag='"v1"')) == (None, None)


@pytest.mark.parametrize("status", [206, 226])
def test_an_answer_that_tells_a_part_has_no_validators_to_offer(status: int) -> None:
    assert sent(past(0, etag='"v1"'), past(1, status, etag='"v2"')) == (None, None)


def test_what_a_third_party_tells_of_an_answer_is_no_reason_to_ask_conditionally() -> None:
    assert sent(past(0, etag='"v1"'), past(1, etag='"v2"', provenance="third_party")) == (None, None)


def test_an_imported_answer_counts_like_one_of_our_own() -> None:
    assert sent(past(0, etag='"v1"'), past(1, status=None, etag='"v2"', provenance="import")) == ('"v2"', None)


def test_validators_are_those_of_the_url_that_is_asked() -> None:
    history = [past(0, etag='"v1"'), past(1, url="https://blog.example/page/2", final=None, etag='"p2"')]
    assert sent(*history) == ('"v1"', None)
    second = planned(*history, url="https://blog.example/page/2")
    assert (second.etag, second.validators_url) == ('"p2"', "https://blog.example/page/2")


def test_validators_name_the_url_that_gave_them() -> None:
    assert planned(past(0, final="https://cdn.example/7", etag='"v1"')).validators_url == "https://cdn.example/7"


@pytest.mark.parametrize("etag", ['"a\r\nX: 1"', '"\u20ac"', "\x00", ""])
def test_a_validator_that_no_header_can_hold_is_left_out(etag: str) -> None:
    assert sent(past(0, etag=etag)) == (None, None)


@pytest.mark.parametrize(
    ("retry_after", "minutes"), [("3600", 60), ("Tue, 06 Jan 2026 14:00:00 GMT", 120), (" 60 ", 1), ("9999999999", 7 * 24 * 60)]
)
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_kept_across_runs(retry_after: str, minutes: int, status: int) -> None:
    history = [past(-10, etag='"v1"'), past(0, status, "failed", retry_after=retry_after)]
    until = NOW + timedelta(minutes=minutes)
    assert skipped(*history, minutes=minutes - 1) == Skip(reason="retry_after", until=until)
    assert planned(*history, minutes=minutes).etag == '"v1"', "asked again, and with the validators of before"


@pytest.mark.parametrize("retry_after", ["-5", "soon", "", "Mon, 05 Jan 2026 14:00:00 GMT", "3600 seconds", None])
def test_a_retry_after_that_says_nothing_usable_keeps_nobody_away(retry_after: str | None) -> None:
    headers = {} if retry_after is None else {"retry_after": retry_after}
    assert planned(past(0, 429, "failed", **headers), minutes=0).url == URL


def test_a_pause_ends_with_the_next_attempt() -> None:
    assert planned(past(0, 429, "failed", retry_after="3600"), past(1, 200), minutes=2).url == URL


def test_gone_stops_asking_until_a_person_says_so() -> None:
    gone = past(0, 410, "failed")
    assert skipped(past(-1), gone) == Skip(reason="gone", until=None)
    assert planned(past(-1), gone, named=True).url == URL
    assert planned(gone, source=Source(id="one", kind="feed", url="https://new.example/feed")).url == "https://new.example/feed"


def test_gone_outlives_attempts_that_got_no_answer() -> None:
    assert is_gone([past(0, 410, "failed"), past(1, None, "failed")], URL)
    assert not is_gone([past(0, 410, "failed"), past(1, 200)], URL)


def test_a_disabled_source_is_asked_only_by_name() -> None:
    off = Source(id="one", kind="feed", url=URL, enabled=False)
    assert skipped(source=off) == Skip(reason="disabled", until=None)
    assert planned(source=off, named=True).url == URL


def test_a_named_source_still_keeps_to_retry_after() -> None:
    assert skipped(past(0, 429, "failed", retry_after="3600"), minutes=1, named=True).reason == "retry_after"


@given(
    st.lists(
        st.tuples(
            st.sampled_from([200, 206, 304, 404, 429, 503, None]),
            st.sampled_from(["changed", "same", "noise", "held", "stale", "failed", "not_modified", None]),
            st.sampled_from([None, '"a"', 'W/"a"', '"b"']),
        ),
        max_size=12,
    )
)
def test_a_validator_that_is_sent_always_comes_from_an_applied_answer(
    history: list[tuple[int | None, Outcome | None, str | None]],
) -> None:
    attempts = [past(n, status, outcome, **({"etag": etag} if etag else {})) for n, (status, outcome, etag) in enumerate(history)]
    applied = {etag for status, outcome, etag in history if outcome in ("changed", "same", "noise") and status not in (206, 304)}
    assert sent(*attempts)[0] in applied | {None}


def test_a_document_that_names_a_feed_leads_to_a_plan_for_it() -> None:
    plan = follow_up(FetchPlan(source=SOURCE, url="https://blog.example/", etag='"v1"'), "/index.xml", "alternate")
    assert (plan.url, plan.etag, plan.found_on, plan.found_by) == (
        "https://blog.example/index.xml",
        None,
        "https://blog.example/",
        "alternate",
    )


@pytest.mark.parametrize("url", ["https://blog.example/", "/", "https://blog.example/#top"])
def test_a_document_that_names_itself_leads_nowhere(url: str) -> None:
    with pytest.raises(FetchError) as raised:
        follow_up(FetchPlan(source=SOURCE, url="https://blog.example/"), url, "meta_refresh")
    assert raised.value.kind == "discovery_loop"


def test_documents_that_name_one_another_for_ever_are_left() -> None:
    plan = FetchPlan(source=SOURCE, url="https://blog.example/0")
    for number in range(1, 4):
        plan = follow_up(plan, f"/{number}", "meta_refresh")
    with pytest.raises(FetchError, match="nowhere new"):
        follow_up(plan, "/4", "meta_refresh")
    for number in range(5, 30):  # how many pages are asked for is for the source to say
        plan = follow_up(plan, f"/page/{number}", "next_page")


@pytest.mark.parametrize(
    ("url", "kind"),
    [("ftp://blog.example/feed", "bad_scheme"), ("https://u:p@blog.example/", "credentials_in_url"), ("http://[", "bad_url")],
)
def test_a_document_that_names_what_is_not_asked_for_is_not_followed(url: str, kind: str) -> None:
    with pytest.raises(FetchError) as raised:
        follow_up(FetchPlan(source=SOURCE, url=URL), url, "alternate")
    assert raised.value.kind == kind
