"""URLs for comparing (rule 6)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.normalise.urls import any_scheme, canonical_url, noise_parts, without_noise


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/", "https://example.com"),
        ("http://example.com", "https://example.com"),
        ("HTTP://WWW.Example.COM:80/A/b/", "https://example.com/A/b"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://user:secret@example.com/a", "https://example.com/a"),
        ("  https://example.com/a\n", "https://example.com/a"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://example.com/a?", "https://example.com/a"),
        ("https://example.com/a//", "https://example.com/a//"),
        ("https://example.com/a/../b/./c", "https://example.com/b/c"),
        ("https://example.com/%7euser/%2f%e4", "https://example.com/~user/%2F%E4"),
        ("https://example.com/ä b", "https://example.com/%C3%A4%20b"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://bücher.example/", "https://xn--bcher-kva.example"),
        ("http://[2001:DB8::1]:80/x", "https://[2001:db8::1]/x"),
        ("https://www.com/", "https://www.com"),
    ],
)
def test_spellings_of_one_address_are_one(url: str, expected: str) -> None:
    assert canonical_url(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/a?utm_source=rss&utm_medium=feed", "https://example.com/a"),
        ("https://example.com/a?b=2&UTM_Campaign=x&a=1", "https://example.com/a?b=2&a=1"),
        ("https://example.com/a?id=3&fbclid=x&gclid=y&mc_cid=z&mtm_source=m", "https://example.com/a?id=3"),
        ("https://example.com/a?utm%5Fsource=x", "https://example.com/a"),
        ("https://example.com/a?ref=rss", "https://example.com/a"),
        ("https://github.com/a/b?ref=main", "https://github.com/a/b?ref=main"),
        ("https://medium.com/p/x?source=rss----1--2", "https://medium.com/p/x"),
        ("https://example.com/a?source=print", "https://example.com/a?source=print"),
        ("https://www.youtube.com/watch?v=abc&si=def&feature=youtu.be", "https://youtube.com/watch?v=abc"),
        ("https://example.com/watch?v=abc&si=def", "https://example.com/watch?v=abc&si=def"),
        ("https://example.com/?p=172290", "https://example.com/?p=172290"),
        ("https://example.com/a?token=abc", "https://example.com/a?token=abc"),
        ("https://example.com/A?q=B", "https://example.com/A?q=B"),
    ],
)
def test_tracking_goes_and_real_parameters_stay_in_their_order(url: str, expected: str) -> None:
    assert canonical_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "https://twitter.com/someone/status/2000000000000000101",
        "https://x.com/SomeoneElse/status/2000000000000000101?s=20",
        "https://mobile.twitter.com/someone/statuses/2000000000000000101",
        "https://x.com/i/web/status/2000000000000000101",
        "https://x.com/i/status/2000000000000000101",
        "https://nitter.example/someone/status/2000000000000000101#m",
        "http://nitter.example:8080/someone/status/2000000000000000101",
        "https://twitter.com/someone/status/2000000000000000101/photo/1",
        "https://twitter.com/#!/someone/status/2000000000000000101",
    ],
)
def test_a_tweet_has_one_address_on_every_host(url: str) -> None:
    assert canonical_url(url) == "https://x.com/i/status/2000000000000000101"


def test_a_short_number_is_a_tweet_on_its_own_site_alone() -> None:
    assert canonical_url("https://twitter.com/jack/status/20") == "https://x.com/i/status/20"
    assert canonical_url("https://tracker.example/build/status/20") == "https://tracker.example/build/status/20"
    assert canonical_url("https://x.com/someone") == "https://x.com/someone"


@pytest.mark.parametrize(
    "url",
    [None, "", "javascript:alert(1)", "mailto:a@b.example", "/a", "//h/a", "ftp://h/a", "http://", "http://h:x/", "http://[::1/"],
)
def test_what_is_no_web_address_has_no_canonical_form(url: str | None) -> None:
    assert canonical_url(url) is None


ADDRESSES = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https", "HTTPS"]),
    st.sampled_from(
        ["example.com", "WWW.Example.com", "www.www.example.com", "x.com", "bücher.example:80", "h:443", "[::1]", "h..", "www."]
    ),
    st.text(alphabet="/.aA%2fé ~status0123456789;", max_size=30).map(lambda path: f"/{path}"),
    st.text(alphabet="?&=#utm_srcv%5f+a1é", max_size=30),
)


@given(ADDRESSES | st.text(max_size=40))
@example("https://x.com/i/status/000")
@example("https://h/%2e%2e/%252e/")
@example("https://\ud83d\u00adx/\ud83d")
def test_the_canonical_form_is_its_own_canonical_form(url: str) -> None:
    canonical = canonical_url(url)
    assert canonical is None or canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://cdn.example/p/1.mp3?token-hash=abc%3D&token-time=1761", "https://cdn.example/p/1.mp3"),
        ("https://s3.example/a?X-Amz-Date=1&X-Amz-Signature=2&size=3", "https://s3.example/a?size=3"),
        ("https://h.example/a?Expires=1&Signature=b&Key-Pair-Id=c", "https://h.example/a"),
        ("https://h.example/a?expires=1", "https://h.example/a?expires=1"),  # not signed: a parameter of its own
        ("https://blob.example/a?sv=2024&se=2026&sr=b&sig=abc", "https://blob.example/a"),
        ("https://cdn.discordapp.com/attachments/1/2/a.png?ex=1&is=2&hm=3", "https://cdn.discordapp.com/attachments/1/2/a.png"),
        ("https://images.example/fetch/$s_!vZ7Y!,w_1456/a.png", "https://images.example/fetch/w_1456/a.png"),
        ("https://h.example/a?utm_source=rss#part", "https://h.example/a#part"),
        ("https://h.example/a#utm_source=rss", "https://h.example/a"),
        ("github.com/someone/transf…", "github.com/someone/transf…"),
    ],
)
def test_signatures_and_tracking_leave_an_address_otherwise_as_it_was(url: str, expected: str) -> None:
    assert without_noise(url) == expected


def test_a_cache_buster_is_one_only_where_something_is_loaded() -> None:
    assert without_noise("https://h.example/a.png?ver=6.4&w=3", asset=True) == "https://h.example/a.png?w=3"
    assert without_noise("https://www.youtube.com/watch?v=abc") == "https://www.youtube.com/watch?v=abc"


def test_only_the_kinds_asked_for_are_taken_out() -> None:
    url = "https://h.example/a.png?utm_source=x&sig=y&v=1"
    assert without_noise(url, {"signed_url"}, asset=True) == "https://h.example/a.png?utm_source=x&v=1"
    assert noise_parts(url) == {"tracking_parameter": "&utm_source=x", "signed_url": "&sig=y", "asset_version": "&v=1"}


@given(ADDRESSES)
def test_taking_noise_out_twice_is_taking_it_out_once(url: str) -> None:
    once = without_noise(url, asset=True)
    assert without_noise(once, asset=True) == once


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://s.w.org/images/core/emoji/15.0.3/72x72/1f30a.png", "https://s.w.org/images/core/emoji/16.0.1/72x72/1f30a.png"),
        (
            "https://cdn.example/twemoji@14.0.2/assets/72x72/1f30a.png",
            "https://cdn.example/twemoji@15.1.0/assets/72x72/1f30a.png",
        ),
    ],
)
def test_the_version_of_a_library_of_emoji_says_nothing_of_the_picture(one: str, other: str) -> None:
    assert without_noise(one, asset=True) == without_noise(other, asset=True)
    assert noise_parts(one)["asset_version"] != noise_parts(other)["asset_version"]
    assert without_noise(one) == one


def test_a_version_in_the_path_of_any_other_file_counts() -> None:
    assert without_noise("https://c.example/1.2.3/tide.zip", asset=True) == "https://c.example/1.2.3/tide.zip"


def test_a_scheme_does_not_count_where_two_addresses_are_compared() -> None:
    assert any_scheme("http://x.example/a") == any_scheme("HTTP://x.example/a") == "https://x.example/a"
    assert [any_scheme(url) for url in ("ftp://x", "/a", "https://x", "httpd://x")] == ["ftp://x", "/a", "https://x", "httpd://x"]
