"""Which shape bytes are is found from the bytes; whatever they are, a Reading or a ReadError comes out."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, Reading, TweetEntry
from ingest.parse.tweets import read_tweets
from tests.parse.tweets.test_fixtures import INPUTS


def read(body: bytes | str, url: str | None = "https://bird.example/kelp_radio", content_type: str | None = None) -> Reading:
    data = body.encode() if isinstance(body, str) else body
    return read_tweets(Document(body=data, kind="tweets", url=url, content_type=content_type))


def ids(body: bytes | str) -> list[str | None]:
    return [entry.status_id for entry in read(body).entries if isinstance(entry, TweetEntry)]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "empty_body"),
        (b" \n\t ", "empty_body"),
        (b'["a", "b"]', "not_tweets"),
        (b'{"name": "x"}', "not_tweets"),
        (b'{"id": 1', "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b"window.YTD.tweets.part0 = [{", "bad_json"),
        (b'window.YTD.like.part0 = [{"like": {"tweetId": "1"}}]', "no_items"),
        (b"<?xml version='1.0'?><urlset></urlset>", "not_tweets"),
        (b"<html><body><p>Hello</p></body></html>", "no_items"),
        (b"<html><script>__NEXT_DATA__</script></html>", "no_items"),
        (b'<html><div class="error-panel"><span>Instance has been rate limited.</span></div></html>', "rate_limited"),
        (b'<html><div class="error-panel"><span>User "mara" not found</span></div></html>', "account_not_found"),
        (b'<html><div class="error-panel"><span>User "mara" has been suspended</span></div></html>', "account_suspended"),
        (b'<html><div class="error-panel"><span>Tweet not found</span></div></html>', "error_page"),
        (b'<html><div class="timeline-header timeline-protected"><h2>Protected</h2></div></html>', "protected_account"),
        (b'<html><div class="timeline"><div class="timeline-item show-more"><a>Load newest</a></div></div></html>', "no_items"),
    ],
)
def test_what_shows_no_tweets_is_refused_with_its_reason(body: bytes, kind: str) -> None:
    with pytest.raises(ReadError) as refused:
        read(body)
    assert refused.value.kind == kind


def test_a_feed_that_asks_to_be_let_in_is_no_feed_of_tweets() -> None:
    feed = (
        "<rss version='2.0'><channel><title>t</title><item><title>RSS reader not yet whitelisted</title></item></channel></rss>"
    )
    with pytest.raises(ReadError, match="not yet whitelisted"):
        read(feed)


def test_the_content_type_may_lie() -> None:
    body = b'[{"id_str": "7", "text": "seven"}]'
    assert read(body, content_type="text/html; charset=utf-16").entries == read(body).entries


def test_an_empty_answer_of_the_api_is_read_and_has_no_tweets() -> None:
    assert read('{"meta": {"result_count": 0}}').entries == ()


def test_errors_of_the_api_are_issues_and_leave_a_gap_unless_the_tweet_is_gone() -> None:
    gone = {"resource_id": "2", "type": "https://api.twitter.com/2/problems/resource-not-found", "title": "Not Found Error"}
    kept = {"resource_id": "3", "type": "https://api.twitter.com/2/problems/not-authorized-for-resource"}
    first = read(json.dumps({"data": [{"id": "1", "text": "ok"}], "errors": [gone]}))
    second = read(json.dumps({"errors": [kept]}))
    assert ([issue.entry_ref for issue in first.issues], first.whole) == (["2"], True)
    assert ([issue.entry_ref for issue in second.issues], second.whole) == (["3"], False)


def test_ids_are_text_and_exact_and_a_rounded_number_never_wins() -> None:
    body = '[{"id": 732822797798539300, "id_str": "732822797798539264", "text": "a"}, {"id": 267081518403440641, "text": "b"}]'
    assert ids(body) == ["732822797798539264", "267081518403440641"]


def test_an_id_that_is_a_float_is_no_id() -> None:
    assert ids('[{"id": 7.328e17, "text": "a"}]') == [None]


def test_entities_are_decoded_once() -> None:
    [entry] = read('[{"id_str": "5", "full_text": "1 &lt; 2 &amp;&amp; &amp;lt; &copy;"}]').entries
    assert isinstance(entry, TweetEntry)
    assert entry.text == "1 < 2 && &lt; &copy;"


def test_a_tweet_shown_twice_is_one_and_differing_texts_are_told() -> None:
    reading = read('[{"id_str": "5", "text": "a"}, {"id_str": "5", "text": "b"}]')
    assert len(reading.entries) == 1
    assert [issue.code for issue in reading.issues] == ["repeated_tweet_differs"]


def test_a_person_who_reposts_their_own_tweet_has_one_tweet() -> None:
    own = {"id_str": "5", "text": "a", "user": {"screen_name": "me"}}
    again = {"id_str": "6", "text": "RT @me: a", "user": {"screen_name": "me"}, "retweeted_status": own}
    [entry] = read(json.dumps([again, own])).entries
    assert isinstance(entry, TweetEntry)
    assert (entry.status_id, entry.kind) == ("5", "post")


def test_nitter_links_without_a_base_are_none_rather_than_relative() -> None:
    path = next(path for path in INPUTS if path.name == "nitter-profile.html")
    reading = read(path.read_bytes(), url=None)
    assert reading.next_url is None
    assert [entry.url for entry in reading.entries if isinstance(entry, TweetEntry)] == [None] * 4


def test_a_page_that_ends_in_the_middle_of_a_tweet_gives_the_tweets_before_it() -> None:
    body = next(path for path in INPUTS if path.name == "nitter-profile.html").read_bytes()
    reading = read(body[: body.index(b"from below")])
    assert [entry.status_id for entry in reading.entries if isinstance(entry, TweetEntry)] == ["1900000000000000010"]
    assert (reading.whole, reading.read_to_end, reading.issues[-1].code) == (False, False, "document_cut")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(ReadError):
        assert read(body).format


@given(st.data())
def test_a_damaged_document_is_read_or_refused(data: st.DataObject) -> None:
    body = data.draw(st.sampled_from(INPUTS)).read_bytes()
    start = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(start, min(len(body), start + 400)))
    filling = data.draw(st.sampled_from([b"", b"\x00", b"<", b'"', b"]]>", "é".encode("cp1252")]))
    with suppress(ReadError):
        assert read(body[:start] + filling + body[end:]).format


FIELDS = (
    "data id id_str text full_text user entities urls created_at errors meta includes users tweets media referenced_tweets type"
    " retweeted_status quoted_status tweet public_metrics edit_history_tweet_ids note_tweet tombstone author_id attachments"
    " media_keys screen_name username"
).split()
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=25,
)


@given(json_values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    with suppress(ReadError):
        assert read(json.dumps(value)).format
