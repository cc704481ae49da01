"""A token goes to its own host and comes back from nowhere (ingest/fetch/tokens.py, and its use in ask.py)."""

from __future__ import annotations

import gzip
import html
import json
from base64 import b64encode
from hashlib import sha256
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import FetchError
from ingest.fetch.tokens import Tokens, tokens_of
from ingest.fetch.urls import may_see_tokens
from ingest.model import Source
from tests.fetch.harness import plan_for, run, source
from tests.fetch.server import Behaviour, Line, Seen, answer, head, raw, redirect, whole

SESAME = "s3same/0pen+4711&<x>"
HEADERS = {"Authorization": "Bearer $FEED_TOKEN", "X-Plain": "hello"}
ENVIRONMENT = {"FEED_TOKEN": SESAME}


def test_a_token_is_sent_to_the_source() -> None:
    request = run(
        {"/": answer()}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment=ENVIRONMENT
    ).server.seen[0]
    assert (request.headers["authorization"], request.headers["x-plain"]) == (f"Bearer {SESAME}", "hello")


def test_a_source_may_ask_for_another_type_but_not_under_another_name() -> None:
    outcome = run({"/": answer()}, lambda server: [plan_for(server.url("/"), headers={"accept": "text/turtle"})])
    assert outcome.server.seen[0].headers["accept"] == "text/turtle"
    assert outcome.server.seen[0].raw.lower().count(b"accept: ") == 1
    refused = run({"/": answer()}, lambda server: [plan_for(server.url("/"), headers={"User-Agent": "Mozilla/5.0"})])
    assert (refused.only.error_kind, refused.server.seen) == ("forbidden_header", [])


def test_a_variable_that_is_not_set_is_a_failed_attempt_that_names_it() -> None:
    outcome = run({"/": answer()}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment={})
    assert outcome.only.error_kind == "missing_secret"
    assert "FEED_TOKEN" in (outcome.only.error or "")
    assert not outcome.server.seen


def test_a_token_with_a_line_break_is_refused_without_being_shown() -> None:
    outcome = run({}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment={"FEED_TOKEN": "abc\r\nX-Evil: 1"})
    assert outcome.only.error_kind == "missing_secret"
    assert "Evil" not in repr(outcome.only)


@pytest.mark.parametrize("status", [301, 302, 307])
def test_no_header_of_a_source_goes_to_another_host(status: int) -> None:
    outcome = run(
        lambda server: {"/": redirect(server.url("/there", host="other.example"), status), "/there": answer(200, b"x")},
        lambda server: [plan_for(server.url("/", host="own.example"), headers=HEADERS)],
        environment=ENVIRONMENT,
    )
    first, second = outcome.server.seen
    assert ("authorization" in first.headers, "x-plain" in first.headers) == (True, True)
    assert ("authorization" in second.headers, "x-plain" in second.headers) == (False, False)


def test_a_redirect_within_the_host_takes_the_token_along() -> None:
    outcome = run(
        {"/": redirect("/there"), "/there": answer(200, b"x")},
        lambda server: [plan_for(server.url("/"), headers=HEADERS)],
        environment=ENVIRONMENT,
    )
    assert all("authorization" in request.headers for request in outcome.server.seen)


@pytest.mark.parametrize(
    ("source_url", "url", "may"),
    [
        ("https://a.example/feed", "https://a.example/other", True),
        ("http://a.example/feed", "https://a.example/feed", True),
        ("https://a.example/feed", "https://A.EXAMPLE:443/feed", True),
        ("https://a.example/feed", "http://a.example/feed", False),
        ("https://a.example/feed", "https://www.a.example/feed", False),
        ("https://a.example/feed", "https://a.example:8443/feed", False),
        ("https://a.example/feed", "https://a.example.evil.example/feed", False),
        ("http://a.example:8080/feed", "https://a.example/feed", False),
    ],
)
def test_the_own_host_is_the_same_host_reached_no_less_safely(source_url: str, url: str, *, may: bool) -> None:
    assert may_see_tokens(source_url, url) is may


ECHOES = {
    "as it is": SESAME.encode(),
    "in a sentence": b"<p>Hello, Bearer " + SESAME.encode() + b"!</p>",
    "percent-encoded": quote(SESAME, safe="").encode(),
    "as HTML": html.escape(SESAME).encode(),
    "as JSON": json.dumps({"t": SESAME + '"'}).encode(),
    "in UTF-16": f"<p>{SESAME}</p>".encode("utf-16"),
    "in base64": b64encode(SESAME.encode()),
    "in base64 after one byte": b64encode(b"u" + SESAME.encode()),
    "in base64 after a name": b64encode(b"user:" + SESAME.encode() + b":more"),
}


@pytest.mark.parametrize("body", ECHOES.values(), ids=ECHOES.keys())
def test_a_body_that_says_the_token_back_is_refused_and_only_hash_and_size_are_kept(body: bytes) -> None:
    outcome = run({"/": answer(200, body)}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment=ENVIRONMENT)
    attempt = outcome.only
    assert (attempt.error_kind, attempt.body, attempt.status) == ("echoed_secret", None, 200)
    assert sha256(body).hexdigest() in (attempt.error or "")
    assert f"{len(body)} bytes" in (attempt.error or "")
    assert SESAME not in repr(attempt)


def test_a_token_inside_gzip_that_nobody_declared_is_found() -> None:
    body = gzip.compress(b"<p>" + SESAME.encode() + b"</p>")
    outcome = run({"/": answer(200, body)}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment=ENVIRONMENT)
    assert (outcome.only.error_kind, outcome.only.body) == ("echoed_secret", None)


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(answer(200, b"x", {"x-echo": f"got Bearer {SESAME}"}), id="any header"),
        pytest.param(answer(200, b"x", {"etag": f'"{SESAME}"'}), id="a recorded header"),
        pytest.param(answer(304, b"", {"etag": f'"{SESAME}"'}), id="a 304"),
        pytest.param(redirect(f"/login?token={quote(SESAME, safe='')}"), id="a redirect"),
        pytest.param(raw(whole(401, f"bad token {SESAME}".encode())), id="an error page"),
        pytest.param(raw(head(200, {"content-length": "999"}) + SESAME.encode()), id="a body that breaks off"),
    ],
)
def test_a_token_that_comes_back_any_other_way_is_refused_too(behaviour: Behaviour) -> None:
    outcome = run({"/*": behaviour}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment=ENVIRONMENT)
    attempt = outcome.only
    assert (attempt.error_kind, attempt.body, attempt.redirects) == ("echoed_secret", None, ())
    assert "s3same" not in repr(attempt)
    assert len(outcome.server.seen) == 1


def test_a_server_that_breaks_off_after_hearing_a_token_gets_no_word_of_it_into_the_error() -> None:
    async def garble(request: Seen, line: Line) -> None:
        await line.send(request.headers["authorization"].encode() + b" is no status line\r\n\r\n")

    attempt = run({"/": garble}, lambda server: [plan_for(server.url("/"), headers=HEADERS)], environment=ENVIRONMENT).only
    assert attempt.error_kind == "protocol"
    assert "s3same" not in repr(attempt)


def test_a_page_without_the_token_is_kept() -> None:
    outcome = run(
        {"/": answer(200, b"Bearer of news")},
        lambda server: [plan_for(server.url("/"), headers=HEADERS)],
        environment=ENVIRONMENT,
    )
    assert (outcome.only.error_kind, outcome.only.body) == (None, b"Bearer of news")


def test_a_source_without_headers_has_nothing_to_look_for() -> None:
    assert tokens_of(source("https://a.example/"), {"HOME": "/root"}) == Tokens()


def test_a_token_written_into_the_settings_is_kept_from_coming_back_as_well() -> None:
    tokens = tokens_of(source("https://a.example/", headers={"X-Api-Key": "literal-4711", "Accept-Language": "en"}), {})
    assert tokens.values == ("literal-4711",)


def test_tokens_show_nothing_of_themselves() -> None:
    tokens = tokens_of(source("https://a.example/", headers=HEADERS), ENVIRONMENT)
    assert repr(tokens) == "Tokens()"
    assert tokens.hidden(f"refused: {SESAME}") == "refused: [token]"


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=40),
    st.binary(max_size=5),
    st.binary(max_size=5),
)
def test_a_token_is_found_in_base64_wherever_it_begins(token: str, before: bytes, behind: bytes) -> None:
    tokens = tokens_of(Source(id="one", kind="feed", url="https://a.example/", headers={"X-Key": "$T"}), {"T": token})
    assert tokens.echoed_in_body(b64encode(before + token.encode() + behind), 1000)


def test_forbidden_headers_are_refused_in_any_case() -> None:
    for name in ("Cookie", "HOST", "if-none-match"):
        with pytest.raises(FetchError, match="fetcher's own"):
            tokens_of(source("https://a.example/", headers={name: "x"}), {})
