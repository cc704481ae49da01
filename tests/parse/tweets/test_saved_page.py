"""A saved page of a person's posts, by its visible lines: from text and from HTML that shows the same."""

from __future__ import annotations

import html
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, Reading, TweetEntry
from ingest.parse.tweets import read_tweets
from tests.shared import SHARED, needs_shared

HEAD = """Twitxy Saved

Rosa Field

Verified account This account is verified. Learn more

@rosafield

I grow things.
Hamar, Norway rosa.example Joined May 2011
12 Following 3.4K Followers 560 Posts

Latest posts 1
"""
POST = """
Rosa Field Verified account @rosafield
Beans are up.
1 reply 0 reposts 12 likes 340 views View on X
"""


def read(text: str, url: str | None = None) -> Reading:
    return read_tweets(Document(body=text.encode(), kind="tweets", url=url))


def tweets(text: str) -> list[TweetEntry]:
    return [entry for entry in read(text).entries if isinstance(entry, TweetEntry)]


def as_paragraphs(text: str) -> str:
    return "<html><body>" + "".join(f"<p>{html.escape(line)}</p>" for line in text.split("\n") if line) + "</body></html>"


def as_boxes(text: str) -> str:
    return (
        "<!doctype html><body><main>" + "".join(f"<div>\n  {html.escape(line)}\n</div>" for line in text.split("\n")) + "</main>"
    )


def as_breaks(text: str) -> str:
    return "<html><body><article>" + html.escape(text).replace("\n", "<br>\n") + "</article></body></html>"


def as_preformatted(text: str) -> str:
    return f"<html><body><pre>{html.escape(text)}</pre></body></html>"


def as_table(text: str) -> str:
    rows = "".join(f"<tr><td>{html.escape(line)}</td></tr>" for line in text.split("\n") if line)
    return f"<html><body><table>{rows}</table></body></html>"


FORMS = [as_paragraphs, as_boxes, as_breaks, as_preformatted, as_table]


@pytest.mark.parametrize("form", FORMS)
def test_html_that_shows_the_same_lines_says_the_same(form: Callable[[str], str]) -> None:
    from_html, from_text = read(form(HEAD + POST)), read(HEAD + POST)
    assert from_html.profile == from_text.profile
    assert from_html.entries == from_text.entries
    assert from_html.whole


def test_the_person_is_read_with_every_part() -> None:
    profile = read(HEAD + POST).profile
    assert profile is not None
    assert (profile.name, profile.handle, profile.verified) == ("Rosa Field", "rosafield", True)
    assert (profile.bio, profile.location, profile.website) == ("I grow things.", "Hamar, Norway", "rosa.example")
    assert (profile.joined, profile.following, profile.followers, profile.posts) == ("May 2011", "12", "3.4K", "560")


@pytest.mark.parametrize(
    ("line", "location", "website"),
    [
        ("Joined May 2011", None, None),
        ("Hamar Joined May 2011", "Hamar", None),
        ("rosa.example Joined May 2011", None, "rosa.example"),
        ("rosa.example/garden Joined May 2011", None, "rosa.example/garden"),
        ("Washington, D.C. Joined May 2011", "Washington, D.C.", None),
        ("Hamar · rosa.example · Joined May 2011", "Hamar", "rosa.example"),
    ],
)
def test_parts_that_are_missing_are_not_taken_from_others(line: str, location: str | None, website: str | None) -> None:
    profile = read(HEAD.replace("Hamar, Norway rosa.example Joined May 2011", line) + POST).profile
    assert profile is not None
    assert (profile.bio, profile.location, profile.website, profile.joined) == ("I grow things.", location, website, "May 2011")


def test_counts_that_are_not_shown_are_none_and_zero_is_shown() -> None:
    [entry] = tweets(HEAD + POST.replace(" 340 views", ""))
    assert (entry.replies, entry.reposts, entry.likes, entry.views) == ("1", "0", "12", None)


def test_fewer_posts_than_announced_make_the_page_a_part() -> None:
    reading = read(HEAD.replace("posts 1", "posts 5") + POST)
    assert not reading.whole
    assert [issue.code for issue in reading.issues] == ["fewer_than_announced"]


def test_a_page_that_announces_no_number_is_whole() -> None:
    assert read(HEAD.replace("Latest posts 1", "Latest posts") + POST).whole


def test_a_quoted_post_is_kept_apart_and_named() -> None:
    quote = "Odd Berg Verified account @oddberg Nov 3, 2029\nBeans?\n\nReally?\nView quoted post on X\n"
    [entry] = tweets(HEAD + POST.replace("up.\n", "up.\n" + quote))
    assert (entry.text, entry.quoted_text, entry.kind) == ("Beans are up.", "Beans?\n\nReally?", "quote")
    assert (entry.quoted_name, entry.quoted_handle, entry.quoted_verified) == ("Odd Berg", "oddberg", True)
    assert entry.quoted_posted_raw == "Nov 3, 2029"


def test_a_quoted_post_without_author_begins_at_the_second_line_with_an_issue() -> None:
    reading = read(HEAD + POST.replace("up.\n", "up.\nBeans?\n\nReally?\nView quoted post on X\n"))
    entry = reading.entries[0]
    assert isinstance(entry, TweetEntry)
    assert (entry.text, entry.quoted_text, entry.quoted_handle) == ("Beans are up.", "Beans?\n\nReally?", None)
    assert [issue.code for issue in reading.issues] == ["quote_unattributed"]


def test_a_mention_at_the_end_of_a_sentence_is_no_author() -> None:
    [entry] = tweets(HEAD + POST.replace("up.\n", "up.\nthanks to @oddberg\nand to Pia Lund @pia_lund\n"))
    assert entry.text == "Beans are up.\nthanks to @oddberg\nand to Pia Lund @pia_lund"
    assert entry.kind == "post"


def test_a_line_of_counts_within_a_post_does_not_end_it() -> None:
    [entry] = tweets(HEAD + POST.replace("up.\n", "up.\n3 likes 2 views\n5 likes\n"))
    assert entry.text == "Beans are up.\n3 likes 2 views\n5 likes"
    assert entry.likes == "12"


def test_a_page_whose_posts_have_no_links_is_split_by_their_counts() -> None:
    pages = HEAD.replace("1\n", "2\n") + POST.replace(" View on X", "") * 2
    assert [entry.likes for entry in tweets(pages)] == ["12", "12"]


def test_an_address_that_the_text_writes_out_gives_the_id() -> None:
    [entry] = tweets(HEAD + POST.replace("on X", "on X https://x.com/rosafield/status/1234567890123456789"))
    assert (entry.status_id, entry.url) == ("1234567890123456789", "https://x.com/rosafield/status/1234567890123456789")


def test_a_page_without_heading_or_person_still_gives_its_posts() -> None:
    reading = read(POST)
    assert reading.profile is not None or len(reading.entries) == 1
    assert len(reading.entries) == 1


@pytest.mark.parametrize(
    "text", ["A letter.\n\nDear Rosa,\nbeans.\n", "<html><body><h1>Log in</h1><p>to X</p></body></html>", "x"]
)
def test_a_page_without_posts_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(ReadError) as refused:
        read(text)
    assert refused.value.kind == "no_items"


def test_text_hidden_in_html_is_not_read() -> None:
    page = as_paragraphs(HEAD + POST).replace("<p>Beans", "<p hidden>Weeds.</p><p style='display: none'>Rot.</p><p>Beans")
    assert [entry.text for entry in tweets(page)] == ["Beans are up."]


def test_a_badge_is_read_from_its_label() -> None:
    badge = '<svg aria-label="Verified account"><title>Verified account</title></svg>'
    page = (
        as_paragraphs(HEAD + POST).replace(" Verified account @", f"{badge}<b>@").replace("@rosafield</p>", "@rosafield</b></p>")
    )
    assert [entry.author_verified for entry in tweets(page)] == [True]


letters = st.characters(
    codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs"),
    exclude_characters="\ufffe\uffff",  # no characters: decoding leaves them out
)  # fmt: skip
words = st.text(letters, min_size=1, max_size=12)
sentence = st.lists(words, min_size=1, max_size=6).map(lambda found: "so " + " ".join(found) + " it is")
count = st.one_of(st.integers(0, 999).map(str), st.integers(1000, 10**9).map(lambda n: f"{n:,}"), st.sampled_from(["1.2K", "3M"]))


@given(st.lists(st.tuples(st.lists(sentence, min_size=1, max_size=4), count, count, count, count), min_size=1, max_size=5))
def test_what_a_page_shows_comes_out_in_order_and_word_for_word(posts: list[tuple[list[str], str, str, str, str]]) -> None:
    page = HEAD.replace("posts 1", f"posts {len(posts)}")
    for lines, replies, reposts, likes, views in posts:
        body = "\n".join(lines)
        page += f"Rosa Field Verified account @rosafield\n{body}\n"
        page += f"{replies} replies {reposts} reposts {likes} likes {views} views View on X\n"
    found = [(e.text.split("\n"), e.replies, e.reposts, e.likes, e.views) for e in tweets(page)]
    assert found == [(lines, a, b, c, d) for lines, a, b, c, d in posts]
    assert read(page).whole


@needs_shared
def test_the_seed_gives_the_person_and_three_posts_with_two_quotes() -> None:
    body = (SHARED / "seeds" / "002_d734c7a752eee28c.txt").read_bytes()
    reading = read_tweets(Document(body=body, kind="tweets"))
    profile = reading.profile
    assert profile is not None
    assert (profile.handle, profile.name, profile.verified) == ("ezyang", "Edward Z. Yang", True)
    assert (profile.following, profile.followers, profile.posts) == ("1.7K", "18K", "9.2K")
    assert (profile.joined, profile.website, profile.location) == ("May 2008", "blog.ezyang.com", "Edison, NJ")
    found = [entry for entry in reading.entries if isinstance(entry, TweetEntry)]
    assert [(e.replies, e.reposts, e.likes, e.views) for e in found] == [
        ("14", "19", "177", "19K"),
        ("4", "0", "25", "3.1K"),
        ("3", "9", "161", "8.6K"),
    ]
    assert [e.text.count("\n") for e in found] == [0, 0, 0]
    assert [(e.quoted_handle, e.quoted_posted_raw) for e in found] == [(None, None), (None, None), ("sanketpurandare", "Oct 20")]
    assert [bool(e.quoted_text) for e in found] == [False, True, True]
    assert not reading.whole
    assert sorted(issue.code for issue in reading.issues) == ["fewer_than_announced", "quote_unattributed"]


@needs_shared
@pytest.mark.parametrize("form", [as_breaks, as_preformatted])
def test_the_seed_as_html_gives_the_same(form: Callable[[str], str]) -> None:
    text = (SHARED / "seeds" / "002_d734c7a752eee28c.txt").read_text(encoding="utf-8")
    from_html, from_text = read(form(text)), read(text)
    assert (from_html.profile, from_html.entries, from_html.issues) == (from_text.profile, from_text.entries, from_text.issues)
