"""Rules 4, 7, 8 and 9 together: what a capture means."""

from dataclasses import replace
from datetime import UTC, datetime

from ingest.history import decide, item_id
from ingest.model import ChangeStatement, Count, Headers, Items, Known, Noise, Profile, Reading, Source, SourceFields
from tests.history.builders import capture, events, item, known, known_item, step, tweet


def test_the_first_capture_is_the_baseline() -> None:
    decision = decide(capture(item("b"), item("a")), Known(items={}))
    assert [change for _, change in events(decision)] == ["baseline", "baseline"]
    assert (decision.outcome, decision.items_seen, decision.listing) == ("changed", 2, tuple(w.id for w in decision.writes))


def test_a_new_item_on_top_is_added_and_the_last_has_left() -> None:
    a, b, c, d = (item(n, title=n, day=f"2026-01-0{i}") for i, n in enumerate("abcd", start=1))
    assert step(known(c, b, a), d, c, b) == [("d", "added"), ("a", "left_window")]


def test_what_is_back_has_returned_and_is_the_same_item() -> None:
    gone = known_item(item("a", title="a"), state="removed", position=None)
    before = replace(known(item("b", title="b")), items={gone.id: gone, **known(item("b", title="b")).items})
    decision = decide(capture(item("a", title="a"), item("b", title="b")), before)
    assert events(decision) == [("a", "returned")]
    assert (decision.writes[0].id, decision.writes[0].opens_presence) == (gone.id, True)


def test_an_edit_names_its_fields_and_whether_it_was_silent() -> None:
    before = known(item("a", title="x", text="1", revised="2026-01-01T00:00:00Z"))
    silent = decide(capture(item("a", title="y", text="2", revised="2026-01-01T00:00:00Z")), before).writes[0]
    open_ = decide(capture(item("a", title="y", revised="2026-01-02T00:00:00Z", text="1")), before).writes[0]
    assert (silent.change, silent.changed, silent.silent, silent.version) == ("edited", ("title", "content"), 1, 2)
    assert (open_.changed, open_.silent) == (("title",), 0)
    assert decide(capture(item("a", title="y")), known(item("a", title="x"))).writes[0].silent is None


def test_absent_differs_from_empty() -> None:
    empty = replace(item("a"), prints={**item("a").prints, "summary": "print of the empty text"})
    assert decide(capture(empty), known(item("a"))).writes[0].changed == ("summary",)


def test_position_alone_is_no_change() -> None:
    a, b = item("a", title="a", day="2026-01-01"), item("b", title="b", day="2026-01-01")
    decision = decide(capture(b, a), known(a, b))
    assert (events(decision), decision.outcome) == ([], "noise")
    assert [position for _, position in decision.positions] == [1, 2]
    assert [noise.kind for noise in decision.noise] == ["order"]


def test_noise_alone_is_no_change_and_never_without_a_name() -> None:
    noise = (Noise(kind="build_date", count=1, example="x"),)
    assert decide(capture(item("a"), noise=noise), known(item("a"))).noise == noise
    assert [n.kind for n in decide(capture(item("a")), known(item("a"))).noise] == ["other"]


def test_a_malformed_document_judges_no_absence_and_keeps_the_listing() -> None:
    before = known(item("b"), item("a"))
    decision = decide(capture(item("b"), reading=Reading(format="rss20", whole=False)), before)
    assert decision.departures == ()
    assert set(decision.listing or ()) == set(before.page_items)


def test_a_partial_capture_makes_no_count_of_items() -> None:
    assert decide(capture(item("a"), partial=True), Known(items={})).items_seen is None


def test_a_partial_capture_makes_no_baseline_and_the_first_whole_one_does() -> None:
    assert events(decide(capture(item("a"), partial=True), Known(items={}))) == [("T", "added")]
    after_a_cut_one = replace(known(item("a")), source_seen=False)
    assert events(decide(capture(item("b", title="b"), item("a")), after_a_cut_one)) == [("b", "baseline")]


def test_an_accepted_collapse_never_removes() -> None:
    before = known(item("c", day="2026-01-03", title="c"), item("b", day="2026-01-02"), item("a", day="2026-01-01"))
    decision = decide(capture(item("a", day="2026-01-01"), absences_as_left=True), before)
    assert {d.change for d in decision.departures} == {"left_window"}
    assert [issue.code for issue in decision.issues] == ["collapse_accepted"]


def test_items_of_another_page_are_not_missed_here() -> None:
    elsewhere = known_item(item("z"), page="2")
    before = replace(known(item("a")), items={elsewhere.id: elsewhere, **known(item("a")).items})
    assert step(before, item("a")) == []


def test_a_part_of_a_page_carries_on_neither_what_moved_to_another_page_nor_what_is_gone() -> None:
    moved = known_item(item("b"), page="2")
    gone = known_item(item("c"), state="left_window", position=None)
    before = known(item("a"), moved, gone)
    decision = decide(capture(item("d"), partial=True), before)
    assert set(decision.listing or ()) == {item_id("f", "a"), item_id("f", "d")}
    assert decision.carried == {item_id("f", "a")}


def test_an_empty_listing_calls_nothing_removed_and_says_so() -> None:
    decision = decide(capture(), known(item("b"), item("a")))
    assert {d.change for d in decision.departures} == {"left_window"}
    assert [issue.code for issue in decision.issues] == ["all_items_missing"]


def test_what_a_change_page_says_left_gets_a_row_without_first_sight() -> None:
    items = Items(items=(item("new", title="new"),), left=(item("old", title="old"),))
    reading = Reading(format="change_page", whole=False, statement=object())  # type: ignore[arg-type]
    decision = decide(capture(reading=reading, partial=True, items=items), Known(items={}))
    assert events(decision) == [("new", "added"), ("old", "left_window")]
    assert [w.first_seen for w in decision.writes] == [True, False]
    assert decision.listing is None


NOON = datetime(2026, 1, 7, 12, tzinfo=UTC)


def a_change_page() -> Reading:
    return Reading(format="change_page", statement=ChangeStatement(source_name="f", observed_at=NOON, headers=Headers()))


def test_a_change_page_that_tells_twice_of_an_item_tells_of_one() -> None:
    gone = item("a", title="A")
    twice = Items(items=(), left=(gone, gone), removed=(gone,))
    assert events(decide(capture(reading=a_change_page(), partial=True, items=twice), Known(items={}))) == [("A", "left_window")]
    known_before = known(item("b"), gone)
    assert events(decide(capture(reading=a_change_page(), partial=True, items=twice), known_before)) == [("A", "left_window")]


def test_what_a_change_page_shows_as_there_it_does_not_call_gone() -> None:
    moved = item("a", title="A")
    both = Items(items=(moved,), left=(moved,), removed=(moved,))
    assert events(decide(capture(reading=a_change_page(), partial=True, items=both), Known(items={}))) == [("A", "added")]
    assert events(decide(capture(reading=a_change_page(), partial=True, items=both), known(moved))) == []


def test_a_change_page_speaks_of_the_item_that_has_an_id_rather_than_of_the_one_that_had_it() -> None:
    renamed = replace(known_item(item("a", title="A")), native_id="b", aliases=("a",))
    heir = replace(known_item(item("a", title="heir")), id="another")
    page = capture(reading=a_change_page(), partial=True, items=Items(items=(), removed=(item("a"),)))
    assert events(decide(page, known(renamed, heir))) == [("heir", "removed")]


def test_counts_are_no_versions_and_absent_ones_leave_the_latest() -> None:
    before = known(known_item(tweet("1", "hi", likes="10")))
    more = decide(capture(tweet("1", "hi", likes="12")), before)
    assert (more.metrics[0].latest, [w for w in more.writes if w.version]) == ({"likes": 12}, [])
    assert decide(capture(tweet("1", "hi")), before).metrics == ()


def test_a_rounding_never_replaces_the_exact_value_it_rounds() -> None:
    before = known(known_item(tweet("1", "hi", likes="1234")))
    rounded = Count(value=1200, shown="1.2K", exact=False, step=100)
    assert decide(capture(tweet("1", "hi", counts={"likes": rounded})), before).metrics == ()
    other = Count(value=1500, shown="1.5K", exact=False, step=100)
    assert decide(capture(tweet("1", "hi", counts={"likes": other})), before).metrics[0].latest == {"likes": 1500}


def test_a_full_listing_has_no_below() -> None:
    full = Source(id="f", kind="blog", url="https://blog.example/archive", listing="full")
    before = known(item("b", title="b"))
    assert step(before, item("b", title="b"), item("a", title="a"), source=full) == [("a", "added")]


def test_a_profile_that_stays_writes_nothing_and_a_card_can_lose_its_bio() -> None:
    card = Profile(
        handle="ada", values={"bio": "sails", "name": "Ada"}, counts={"followers": Count(value=5, shown="5", exact=True)}
    )
    before = replace(known(tweet("1", "hi")), profiles={"ada": card})
    same = capture(tweet("1", "hi"))
    assert decide(replace(same, items=replace(same.items, profile=card)), before).profile is None
    bare = replace(card, values={"bio": None, "name": "Ada"})
    moved = decide(replace(same, items=replace(same.items, profile=bare)), before).profile
    assert moved is not None
    assert moved.changed == ("bio",)
    no_card = replace(bare, counts={})
    assert decide(replace(same, items=replace(same.items, profile=no_card)), before).profile is None


def test_a_source_that_is_renamed_says_so() -> None:
    before = replace(known(item("a")), source_fields=SourceFields(title="Old"))
    decision = decide(capture(item("a"), reading=Reading(format="rss20", source=SourceFields(title="New"))), before)
    assert (decision.source_changed, decision.outcome) == (("title",), "noise")  # no item or profile moved


def test_a_cut_text_seen_whole_is_a_version_but_no_edit() -> None:
    cut = item("a", text="On tid", truncated=True)
    decision = decide(capture(item("a", text="On tides")), known(cut))
    assert events(decision) == []
    assert (decision.writes[0].version, decision.writes[0].change) == (2, "baseline")


def test_before_the_baseline_nothing_of_a_part_is_called_baseline_wherever_it_stands() -> None:
    before = replace(known(item("b", title="B")), source_seen=False, page_seen=False)
    assert step(before, item("b", title="B"), item("a", title="A"), partial=True) == [("A", "added")]


def test_a_further_page_that_is_seen_for_the_first_time_was_there_already() -> None:
    before = replace(known(item("b", title="B")), page_items=(), page_seen=False)
    assert step(before, item("a", title="A"), page="2", partial=True) == [("A", "baseline")]


def test_what_a_part_does_not_show_keeps_its_place_among_the_others() -> None:
    five = {name: item(name, title=name, day=f"2026-01-0{9 - number}") for number, name in enumerate("abcde")}
    new, part = item("x", title="x", day="2026-01-10"), Reading(format="rss20", whole=False)
    decision = decide(capture(new, five["b"], five["d"], reading=part), known(*five.values()))
    names = {item_id("f", name): name for name in "abcdex"}
    assert "".join(names[one] for one in decision.listing or ()) == "xabcde"
    assert {names[one] for one in decision.carried} == set("ace")
    assert [write.position for write in decision.writes if write.new] == [1]
