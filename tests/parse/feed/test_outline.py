"""Facts of items as written, and what stands around them."""

from __future__ import annotations

import pytest

from ingest.errors import ReadError
from ingest.parse.feed.outline import BrokenXMLError, outline

RSS = """<!-- top --><rss version="2.0"><channel><title>{title}</title><lastBuildDate>{built}</lastBuildDate>
<generator>G {generator}</generator><ttl>{ttl}</ttl>{items}</channel></rss><!-- {comment} -->"""


def rss(**parts):
    defaults = {"title": "T", "built": "B", "generator": "1", "ttl": "60", "items": "", "comment": "end"}
    return outline(RSS.format(**defaults | parts), "https://a.example/feed")


def test_an_item_keeps_its_guid_and_each_date_by_name():
    found = outline(
        '<rss xmlns:a10="http://www.w3.org/2005/Atom" xmlns:dcterms="http://purl.org/dc/terms/"><channel><item>'
        "<guid isPermaLink='False'> Ab-1 </guid><pubDate>P</pubDate><a10:updated>U</a10:updated>"
        "<dcterms:modified>M</dcterms:modified><source><pubDate>not mine</pubDate></source></item></channel></rss>",
        None,
    )
    (item,) = found.items
    assert item.fields == {"guid": "Ab-1", "pubdate": "P", "updated": "U", "dcterms:modified": "M"}
    assert not item.permalink


def test_bases_add_up_and_a_broken_one_is_passed_over():
    found = outline('<feed xml:base="/b/"><entry xml:base="c/"/><entry xml:base="http://["/></feed>', "https://a.example/x")
    assert [item.base for item in found.items] == ["https://a.example/b/c/", "https://a.example/b/"]


def test_bodies_are_named_in_order_and_what_is_in_them_is_not():
    found = outline(
        '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss"><item>'
        "<itunes:summary/><description><summary>a details element</summary></description>"
        "<media:group><media:description/></media:group></item></rss>",
        None,
    )
    assert [(body.name, body.depth) for body in found.items[0].bodies] == [
        ("itunes:summary", 1),
        ("description", 1),
        ("media:description", 2),
    ]


def test_a_summary_is_kept_as_text_unless_it_has_elements_in_it():
    found = outline("<rss><item><description>a &lt;b&gt; <![CDATA[c]]></description><summary>a<b/>c</summary></item></rss>", None)
    assert [body.text for body in found.items[0].bodies] == ["a <b> c", None]


def test_an_item_within_an_item_is_another():
    found = outline("<rss><item><guid>1</guid><item><guid>2</guid></item></item></rss>", None)
    assert [item.fields["guid"] for item in found.items] == ["1", "2"]


def test_build_date_generator_and_comments_are_told_apart_from_the_rest():
    found = rss()
    assert (found.root, found.build_dates, found.generators, found.comments) == ("rss", ("B",), ("G 1",), ("top", "end"))


@pytest.mark.parametrize(
    "part", [{"built": "C"}, {"generator": "2"}, {"comment": "x"}, {"title": "U"}, {"items": "<item/>"}], ids=repr
)
def test_what_is_told_elsewhere_does_not_move_the_rest(part):
    assert rss(**part).rest == rss().rest


def test_anything_else_around_the_items_moves_the_rest():
    assert rss(ttl="61").rest != rss().rest


def test_order_of_attributes_and_white_space_are_not_the_rest():
    assert outline('<feed><link a="1" b="2"/></feed>', None).rest == outline('<feed>\n <link b="2" a="1"/>\n</feed>', None).rest


@pytest.mark.parametrize(
    ("text", "after_root"), [("<rss></rss>x", True), ("<rss></rss><!-- a -- b -->", True), ("<rss><a></rss>", False)]
)
def test_a_broken_text_says_whether_the_feed_had_ended(text, after_root):
    with pytest.raises(BrokenXMLError) as caught:
        outline(text, None)
    assert caught.value.after_root is after_root


def test_an_element_with_attributes_without_end_is_refused_at_once():
    attributes = " ".join(f'a{number}=""' for number in range(100_000))
    with pytest.raises(ReadError) as caught:
        outline(f"<rss><channel {attributes}/></rss>", None)
    assert caught.value.kind == "too_large"


def test_items_within_items_without_end_are_refused_at_once():
    with pytest.raises(ReadError) as caught:
        outline("<rss><channel>" + "<item>" * 100_000 + "</item>" * 100_000 + "</channel></rss>", None)
    assert caught.value.kind == "too_deep"
