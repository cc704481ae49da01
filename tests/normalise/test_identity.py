"""The ladder of ids (rule 5)."""

from __future__ import annotations

from ingest.normalise.identity import feed_identity, hash_of, post_identity, print_of, tweet_identity

LONG = "A first sentence that says enough. A second one that goes on and on, until an index cuts it in the middle of a word."


def test_a_feed_item_is_its_guid_as_written() -> None:
    identity = feed_identity(guid="Tag:X,2026:/A", link="https://h/a", title="t", date="2026-01-05", text="x")
    assert (identity.native_id, identity.keys, identity.basis) == ("Tag:X,2026:/A", ("Tag:X,2026:/A",), "id")


def test_without_a_guid_it_is_its_link() -> None:
    identity = feed_identity(guid=None, link="https://h/a", title="t", date="2026-01-05", text="x")
    assert (identity.native_id, identity.basis, identity.issues) == ("https://h/a", "url", ())


def test_without_a_link_it_is_title_and_date_and_says_so() -> None:
    identity = feed_identity(guid=None, link=None, title=" A  title", date="2026-01-05", text="x")
    same = feed_identity(guid=None, link=None, title="A title", date="2026-01-05", text="other words")
    other = feed_identity(guid=None, link=None, title="A title", date="2026-01-06", text="x")
    assert identity.native_id.startswith("title:")
    assert identity.basis == "title_date"
    assert [issue.code for issue in identity.issues] == ["no_guid"]
    assert identity.native_id == same.native_id != other.native_id


def test_with_nothing_but_text_it_is_its_text() -> None:
    identity = feed_identity(guid=None, link=None, title=None, date=None, text="some words")
    assert (identity.native_id[:8], identity.basis) == ("excerpt:", "text")


def test_a_post_is_its_url_and_known_by_title_and_words_besides() -> None:
    identity = post_identity(link="https://h/a", title="t", date="2026-01-05", text=LONG)
    assert identity.native_id == "https://h/a"
    assert [key.split(":")[0] for key in identity.keys] == ["https", "title", "excerpt"]


def test_a_post_without_url_shares_a_key_with_itself_once_it_has_one() -> None:
    without = post_identity(link=None, title=None, date=None, text=LONG)
    later = post_identity(link="https://h/a", title="t", date="2026-01-05", text=LONG)
    assert without.native_id in later.keys


def test_an_excerpt_is_the_same_cut_or_whole() -> None:
    def key(text: str) -> str:
        return post_identity(link=None, title=None, date=None, text=text).native_id

    assert key(LONG) == key(LONG[:60] + "…") == key("A first sentence that says enough.") == key(f" {LONG}\n Read more →")
    assert key("No sentence ends here so that " + "word " * 40) == key("No sentence ends here so that " + "word " * 30 + "wo…")
    assert key(LONG) != key("Another " + LONG)


def test_a_post_with_a_title_alone_is_known_by_it_and_says_so() -> None:
    identity = post_identity(link=None, title="t", date=None, text="")
    assert identity.native_id.startswith("title:")
    assert [issue.code for issue in identity.issues] == ["no_link"]


def tweet_key(text: str, author: str | None = "Someone", *beside: str) -> str:
    return tweet_identity(status_id=None, author=author, text=text, beside_text=beside).native_id


def test_a_tweet_is_its_status_id_and_known_by_author_and_words_besides() -> None:
    identity = tweet_identity(status_id="20", author="jack", text="just setting up", beside_text=())
    assert identity.native_id == "20"
    assert identity.keys[1] == tweet_key("just setting up", "JACK")


def test_links_and_a_cut_tail_are_no_part_of_a_tweets_words() -> None:
    assert tweet_key("look github.com/someone/transf… here") == tweet_key("look https://t.co/abc here")
    assert tweet_key("word " * 30 + "end") == tweet_key("word " * 28 + "wo…")
    assert tweet_key("a") != tweet_key("b")
    assert tweet_key("a", "one") != tweet_key("a", "two")


def test_tweets_without_words_are_told_apart_by_what_they_show() -> None:
    assert tweet_key("", "a", "https://h/1.jpg") != tweet_key("", "a", "https://h/2.jpg")
    assert tweet_key("https://t.co/a", "a", "x") != tweet_key("https://t.co/a", "a", "y")


def test_prints_are_equal_for_equal_values_alone() -> None:
    assert print_of({"a": 1, "b": ("x", None)}) == print_of({"b": ("x", None), "a": 1})
    assert len({print_of(value) for value in (None, "", 0, False, (), "null", "a", ("a",))}) == 8
    assert len(print_of("a")) == 12


def test_a_missing_part_of_a_body_is_not_an_empty_one() -> None:
    assert len({hash_of(None, "", "a"), hash_of("", None, "a"), hash_of("", "", "a")}) == 3
