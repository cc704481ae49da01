"""Rule 5: which known item an entry is."""

from dataclasses import replace

from ingest.history import decide, item_id
from ingest.history.identity import lookup_keys
from ingest.model import Items
from tests.history.builders import capture, events, item, known, known_item, step, tweet


def test_an_id_is_short_and_safe_and_depends_on_source_and_native_id() -> None:
    assert item_id("blog", "https://h/a") == item_id("blog", "https://h/a")
    assert len({item_id("blog", "a"), item_id("feed", "a"), item_id("blog", "b"), item_id("blog\na", "")}) == 4
    assert item_id("blog", "half \ud83d character").isalnum()


def test_an_item_keeps_its_id_when_its_guid_is_known() -> None:
    assert step(known(item("a")), item("a")) == []


def test_case_of_a_guid_matters() -> None:
    before = known(item("abc", link="", title="one"))
    assert ("two", "added") in step(before, item("ABC", link="", title="two"), item("abc", link="", title="one"))


def test_one_vanished_and_one_new_guid_with_one_link_are_one_item() -> None:
    before = known(item("g1", link="https://blog.example/p", day="2026-01-01"))
    decision = decide(capture(item("g2", link="https://blog.example/p", day="2026-01-01")), before)
    assert events(decision) == [("T", "rekeyed")]
    write = decision.writes[0]
    assert (write.id, write.native_id, write.aliases, write.changed, write.version) == (
        item_id("f", "g1"),
        "g2",
        ("g1",),
        ("guid",),
        None,
    )


def test_a_shared_link_with_two_candidates_pairs_nobody() -> None:
    link = "https://blog.example/p"
    before = known(item("g1", link=link, title="A"), item("g2", link=link, title="B"))
    assert [change for _, change in step(before, item("g3", link=link, title="C"))] == ["added", "left_window", "left_window"]


def test_equal_words_pair_a_moved_address_if_never_listed_together() -> None:
    before = known(item("https://b.example/tpyo", title="On tides", day="2026-01-01"))
    assert step(before, item("https://b.example/typo", title="On tides", day="2026-01-01")) == [("On tides", "rekeyed")]


def test_equal_words_do_not_pair_when_both_are_listed() -> None:
    first, second = item("a", title="Same", day="2026-01-01"), item("b", title="Same", day="2026-01-01")
    assert step(known(first), second, first) == [("Same", "added")]


def test_a_guid_that_moved_to_another_host_is_rekeyed_even_if_edited() -> None:
    before = known(item("https://old.example/p/1", title="T", text="x", link=""))
    assert step(before, item("https://new.example/p/1?utm_source=rss", title="T", text="y", link="")) == [
        ("T", "rekeyed"),
        ("T", "edited"),
    ]


def test_a_guid_that_is_all_query_moves_host_like_any_other() -> None:
    before = known(item("http://blog.example/?p=7", title="T", day="2026-01-01", link=""))
    assert step(before, item("https://example.org/?p=7", title="T", text="y", day="2026-01-01", link="")) == [
        ("T", "rekeyed"),
        ("T", "edited"),
    ]


def test_another_host_alone_is_too_weak_a_sign() -> None:
    before = known(item("https://a.example/index.html", title="A", link=""))
    assert [c for _, c in step(before, item("https://b.example/index.html", title="B", link=""))] == ["added", "left_window"]


def test_a_former_id_is_remembered() -> None:
    before = known(known_item(item("g2"), aliases=("g1",)))
    assert step(before, item("g1", link="https://blog.example/g2")) == [("T", "rekeyed")]


def test_two_live_items_with_one_link_stay_two() -> None:
    link = "https://blog.example/p"
    one, two = item("1", link=link), item("2", link=link)
    assert step(known(one, two), one, two) == []


def test_a_tweet_gains_its_id_later() -> None:
    first, later = tweet(None, "hello"), tweet("200", "hello")
    decision = decide(capture(later), known(known_item(first)))
    assert events(decision) == [("hello", "rekeyed")]
    assert (decision.writes[0].id, decision.writes[0].native_id) == (item_id("f", "text:hello"), "200")


def test_a_page_without_ids_finds_the_tweet_by_its_words_and_keeps_the_id() -> None:
    before = known(known_item(replace(tweet("200", "hello"), prints={"text": "hello", "@text": "text:hello"})))
    assert step(before, tweet(None, "hello")) == []


def test_an_edited_tweet_comes_as_a_new_id() -> None:
    before = known(known_item(tweet("1", "old words")))
    decision = decide(capture(tweet("2", "new words", edit_ids=("1", "2"))), before)
    assert events(decision) == [("new words", "edited")]
    assert (decision.writes[0].changed, decision.writes[0].aliases, decision.writes[0].version) == (
        ("status_id", "text"),
        ("1",),
        2,
    )


def test_both_editions_in_one_document_are_one_item_of_two_versions() -> None:
    decision = decide(capture(tweet("1", "old", edit_ids=("1", "2")), tweet("2", "new", edit_ids=("1", "2"))), known())
    assert [(w.version, w.item.label) for w in decision.writes] == [(1, "old"), (2, "new")]


def test_lookup_keys_name_all_ids_an_item_may_be_known_by() -> None:
    keys = lookup_keys(Items(items=(replace(item("g"), keys=("g", "excerpt:1")),)))
    assert keys == {"g", "excerpt:1", "g https://blog.example/g"}


def test_a_newcomer_with_an_id_that_another_item_gave_up_gets_an_id_of_its_own() -> None:
    moved = known_item(item("b", title="old"), id=item_id("f", "a"), aliases=("a",))
    decision = decide(capture(item("a", title="new"), item("b", title="old")), known(moved))
    assert events(decision) == [("new", "added")]
    assert decision.writes[0].id not in {moved.id, item_id("f", "b")}


def test_a_guid_that_only_looks_like_an_address_is_an_id_like_any_other() -> None:
    before = known(item("http://[one", title="one", link=""))
    assert step(before, item("http://[two", title="two", link="")) == [("two", "added"), ("one", "left_window")]
