"""One feed document, from its bytes to its Reading. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest.errors import ReadError
from ingest.model import Document, Issue, Reading
from ingest.parse.decoding import Decoded, decode, utf8_of
from ingest.parse.detect import look_at
from ingest.parse.discovery import what_a_page_is
from ingest.parse.feed.again import KnownItems
from ingest.parse.feed.calling import Parts, context_of, feedparser_reads, read_entries
from ingest.parse.feed.channel import about_source, furniture
from ingest.parse.feed.wellformed import well_formed
from ingest.parse.reuse import Reuse

_FORMATS = {  # feedparser's names to ours
    "rss090": "rss09x",
    "rss091n": "rss09x",
    "rss091u": "rss09x",
    "rss092": "rss09x",
    "rss093": "rss09x",
    "rss094": "rss09x",
    "rss10": "rss10",
    "rss20": "rss20",
    "rss": "rss20",
    "atom01": "atom03",
    "atom02": "atom03",
    "atom03": "atom03",
    "atom10": "atom10",
    "atom": "atom10",
    "cdf": "cdf",
}
_XML_TYPES = ("xml", "rss", "atom", "rdf")


def read_feed(document: Document, decoded: Decoded | None = None, reuse: Reuse | None = None) -> Reading:
    """An RSS, RDF or Atom feed; `decoded` is its text where that is known, `reuse` what was read of the page before.

    A document that is not well-formed is read as far as it goes: issue `malformed`, `whole` False. Raises ReadError
    `empty_body`, `not_a_feed` (HTML, text, JSON), `wrong_root` (other XML), `no_items` (cut off before an item),
    `malformed`, and those of `decode`.
    """
    decoded = decoded or decode(document.body, document.content_type)
    _refuse_others(decoded, document.url)
    parts = _again(decoded.text, document.url, reuse) or _whole(decoded.text, document.url)
    return _reading(document, parts, decoded.issues)


def read_moved(document: Document, reuse: Reuse) -> Reading | None:
    """What `read_feed` gives, of a document most of which stood in those before; None where that is not known of it."""
    body = utf8_of(document.body, document.content_type)
    if reuse.feed is None or body is None:
        return None
    parts = reuse.feed.read(body, document.url)
    return None if parts is None else _reading(document, parts, ())


def _reading(document: Document, parts: Parts, issues: tuple[Issue, ...]) -> Reading:
    problems = _problems(issues, parts)
    if parts.cut and not parts.entries:
        raise ReadError("no_items", f"the feed breaks off before its first item ends ({'; '.join(problems)})")
    return Reading(
        format=_FORMATS[parts.version],
        entries=parts.entries,
        source=parts.about.source,
        whole=not problems,
        read_to_end=not parts.cut,
        next_url=parts.about.next_url,
        ttl_minutes=parts.about.ttl_minutes,
        furniture=furniture(parts.outline),
        issues=(*issues, *_content_type_issues(document.content_type), *_malformed(problems, junk=parts.junk)),
    )


def _again(text: str, url: str | None, reuse: Reuse | None) -> Parts | None:
    """What is new of a document, where that is enough to read it."""
    if reuse is None:
        return None
    if reuse.feed is None:
        reuse.feed = KnownItems()
    return reuse.feed.read(text.encode(), url)


def _whole(text: str, url: str | None) -> Parts:
    """All of a document, after a repair where need be."""
    xml = well_formed(text, url)
    feed = feedparser_reads(xml.text, url)
    return Parts(
        outline=xml.outline,
        version=feed.version,
        about=about_source(feed.fields, xml.outline, atom=feed.is_atom, base=url),
        entries=read_entries(feed.entries, xml.outline.items, context_of(feed, url)),
        problems=xml.problems,
        junk=xml.junk,
        cut=xml.cut,
    )


def _refuse_others(decoded: Decoded, url: str | None) -> None:
    look = look_at(decoded.text)
    if look.form == "empty":
        raise ReadError("empty_body", "the body is empty where a feed was expected")
    if look.form == "html":
        raise ReadError("not_a_feed", f"an HTML page came where a feed was expected{what_a_page_is(decoded.text, url)}")
    if look.form == "xml":
        raise ReadError("wrong_root", f"the document's root element is <{look.root}>, which is no feed")
    if look.form != "feed":
        what = "JSON" if look.form == "json" else "data that are no text" if decoded.binary else "plain text"
        raise ReadError("not_a_feed", f"{what} came where a feed in XML was expected")


def _problems(issues: Iterable[Issue], parts: Parts) -> tuple[str, ...]:
    """Why the document is not well-formed; characters that XML forbids were left out by `decode` already."""
    controls = any(issue.code == "control_characters" for issue in issues)
    return (*parts.problems, *(["control characters"] if controls else []))


def _malformed(problems: Sequence[str], *, junk: bool) -> Iterable[Issue]:
    if problems:
        message = f"not well-formed, read as far as it goes: {'; '.join(problems)}"
        yield Issue(severity="warning", code="malformed", message=message)
    elif junk:
        message = "something that is no XML stands before or after the feed, which itself is whole"
        yield Issue(severity="warning", code="malformed", message=message)


def _content_type_issues(content_type: str | None) -> Iterable[Issue]:
    media_type = (content_type or "").partition(";")[0].strip().lower()
    if media_type and not any(name in media_type for name in _XML_TYPES):
        message = f"the header calls the feed {media_type}"
        yield Issue(severity="info", code="content_type_mismatch", message=message)
