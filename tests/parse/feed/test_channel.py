"""What a feed says of itself."""

from __future__ import annotations

from ingest.model import Document, SourceFields
from ingest.parse.feed import read_feed


def read(source):
    return read_feed(Document(body=source.encode(), kind="feed", url="https://a.example/blog/feed.xml"))


def test_a_channel_tells_its_fields_in_plain_text():
    reading = read(
        '<rss version="2.0"><channel><title>Tea &amp;amp; toast</title><link>/blog/</link><description>&lt;p&gt;Crumbs&lt;/p&gt;'
        "</description><language>en-GB</language><generator>Kettle 3</generator>"
        "<image><title>Not this</title><link>https://img.example/</link></image></channel></rss>"
    )
    assert reading.source == SourceFields(
        title="Tea & toast", description="Crumbs", generator="Kettle 3", language="en-GB", home_url="https://a.example/blog/"
    )


def test_a_feed_tells_its_next_page():
    reading = read(
        '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="?page=2"/><link rel="self" href="x"/></feed>'
    )
    assert reading.next_url == "https://a.example/blog/feed.xml?page=2"


def test_what_moves_around_the_items_is_named():
    reading = read(
        '<feed xmlns="http://www.w3.org/2005/Atom"><updated>U</updated><generator version="2">G</generator><!-- cached --></feed>'
    )
    assert {kind: text for kind, text in reading.furniture.items() if kind != "other"} == {
        "build_date": "U",
        "generator": "G 2",
        "cache_comment": "cached",
    }


def test_a_comment_within_an_item_is_not_the_feeds():
    assert "cache_comment" not in read('<rss version="2.0"><channel><item><!-- x --></item></channel></rss>').furniture


def test_the_order_of_items_in_an_rdf_list_is_no_furniture():
    head = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>t</title>'
    one = read(f'{head}<items><rdf:Seq><rdf:li resource="a"/></rdf:Seq></items></channel></rdf:RDF>')
    two = read(f'{head}<items><rdf:Seq><rdf:li resource="b"/></rdf:Seq></items></channel></rdf:RDF>')
    assert one.furniture == two.furniture
