"""Redirects: recorded, bounded, told apart by whether they are for good (ingest/fetch/redirects.py, the hops of ask.py)."""

from __future__ import annotations

import pytest

from ingest.errors import FetchError
from ingest.fetch.redirects import MOST_HOPS, check_hop, permanent_target
from ingest.model import Redirect
from tests.fetch.harness import plan_for, run
from tests.fetch.server import Server, answer, head, raw, redirect

RSS = b"<rss/>"


def hops(*each: tuple[int, str]) -> list[Redirect]:
    url = "https://old.example/feed"
    chain = []
    for status, location in each:
        chain.append(Redirect(url=url, status=status, location=location))
        url = location
    return chain


def test_every_hop_is_recorded_with_its_status() -> None:
    outcome = run({"/a": redirect("/b", 301), "/b": redirect("c?x=1#part", 308), "/c?x=1": answer(200, RSS)}, "/a")
    attempt, server = outcome.only, outcome.server
    assert [(each.url, each.status, each.location) for each in attempt.redirects] == [
        (server.url("/a"), 301, "/b"),
        (server.url("/b"), 308, "c?x=1#part"),
    ]
    assert (attempt.requested_url, attempt.final_url, attempt.body) == (server.url("/a"), server.url("/c?x=1"), RSS)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_each_kind_of_redirect_is_followed(status: int) -> None:
    attempt = run({"/": redirect("/there", status), "/there": answer(200, RSS)}).only
    assert (attempt.status, attempt.body) == (200, RSS)


@pytest.mark.parametrize("status", [300, 304, 305, 306])
def test_what_is_no_redirect_is_not_followed(status: int) -> None:
    outcome = run({"/": redirect("/there", status), "/there": answer(200, RSS)})
    assert outcome.server.paths() == ["/"]
    assert outcome.only.status == status


def test_a_circle_is_stopped() -> None:
    outcome = run({"/": redirect("/b"), "/b": redirect("/")})
    assert (outcome.only.error_kind, outcome.only.status, len(outcome.only.redirects)) == ("too_many_redirects", 302, 2)
    assert outcome.server.paths() == ["/", "/b"]


def test_a_page_that_redirects_to_itself_is_asked_once() -> None:
    outcome = run({"/": redirect("/")})
    assert (outcome.only.error_kind, outcome.server.paths()) == ("too_many_redirects", ["/"])


@pytest.mark.parametrize(("length", "kind"), [(MOST_HOPS, None), (MOST_HOPS + 1, "too_many_redirects")])
def test_a_chain_may_have_ten_hops_and_no_more(length: int, kind: str | None) -> None:
    routes = {f"/{number}": redirect(f"/{number + 1}") for number in range(length)}
    attempt = run({**routes, f"/{length}": answer(200, RSS)}, "/0").only
    assert attempt.error_kind == kind
    assert len(attempt.redirects) == length


def test_a_redirect_without_a_location_leads_nowhere() -> None:
    attempt = run({"/": raw(head(302, {"content-length": "0"}))}).only
    assert (attempt.error_kind, attempt.status) == ("bad_redirect", 302)


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        ("ftp://files.example/feed", "blocked_redirect"),
        ("file:///etc/passwd", "blocked_redirect"),
        ("javascript:alert(1)", "blocked_redirect"),
        ("http://[::1", "bad_url"),
        ("http://host:99999/", "bad_url"),
    ],
)
def test_a_redirect_out_of_the_web_is_recorded_and_not_followed(location: str, kind: str) -> None:
    outcome = run({"/": redirect(location)})
    assert (outcome.only.error_kind, outcome.only.redirects[0].location) == (kind, location)
    assert len(outcome.server.seen) == 1


def test_a_location_in_raw_utf8_is_asked_for_percent_encoded() -> None:
    location = "/caf\u00e9 feed".encode().decode("latin-1")
    outcome = run({"/": redirect(location), "/caf%C3%A9%20feed": answer(200, RSS)})
    assert outcome.only.body == RSS


def test_a_user_name_in_a_location_is_neither_sent_nor_kept() -> None:
    def routes(server: Server) -> dict[str, object]:
        return {"/": redirect(server.url("/there").replace("//", "//user:hidden@")), "/there": answer(200, RSS)}

    outcome = run(routes)  # type: ignore[arg-type]
    assert outcome.only.body == RSS
    assert "hidden" not in repr(outcome.only)
    assert "authorization" not in outcome.server.seen[1].headers


def test_validators_go_to_the_place_that_gave_them_and_nowhere_else() -> None:
    outcome = run(
        {"/": redirect("/there"), "/there": answer(304)},
        lambda server: [plan_for(server.url("/"), etag='"v1"', validators_url=server.url("/there"))],
    )
    assert ["if-none-match" in request.headers for request in outcome.server.seen] == [False, True]
    elsewhere = run(
        {"/": redirect("/mirror2"), "/mirror2": answer(200, RSS)},
        lambda server: [plan_for(server.url("/"), etag='"v1"', validators_url=server.url("/mirror1"))],
    )
    assert not any("if-none-match" in request.headers for request in elsewhere.server.seen)


@pytest.mark.parametrize(
    ("chain", "target"),
    [
        ([], None),
        ([(301, "https://new.example/feed")], "https://new.example/feed"),
        ([(301, "https://new.example/feed"), (308, "https://new.example/feed.xml")], "https://new.example/feed.xml"),
        ([(302, "https://mirror1.example/feed")], None),
        ([(302, "https://mirror1.example/feed"), (301, "https://mirror1.example/rss")], None),
        ([(301, "https://new.example/feed"), (302, "https://cdn.example/7")], "https://new.example/feed"),
        ([(307, "https://new.example/feed")], None),
        ([(301, "/feed.xml")], "https://old.example/feed.xml"),
        ([(301, "https://new.example/feed"), (301, "http://[")], "https://new.example/feed"),
        ([(301, "https://user:pw@new.example/feed")], "https://new.example/feed"),
    ],
)
def test_only_the_leading_permanent_hops_suggest_a_new_url(chain: list[tuple[int, str]], target: str | None) -> None:
    assert permanent_target(hops(*chain)) == target


def test_a_chain_is_checked_for_length_before_it_is_for_circles() -> None:
    chain = hops(*((302, f"https://x.example/{number}") for number in range(MOST_HOPS + 1)))
    with pytest.raises(FetchError, match="more than 10 redirects"):
        check_hop(chain, "https://x.example/new")
