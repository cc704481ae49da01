"""A feed falls into its items and a frame; what cannot be told is not guessed, and what stood before changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.feed.cutting import Order, ancestors, closing_of, cut, order_of


def test_items_are_taken_out_and_a_run_of_them_leaves_one_hole():
    found = cut(b"<rss><channel><title>T</title>\n<item>a</item>\n <item b='c'>d</item><item>\n</item></channel></rss>")
    assert found is not None
    assert found.items == (b"<item>a</item>", b"<item b='c'>d</item>", b"<item>\n</item>")
    assert found.frame == b"<rss><channel><title>T</title>\n<item/></channel></rss>"
    assert (found.hole, found.runs) == (b"<item/>", 1)


def test_what_stands_between_items_stays_in_the_frame():
    found = cut(b"<feed><entry>a</entry><!-- b --><entry>c</entry>d<entry>e</entry></feed>")
    assert found is not None
    assert found.frame == b"<feed><entry/><!-- b --><entry/>d<entry/></feed>"
    assert found.runs == 3


@pytest.mark.parametrize("body", [b"<rss></rss>", b"<rss><items><li/></items></rss>", b"<rss><item>a</rss>", b"", b"<item/>"])
def test_a_body_without_an_item_that_ends_is_not_cut(body):
    assert cut(body) is None


def test_a_name_that_only_begins_like_an_item_is_none():
    found = cut(b"<rdf><items>x</items><item>a</item><itemized>b</itemized><item>c</item></rdf>")
    assert found is not None
    assert found.items == (b"<item>a</item>", b"<item>c</item>")
    assert found.runs == 2


def test_an_item_that_does_not_end_stays_in_the_frame():
    found = cut(b"<rss><item>a</item> <item>b</rss>")
    assert found is not None
    assert found.frame == b"<rss><item/> <item>b</rss>"


def test_items_that_stood_there_before_are_the_same_objects():
    before = cut(b"<rss><item>a</item><item>b</item><item>c</item></rss>")
    after = cut(b"<rss><item>new</item> <item>a</item><item>edited</item> <item>c</item></rss>", order_of(before.items))
    assert after.items[1] is before.items[0]
    assert after.items[3] is before.items[2]


PIECES = [
    b"<item>a</item>",
    b"<item>b</item>",
    b"<item >a</item>",
    b"<item>",
    b"</item>",
    b" ",
    b"\n",
    b"x",
    b"<items/>",
    b"<itema</item>",
]
bodies = st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join)


@given(bodies, bodies)
def test_whatever_stood_before_the_cut_is_the_same(before, body):
    earlier = cut(before)
    found = cut(body, order_of(earlier.items) if earlier else Order())
    assert found == cut(body)
    if found is not None:
        assert len(found.frame.split(found.hole)) >= found.runs + 1


def test_the_elements_that_hold_the_holes_are_told_by_their_start_tags():
    frame = "<?xml?><!-- <x> --><rss a='>' version=\"2\">\n<channel><t><![CDATA[<y>]]></t><e/><item/></channel></rss>"
    found = ancestors(frame, "<item/>", 1)
    assert found == ("<rss a='>' version=\"2\">", "<channel>")
    assert closing_of(found) == "</channel></rss>"


@pytest.mark.parametrize(
    ("frame", "runs"),
    [
        ("<rss><channel><item/></channel><item/></rss>", 2),  # in two places
        ("<rss><channel><item/></channel><channel><item/></channel></rss>", 2),  # in two elements of one name
        ("<rss><!-- <item/> --></rss>", 1),
        ("<rss><![CDATA[<item/>]]></rss>", 1),
        ("<rss><item/><item/></rss>", 1),
        ("<rss><item/><title>late</title></rss>", 1),
    ],
)
def test_holes_in_several_elements_or_before_another_one_are_refused(frame, runs):
    assert ancestors(frame, "<item/>", runs) is None
