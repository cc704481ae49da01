"""Reading only what moved gives what reading the whole gives: on real histories, on every feed there is, on made-up trouble."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.model import Document, FeedEntry, Reading
from ingest.parse import Reuse, parse
from ingest.parse.decoding import decode
from ingest.parse.feed import again, calling, frames, reading
from ingest.parse.feed.cutting import ancestors, closing_of, cut
from ingest.parse.feed.outline import BrokenXMLError, outline
from tests.shared import SHARED, needs_shared

URL = "https://a.example/feed.xml"
FEEDS = Path(__file__).parents[2] / "fixtures" / "feeds"


def document(source: str | bytes, url: str | None = URL) -> Document:
    return Document(body=source if isinstance(source, bytes) else source.encode(), kind="feed", url=url, content_type="text/xml")


def outcome(wanted: Document, reuse: Reuse | None = None) -> Reading | tuple[str, str]:
    try:
        return parse(wanted, reuse)
    except ReadError as error:
        return error.kind, str(error)


def rss(*items: str, head: str = "<title>T</title>", root: str = '<rss version="2.0">', tail: str = "") -> str:
    return f'<?xml version="1.0"?>{root}<channel>{head}{"".join(items)}</channel></rss>{tail}'


def item(name: str, more: str = "") -> str:
    return f"<item><guid>{name}</guid><title>{name}</title><link>/{name}</link>{more}</item>"


def plain(name: str, more: str = "") -> str:
    """An item that needs no feedparser."""
    return f"<item><guid>{name}</guid><title>{name}</title><link>https://a.example/{name}</link>{more}</item>"


@pytest.fixture
def given_to_feedparser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that feedparser is asked to read from here on, but for what the plain reader is tried on."""
    seen: list[str] = []
    real = calling.feedparser_reads

    def note(text: str, url: str | None) -> calling.Parsed:
        seen.append(text)
        return real(text, url)

    for module in (again, frames, reading):
        monkeypatch.setattr(module, "feedparser_reads", note)
    return seen


class TestWhatIsReadAgain:
    def test_items_that_stood_in_the_document_before_are_not(self, given_to_feedparser: list[str]) -> None:
        reuse = Reuse()
        parse(document(rss(item("b"), item("a"))), reuse)
        given_to_feedparser.clear()
        reading = parse(document(rss(item("c"), item("b"), item("a"))), reuse)
        assert [entry.url for entry in reading.entries] == [f"https://a.example/{name}" for name in "cba"]
        assert [text.count("<item>") for text in given_to_feedparser] == [1]

    def test_a_build_date_or_a_comment_alone_asks_feedparser_nothing(self, given_to_feedparser: list[str]) -> None:
        reuse = Reuse()
        for day in (6, 7):
            given_to_feedparser.clear()
            built = f"{day} Jan 2026 12:00:00 GMT"
            head = f"<title>T</title><lastBuildDate>{built}</lastBuildDate><!-- built {built} -->"
            assert parse(document(rss(item("a"), head=head)), reuse).furniture["build_date"] == built
        assert given_to_feedparser == []

    def test_an_item_edited_back_is_remembered(self, given_to_feedparser: list[str]) -> None:
        reuse = Reuse()
        for name in "ab":
            parse(document(rss(item(name))), reuse)
        given_to_feedparser.clear()
        parse(document(rss(item("a"))), reuse)
        assert given_to_feedparser == []

    def test_what_has_not_been_seen_for_long_is_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(again, "_KEPT", 1000)
        reuse = Reuse()
        for number in range(100):
            parse(document(rss(*(item(f"{n}", "x" * 50) for n in range(number, number + 5)))), reuse)
        assert reuse.feed is not None
        assert len(reuse.feed._entries) < 20
        assert reuse.feed._bytes == sum(map(len, reuse.feed._entries))

    @pytest.mark.parametrize(
        "second",
        [
            rss(item("a"), head="<title>Other</title>", root='<rss version="2.0" xml:base="https://b.example/">'),
            rss(item("a"), root='<rss version="0.92">'),
        ],
    )
    def test_in_another_surrounding_everything_is(self, second: str, given_to_feedparser: list[str]) -> None:
        reuse = Reuse()
        parse(document(rss(item("a"))), reuse)
        given_to_feedparser.clear()
        assert parse(document(second), reuse) == parse(document(second))
        assert sum(text.count("<item>") for text in given_to_feedparser) == 2

    def test_entries_of_items_that_did_not_move_are_the_same_objects(self) -> None:
        reuse = Reuse()
        before = parse(document(rss(item("c"), plain("b"), "\n", item("a"))), reuse).entries
        after = parse(document(rss("\n", plain("d"), item("c", "edited"), plain("b"), item("a"))), reuse).entries
        assert after[2] is before[1]
        assert after[3] is before[2]
        recoded = parse(document("\ufeff" + rss(plain("d"), plain("b"))), reuse).entries
        assert recoded[1] is before[1]

    def test_under_another_address_everything_is(self) -> None:
        reuse = Reuse()
        parse(document(rss(item("a"))), reuse)
        assert parse(document(rss(item("a")), "https://b.example/"), reuse).entries[0].url == "https://b.example/a"

    def test_when_the_feed_names_another_author_everything_is(self) -> None:
        feed = '<feed xmlns="http://www.w3.org/2005/Atom"><author><name>{}</name></author><entry><id>1</id></entry></feed>'
        reuse = Reuse()
        first, second = (parse(document(feed.format(name)), reuse).entries[0] for name in ("Ann", "Bo"))
        assert isinstance(first, FeedEntry)
        assert isinstance(second, FeedEntry)
        assert (first.authors, second.authors) == (("Ann",), ("Bo",))

    def test_texts_that_are_items_only_together_are_not_taken_for_items(self) -> None:
        source = rss("<item ><guid>u</guid></item ><item><description><![CDATA[x </item>", " <item> y]]></description></item>")
        assert parse(document(source), Reuse()) == parse(document(source))


# --- made-up trouble -------------------------------------------------------------------------------------------------

_CONTENT = "http://purl.org/rss/1.0/modules/content/"
ITEMS = [
    *(item(name) for name in "abc"),
    *(plain(name) for name in "ab"),
    plain("c", "<description>&lt;a href='x'>x&lt;/a></description><category>&amp;amp;</category>"),
    plain("d", f"<description><![CDATA[<owner>{'x' * 2500}]]></description>"),
    plain("e", "<description><![CDATA[\x96 Ã©]]></description><dc:creator>é</dc:creator>"),
    plain("f", f"<content:encoded>x &#8230; &#13;{'</b> y' * 200}</content:encoded>".replace("</b>", "&lt;/b>")),
    item("a", "<description><![CDATA[x </item> <item> y]]></description>"),
    item("d", "<!-- </item><item><guid>z</guid> -->"),
    item("e", "<description>&lt;p&gt;&amp;nbsp;&#160;one&lt;/p&gt;</description>"),
    item("f", "<description>&nbsp;&eacute;</description>"),
    item("g", "<description><![CDATA[&nbsp;<b>x</b>]]></description>"),
    item("h", f'<c:encoded xmlns:c="{_CONTENT}">x</c:encoded>'),
    item("i", f'<content:encoded xmlns:content="{_CONTENT}">x<![CDATA[<p>y</p>]]></content:encoded>'),
    item("j", '<x:date xmlns:x="http://search.yahoo.com/mrss/">1</x:date>'),
    item("k", '<title xmlns="urn:other">k2</title>'),
    item("l", "<unclosed>"),
    item("m", "<item><guid>inner</guid></item>"),
    item("n", "<entry><id>inner</id></entry>"),
    item("o", "<?php echo '</item>' ?>"),
    item("P", "<itunes:summary>zero</itunes:summary><description>one</description><content:encoded>two</content:encoded>"),
    item("p", "<image><url>i.png</url><title>no</title></image><title>late</title>"),
    item("q", "<source url='https://s.example/'>S</source><author>q@a.example (Q)</author>"),
    item("r", "<description>one</description><description>two</description><summary>three</summary>"),
    '<item xml:base="https://c.example/"><link>x</link><guid>s</guid></item>',
    "<item rdf:about='u'><guid>t</guid></item>",
    "<item/>",
    "<item ><guid>u</guid></item >",
    "<ITEM><guid>v</guid></ITEM>",
    "<item><guid>w</guid>",
    "</item>",
    "<item><guid>\x0cx</guid></item>",
    "<item><guid>ž\u2028\xa0</guid><title>\N{SNOWMAN}</title></item>",
]
BETWEEN = [
    "",
    "",
    "\n",
    " \t\r\n",
    "\xa0",
    "text",
    "<!-- between -->",
    "<title>late</title>",
    "<!-- <item/> -->",
    "<![CDATA[<item/>]]>",
]
HEADS = [
    "<title>T</title>",
    "<title>T</title><language>de</language><ttl>60</ttl>",
    "<description><![CDATA[<pubDate>1</pubDate><!-- c --><updated>2</updated>]]></description>",
    "<lastBuildDate>1</lastBuildDate><!-- c --><link>https://a.example/</link>",
    "<lastBuildDate>2</lastBuildDate><!-- d --><link>https://a.example/</link>",
    "<title>&nbsp;</title>",
    "<itunes:summary>S</itunes:summary><description>D</description><itunes:owner><itunes:name>O</itunes:name></itunes:owner>",
    "<content:encoded>C</content:encoded><author>A</author><webMaster>w@a.example (W)</webMaster>",
    "<items><li/></items><image><url>x</url><title>I</title></image>",
    "<lastBuildDate> 3 </lastBuildDate><!-- -- --><image><pubDate>1</pubDate></image>",
    "<lastBuildDate></lastBuildDate><!----><image><pubDate>2</pubDate></image>",
    "<lastBuildDate>4 &amp; 5</lastBuildDate><!-- <!DOCTYPE netscape -->",
]
ROOTS = [
    '<rss version="2.0">',
    f'<rss version="2.0" xmlns:content="{_CONTENT}" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">',
    '<rss version="2.0" xml:base="/b/" xmlns="http://purl.org/rss/1.0/">',
    '<!DOCTYPE rss [<!ENTITY nbsp "&#160;">]><rss>',
    "<rss>",
]


@st.composite
def feeds(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(st.sampled_from(ITEMS), st.sampled_from(BETWEEN)), max_size=6))
    body = [piece for pair in parts for piece in pair]
    tail = draw(st.sampled_from(["", "", "<!-- cached -->", "junk", "<item><guid>after</guid></item>"]))
    return rss(*body, head=draw(st.sampled_from(HEADS)), root=draw(st.sampled_from(ROOTS)), tail=tail)


ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"


def entry(name: str, *parts: str, attributes: str = "") -> str:
    return f"<entry{attributes}><id>{name}</id>{''.join(parts)}</entry>"


def xhtml(inner: str, declared: str = "") -> str:
    return f"<content type='xhtml'{declared}>{inner}</content>"


ENTRIES = [
    entry("1", "<title type='html'>a &amp;lt; &lt;b>b&lt;/b></title>", "<link href='1'/><updated>2026-01-06T12:00:00Z</updated>"),
    entry("2", xhtml(f"<div xmlns='{XHTML}'><p>x<br/></p></div>")),
    entry("3", xhtml("<x:div><x:p>x</x:p></x:div>", f" xmlns:x='{XHTML}'")),
    entry("3", xhtml(f"<div xmlns='{XHTML}'><svg xmlns='http://www.w3.org/2000/svg'/></div>")),
    entry("4", "<content type='html'>&lt;p&gt;x&lt;/p&gt;</content><summary>s</summary>", "<author><name>N</name></author>"),
    entry("5", "<link href='x'/><content src='y'/>", "<summary type='text'>a &amp; b</summary>", attributes=" xml:base='sub/'"),
    entry("6", "<source><title>S</title><author><name>M</name></author></source>", "<content>x</content>"),
    entry("7", "<title>t</title>", "<content type='text/plain'>x</content><content type='application/xml'><a/></content>"),
    entry("8", "<contributor><name>C</name><email>c@a.example</email></contributor>", "<published>2026</published>"),
]
ATOM_HEADS = [
    "<title>T</title>",
    "<title>T</title><author><name>A</name></author>",
    "<title type='html'>&lt;b></title><updated>2026</updated><summary>x</summary><link rel='next' href='/2'/>",
]


@st.composite
def atom_feeds(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(st.sampled_from(ENTRIES), st.sampled_from(BETWEEN[:3])), max_size=6))
    root = draw(st.sampled_from([f"<feed xmlns='{ATOM}'>", f"<feed xmlns='{ATOM}' xml:base='b/'>", f"<f:feed xmlns:f='{ATOM}'>"]))
    late = draw(st.sampled_from(["", "", "<title>late</title>"]))
    body = "".join(piece for pair in parts for piece in pair)
    return f"{root}{draw(st.sampled_from(ATOM_HEADS))}{body}{late}</{root[1:].split()[0]}>"


@given(st.lists(st.one_of(feeds(), atom_feeds()), min_size=2, max_size=5), st.sampled_from([URL, URL, None, "/relative"]))
def test_whatever_stood_before_a_document_is_read_as_by_itself(sources: list[str], url: str | None) -> None:
    reuse = Reuse()
    for source in sources:
        assert outcome(document(source, url), reuse) == outcome(document(source, url))


@given(
    st.lists(st.tuples(feeds(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "koi8-r"])), min_size=2, max_size=5)
)
def test_whatever_encoding_a_document_is_in_it_is_read_as_by_itself(sources: list[tuple[str, str]]) -> None:
    reuse = Reuse()
    for source, encoding in sources:
        body = source.encode(encoding, "xmlcharrefreplace")
        assert outcome(document(body), reuse) == outcome(document(body))


def test_fixtures_one_after_the_other_are_read_as_by_themselves() -> None:
    reuse = Reuse()
    for path in sorted(FEEDS.iterdir()):
        assert outcome(document(path.read_bytes()), reuse) == outcome(document(path.read_bytes())), path.name


# --- what there is in the world --------------------------------------------------------------------------------------


def _feeds_of(history: Path) -> list[Path]:
    return sorted(path for path in history.iterdir() if path.suffix == ".xml")


HISTORIES = sorted(path for path in (SHARED / "real/histories").glob("*") if any(path.glob("*.xml")))


@needs_shared
@pytest.mark.parametrize("history", HISTORIES, ids=lambda path: path.name)
def test_every_version_of_a_real_history_is_read_as_by_itself(history: Path) -> None:
    reuse = Reuse()
    for path in _feeds_of(history):
        assert outcome(document(path.read_bytes()), reuse) == outcome(document(path.read_bytes())), path.name


def _lone_feeds() -> list[Path]:
    folders = (SHARED / "peers", SHARED / "cases", SHARED / "real/captures", SHARED / "real/tweets")
    found = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".json")
    return [path for path in found if path.stat().st_size < 1_000_000 and path.suffix != ".jsonl"]


@needs_shared
def test_every_lone_feed_is_read_as_by_itself_after_any_other() -> None:
    reuse = Reuse()
    for path in _lone_feeds():
        assert outcome(document(path.read_bytes()), reuse) == outcome(document(path.read_bytes())), path


@needs_shared
def test_items_of_strange_feeds_thrown_together_do_not_tell_on_each_other() -> None:
    """feedparser carries state from item to item: here it meets every odd item in any company, and is asked for each alone."""
    pools = _pools()
    chance = random.Random(6)  # noqa: S311
    for _ in range(200):
        tags = chance.choice([tags for tags, pool in pools.items() if len(pool) > 5])
        items = [chance.choice(pools[tags]) for _ in range(chance.randint(2, 12))]
        reuse = Reuse()
        outcome(document(_feed(tags, chance.sample(items, chance.randint(1, len(items))))), reuse)
        assert outcome(document(_feed(tags, items)), reuse) == outcome(document(_feed(tags, items))), items


def _feed(tags: tuple[str, ...], items: list[str]) -> bytes:
    return "".join((*tags, "<title>T</title>", *items, closing_of(tags))).encode("utf-8", "replace")


def _pools() -> dict[tuple[str, ...], list[str]]:
    """Items by the start tags around them."""
    pools: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for path in _lone_feeds():
        try:
            pieces = cut(decode(path.read_bytes()).text.encode())
            whole = "" if pieces is None else pieces.frame.decode()
            frame = whole.partition("?>")[2] or whole
            outline(frame, None)
        except (ReadError, BrokenXMLError):
            continue
        tags = None if pieces is None else ancestors(frame, pieces.hole.decode(), pieces.runs)
        if pieces is not None and tags is not None:
            pools[tags] += [item.decode() for item in pieces.items]
    return pools
