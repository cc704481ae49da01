"""Rule 13: what may become part of the history."""

from dataclasses import replace

import pytest

from ingest.history.gates import agreed, challenge_title, credential, judge_body, judge_reading, judge_response
from ingest.model import Attempt, Reading, Source
from tests.history.builders import FEED

CHALLENGE = b"""<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>
<script>window._cf_chl_opt={}</script></body></html>"""
GOOD = b"""<!doctype html><html><head><title>Quay notes</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">
</script>
</head><body><article><h2><a href="/a">Just a moment...</a></h2></article></body></html>"""


def kind(body: bytes, *, complete: bool = True, canary: str | None = None) -> str | None:
    verdict = judge_body(body, complete=complete, canary=canary)
    return None if verdict is None else verdict.kind


def test_bodies_that_are_no_document() -> None:
    assert kind(b" \n ") == "empty_body"
    assert kind(b"<rss>", complete=False) == "truncated_body"
    assert kind(CHALLENGE) == "challenge_page"
    assert kind(b"<rss>hello</rss>", canary="harbour") == "canary_missing"


def test_what_good_pages_carry_too_is_no_challenge() -> None:
    assert kind(GOOD) is None
    assert challenge_title(b"<rss><channel><title>Just a moment...</title></channel></rss>") is None


@pytest.mark.parametrize(
    "inner",
    [
        "<title>Sucuri WebSite Firewall - Access Denied</title>",
        "<title>You are being redirected...</title><script>sucuri_cloudproxy_js=''</script>",
        "<title>Vercel Security Checkpoint</title>",
        "<title>Client Challenge</title>",
        "<title>Access to this page has been denied.</title>",
        "<title>Robot or human?</title>",
        "<title>Verifying your browser...</title>",
        "<title></title><script>window.gokuProps = {}</script>",
        "<title>Quay notes</title><script src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1'></script>",
        "<title>Nur einen Moment…</title><script>window._cf_chl_opt={}</script>",
    ],
)
def test_challenges_of_several_makers(inner: str) -> None:
    assert kind(f"<!DOCTYPE html><html><head>{inner}</head><body></body></html>".encode()) == "challenge_page"


def test_a_blog_that_only_has_such_a_word_in_its_title_is_no_challenge() -> None:
    assert (
        kind(b"<!DOCTYPE html><html><head><title>Client challenges and how I met them</title></head><body></body></html>") is None
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1251"])
def test_a_canary_is_found_in_any_encoding(encoding: str) -> None:
    assert kind("<rss>Маяк</rss>".encode(encoding), canary="Маяк") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AKIAQ3EGRIJ5V7KLMN2P", "AWS access key"),
        ("AKIAIOSFODNN7EXAMPLE", None),
        ("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", None),
        ("ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "GitHub token"),
        ("sk-learn is a library", None),
    ],
)
def test_credentials_are_told_from_placeholders(text: str, found: str | None) -> None:
    assert credential(f"<p>{text}</p>".encode()) == found


def test_only_lines_that_are_fresh_are_searched_but_a_private_key_is_found_over_lines_old_and_new() -> None:
    old = b"AKIAQ3EGRIJ5V7KLMN2P\n-----BEGIN PRIVATE KEY-----\n"
    assert credential(old, b"nothing new") is None
    assert credential(old, b"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8") == "GitHub token"
    assert credential(old + b"MIIEvQIBADANBgkqhkiG9w0B\n" * 10, b"MIIEvQIBADANBgkqhkiG9w0B") == "private key"


def test_a_credential_is_found_behind_any_number_of_its_beginnings() -> None:
    prose = b"a risk-free task: sk- and ask-sk-sk- are no keys, AKIA is none; " * 50
    assert credential(prose) is None
    assert credential(prose + b" sk-AKIAQ7Z3WMX2RT5KLP4V") == "AWS access key"


@pytest.mark.parametrize(
    ("status", "expected"), [(200, None), (None, None), (206, None), (410, "gone"), (429, "too_many_requests"), (503, "http_503")]
)
def test_statuses(status: int | None, expected: str | None) -> None:
    from datetime import UTC, datetime

    attempt = Attempt(source_id="f", observed_at=datetime(2026, 1, 1, tzinfo=UTC), provenance="live", status=status)
    verdict = judge_response(attempt)
    assert (verdict and verdict.kind) == expected


def shrink(seen: int, last: int, source: Source = FEED) -> str | None:
    verdict = judge_reading(source, Reading(format="rss20"), seen, last)
    return None if verdict is None else verdict.kind


def test_fewer_than_half_is_held_from_eight_up_and_growth_never_is() -> None:
    assert [shrink(3, 8), shrink(4, 8), shrink(3, 7), shrink(0, 7), shrink(800, 8)] == ["shrink", None, None, None, None]


@pytest.mark.parametrize("status", [206, 226])
def test_the_number_of_items_in_a_part_proves_nothing(status: int) -> None:
    demanding = replace(FEED, min_items=5)
    assert judge_reading(demanding, Reading(format="rss20"), 1, 10, status=status) is None


def test_pages_need_an_item_and_feeds_do_not() -> None:
    blog = Source(id="b", kind="blog", url="https://blog.example/")
    assert (shrink(0, 0, blog), shrink(0, 0)) == ("no_items", None)


def test_three_agreeing_holds_over_a_day_are_believed() -> None:
    assert [agreed(count=3, since_seconds=86400), agreed(count=2, since_seconds=10**6), agreed(count=9, since_seconds=86399)] == [
        True,
        False,
        False,
    ]
