"""Which URLs are asked for, and what of them is written down (ingest/fetch/urls.py)."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import FetchError
from ingest.fetch.urls import checked, hop, host_key, without_credentials
from tests.fetch.harness import plan_for, run


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://a.example/feed?x=1#top", "https://a.example/feed?x=1"),
        ("https://a.example/caf\u00e9", "https://a.example/caf%C3%A9"),
        ("https://a.example/caf%C3%A9?q=%20", "https://a.example/caf%C3%A9?q=%20"),
        ("HTTPS://a.example", "https://a.example"),
        ("https://a.example/(x)!$&'*+,;=:@", "https://a.example/(x)!$&'*+,;=:@"),
    ],
)
def test_a_url_is_asked_for_without_fragment_and_in_ascii(url: str, asked: str) -> None:
    assert checked(url) == asked


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("ftp://a.example/", "bad_scheme"),
        ("file:///etc/passwd", "bad_scheme"),
        ("a.example/feed", "bad_scheme"),
        ("//a.example/feed", "bad_scheme"),
        ("https://", "bad_url"),
        ("https:///feed", "bad_url"),
        ("https://a.example:port/", "bad_url"),
        ("https://[::1", "bad_url"),
        ("https://user:hidden@a.example/", "credentials_in_url"),
        ("https://user@a.example/", "credentials_in_url"),
    ],
)
def test_what_cannot_be_asked_for_is_a_failed_attempt_without_a_request(url: str, kind: str) -> None:
    with pytest.raises(FetchError) as raised:
        checked(url)
    assert raised.value.kind == kind
    attempt = run({}, plan_for(url)).only
    assert (attempt.error_kind, attempt.status, attempt.final_url) == (kind, None, None)
    assert "hidden" not in repr(attempt)


@pytest.mark.parametrize(
    ("url", "stored"),
    [
        ("https://user:hidden@a.example/feed", "https://a.example/feed"),
        ("https://user@a.example", "https://a.example"),
        ("//user:hidden@a.example/feed", "//a.example/feed"),
        ("https://a.example/@user", "https://a.example/@user"),
        ("https://a.example?mail=me@a.example", "https://a.example?mail=me@a.example"),
        ("/@user", "/@user"),
        ("https://u:p@ss@a.example/", "https://a.example/"),
    ],
)
def test_a_user_name_is_taken_out_and_nothing_else(url: str, stored: str) -> None:
    assert without_credentials(url) == stored


@given(st.text(st.characters(codec="latin-1"), max_size=60))
def test_wherever_a_location_leads_it_is_ascii_and_holds_no_credentials(location: str) -> None:
    try:
        target = hop("https://a.example/feed", location)
    except FetchError:
        return
    parts = urlsplit(target)
    assert parts.scheme in ("http", "https")
    assert (parts.username, parts.password, parts.fragment) == (None, None, "")
    assert (parts.path + parts.query).isascii()
    assert " " not in parts.path + parts.query


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://A.example/", "a.example"),
        ("https://a.example/", "a.example"),
        ("https://a.example:443/", "a.example"),
        ("https://a.example./", "a.example"),
        ("http://a.example:8080/", "a.example:8080"),
        ("http://[::1]:8080/", "::1:8080"),
    ],
)
def test_a_host_is_one_host_over_http_and_https(url: str, key: str) -> None:
    assert host_key(url) == key
