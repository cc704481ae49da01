"""A feed's text falls into the texts of its items and a frame; what cannot be told is not guessed."""

from __future__ import annotations

import pytest

from ingest.parse.feed.cutting import ancestors, closing_of, cut


def test_items_are_taken_out_and_a_run_of_them_leaves_one_hole():
    found = cut("<rss><channel><title>T</title>\n<item>a</item>\n <item b='c'>d</item><item>\n</item></channel></rss>")
    assert found is not None
    assert found.items == ("<item>a</item>", "<item b='c'>d</item>", "<item>\n</item>")
    assert found.frame == "<rss><channel><title>T</title>\n<item/></channel></rss>"
    assert (found.hole, found.runs) == ("<item/>", 1)


def test_what_stands_between_items_stays_in_the_frame():
    found = cut("<feed><entry>a</entry><!-- b --><entry>c</entry>d<entry>e</entry></feed>")
    assert found is not None
    assert found.frame == "<feed><entry/><!-- b --><entry/>d<entry/></feed>"
    assert found.runs == 3


@pytest.mark.parametrize("text", ["<rss></rss>", "<rss><items><li/></items></rss>", "<rss><item>a</rss>", "", "<item/>"])
def test_a_text_without_an_item_that_ends_is_not_cut(text):
    assert cut(text) is None


def test_a_name_that_only_begins_like_an_item_is_none():
    found = cut("<rdf><items>x</items><item>a</item><itemized>b</itemized></rdf>")
    assert found is not None
    assert found.items == ("<item>a</item>",)


def test_an_item_that_does_not_end_stays_in_the_frame():
    found = cut("<rss><item>a</item><item>b</rss>")
    assert found is not None
    assert found.frame == "<rss><item/><item>b</rss>"


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
