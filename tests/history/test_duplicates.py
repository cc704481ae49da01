"""Rule 5: one id twice in one document."""

from ingest.history import decide
from ingest.history.duplicates import tell_apart
from ingest.model import Known
from tests.history.builders import capture, events, item, known, known_item, step


def apart(*items: object, before: Known | None = None) -> tuple[list[str], list[str]]:
    index = {one.native_id: one for one in (before.items.values() if before else ())}
    distinct, issues = tell_apart(items, index)
    return [one.native_id for one in distinct], [issue.code for issue in issues]


def test_a_placeholder_guid_is_told_apart_by_link() -> None:
    ids, codes = apart(item("0", link="https://b.example/1"), item("0", link="https://b.example/2"))
    assert ids == ["0 https://b.example/1", "0 https://b.example/2"]
    assert codes == ["duplicate_guid"]


def test_the_one_with_the_known_link_keeps_the_bare_id() -> None:
    first = item("0", link="https://b.example/1")
    ids, _ = apart(item("0", link="https://b.example/2"), first, before=known(first))
    assert ids == ["0 https://b.example/2", "0"]


def test_the_same_link_too_is_told_apart_by_order_from_the_end() -> None:
    link = "https://b.example/x"
    ids, codes = apart(item("0", link=link, title="B"), item("0", link=link, title="A"))
    assert ids == ["0 https://b.example/x #2", "0 https://b.example/x"]
    assert codes == ["duplicate_guid"]


def test_a_third_on_top_leaves_the_ids_of_the_others() -> None:
    link = "https://b.example/x"
    one, two, three = (item("0", link=link, title=t) for t in "ABC")
    first = decide(capture(two, one), Known(items={}))
    before = known(*(known_item(w.item, native_id=w.native_id, id=w.id) for w in first.writes))
    assert step(before, three, two, one) == [("C", "added")]


def test_an_exact_copy_is_one_item_and_said() -> None:
    assert apart(item("a"), item("a")) == (["a"], ["repeated_entry"])


def test_an_older_revision_is_an_earlier_version_whatever_the_order() -> None:
    old, new = item("a", title="v1", revised="2026-01-01T00:00:00Z"), item("a", title="v2", revised="2026-01-02T00:00:00Z")
    for order in ((old, new), (new, old)):
        decision = decide(capture(*order), Known(items={}))
        assert [(w.version, w.item.label, w.change) for w in decision.writes] == [(1, "v1", "baseline"), (2, "v2", "edited")]


def test_one_of_two_twins_left_alone_is_still_the_same_item() -> None:
    one, two = item("0", link="https://b.example/1", title="A"), item("0", link="https://b.example/2", title="B")
    first = decide(capture(two, one), Known(items={}))
    before = known(*(known_item(w.item, native_id=w.native_id, id=w.id) for w in first.writes))
    assert step(before, two) == [("A", "left_window")]


def test_items_of_a_page_that_differ_only_by_fragment_are_two() -> None:
    page = "https://b.example/log"
    items = [item(page, link=f"{page}#{n}", canonical_url=page, identity_basis="url", title=n) for n in ("mon", "tue")]
    assert apart(*items)[0] == [f"{page}#mon", f"{page}#tue"]
    assert events(decide(capture(*items), Known(items={}))) == [("mon", "baseline"), ("tue", "baseline")]


def test_an_id_that_was_shared_names_nobody_alone() -> None:
    one, two = item("0", link="https://b.example/1", title="A"), item("0", link="https://b.example/2", title="B")
    before = known(known_item(two, native_id="0 https://b.example/2", id="second"), known_item(one, id="first"))
    assert step(before, two) == [("A", "left_window")]
    assert step(before, one) == [("B", "removed")]


def test_one_that_shared_the_id_and_is_gone_does_not_matter_but_to_itself() -> None:
    """It may be known by chance, since another item leads where it led: what an item is does not hang on that."""
    first, second = item("0", link="https://b.example/1"), item("0", link="https://b.example/2")
    gone = known_item(second, native_id="0 https://b.example/2", id="second", state="removed")
    before = known(known_item(first, id="first"), gone=(gone,))
    assert apart(item("0", link="https://b.example/3"), before=before)[0] == ["0"]
    assert apart(second, before=before)[0] == ["0 https://b.example/2"]


def test_a_blank_within_an_id_does_not_make_its_first_word_shared() -> None:
    before = known(item("tide 2", title="B"), item("tide", title="A"))
    assert apart(item("tide", link="https://b.example/elsewhere"), before=before)[0] == ["tide"]


def test_of_twins_with_one_link_the_edited_one_stays_itself_when_another_goes() -> None:
    link = "https://b.example/x"
    one, two, three = (item("0", link=link, title=title, day="2026-01-01") for title in "ABC")
    first = decide(capture(three, two, one), Known(items={}))
    before = known(*(known_item(w.item, native_id=w.native_id, id=w.id) for w in first.writes))
    mended = item("0", link=link, title="C", day="2026-01-01", text="mended")
    assert step(before, mended, two) == [("C", "edited"), ("A", "left_window")]
