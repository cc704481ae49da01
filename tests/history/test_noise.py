"""Rule 9: which texts are compared to find noise, and how it is counted."""

from ingest.history.noise import tally, unchanged_pairs
from ingest.model import Items, Noise
from tests.history.builders import item


def raws(*texts: str) -> Items:
    """Items by name and raw title, `name=text`, all with one title in comparable form."""
    return Items(items=tuple(item(name, raw={"title": text}) for name, _, text in (one.partition("=") for one in texts)))


def test_texts_that_differ_though_they_compare_equal_are_paired_by_item() -> None:
    assert list(unchanged_pairs(raws("a=A  B", "b=C"), raws("b=C", "a=A B"))) == [({"title": "A  B"}, {"title": "A B"})]


def test_items_that_share_an_id_are_not_compared_with_one_another() -> None:
    listing = raws("a=one", "a=two")
    assert list(unchanged_pairs(listing, listing)) == []


def test_each_kind_is_counted_with_its_first_example() -> None:
    named = [("nonce", "1"), ("order", "2"), ("nonce", "3")]
    assert tally(named) == (Noise(kind="nonce", count=2, example="1"), Noise(kind="order", count=1, example="2"))
