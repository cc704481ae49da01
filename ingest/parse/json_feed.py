"""JSON Feed 1.0 and 1.1, however loosely written, and plain JSON lists of things with an id and an address or a title. Pure.

A list is read by the names that its publishers use for the same thing: one table per field, best name first. What has no
known name is not guessed at.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ingest.errors import ReadError
from ingest.model import DateText, Document, Enclosure, FeedEntry, Issue, Reading, SourceFields
from ingest.parse.decoding import decode
from ingest.parse.feed.media import byte_length, seconds
from ingest.parse.feed.text import body_html, one_line, plain_text
from ingest.parse.html_links import absolute_links, absolute_url
from ingest.parse.json_text import load_json

JSONObject = Mapping[str, Any]

_LISTS = ("items", "posts", "entries", "articles", "data", "results")
_IDS = ("id", "guid", "_id", "uuid", "short_id")
_ADDRESSES = ("url", "link", "html_url", "permalink", "canonical_url", "external_url")
_TITLES = ("title", "name", "headline")
_HTML_BODIES = ("content_html", "body_html", "content", "html")
_TEXT_BODIES = ("content_text", "text", "body")
_SUMMARIES = ("summary", "excerpt", "description", "abstract")
_PUBLISHED = ("date_published", "published_at", "published", "date_gmt", "pubDate", "pub_date", "date", "created_at")
_UPDATED = ("date_modified", "updated_at", "updated", "modified_gmt", "modified", "last_modified")
_UTC_BY_NAME = "_gmt"  # WordPress states the zone in the name of the field
_PEOPLE = ("authors", "author", "submitter_user", "user", "by")
_TAGS = ("tags", "categories", "keywords", "labels", "tag_list")
_BUILD_DATES = ("generated_at", "date_modified", "updated_at", "updated", "last_updated")
_TOLD_ELSEWHERE = frozenset({"title", "description", "language", "home_page_url", "next_url", *_BUILD_DATES})
_MARKUP = re.compile(r"<(?:p|a|br|div|ul|ol|h[1-6]|img|em|strong|b|i|blockquote|pre|code|figure)\b[^<>]*>", re.IGNORECASE)


def read_json_feed(document: Document) -> Reading:
    """A JSON Feed, a JSON list of objects, or an object that holds such a list.

    Raises ReadError `bad_json`, `not_a_feed` (JSON without such a list), `no_items` (a list of which nothing can be read),
    and those of `decode`.
    """
    decoded = decode(document.body, document.content_type)
    value, found = load_json(decoded)
    top, items = _parts(value)
    own = _is_json_feed(top)
    base = document.url or _text(top.get("home_page_url")) or _text(top.get("feed_url"))
    objects = [item for item in items if isinstance(item, Mapping) and (_is_item(item) or (own and _is_feed_item(item)))]
    if items and not objects:
        raise ReadError("no_items", "the JSON holds a list, but nothing in it has an id and an address or a title")
    issues = [*decoded.issues, *found, *_unreadable(len(items) - len(objects)), *_version_issues(top)]
    return Reading(
        format="json_feed" if own else "json_list",
        entries=tuple(_of_author(read_object(item, base), _authors(top) if own else ()) for item in objects),
        source=_source(top, base) if own else SourceFields(),
        whole=len(objects) == len(items),
        next_url=absolute_url(_text(top.get("next_url")), base) if own else None,
        furniture=_furniture(top),
        issues=tuple(issues),
    )


def read_object(item: JSONObject, base: str | None) -> FeedEntry:
    """One object of a list as an item, in its own words."""
    return FeedEntry(
        guid=_first_text(item, _IDS),
        url=next(filter(None, (absolute_url(_text(item.get(name)), base) for name in _ADDRESSES)), None),
        title=_title(item),
        authors=_authors(item),
        categories=_tags(item),
        published=_date(item, _PUBLISHED),
        updated=_date(item, _UPDATED),
        summary_html=_body(item, (), _SUMMARIES, base),
        content_html=_body(item, _HTML_BODIES, _TEXT_BODIES, base),
        comments_url=absolute_url(_first_text(item, ("comments_url",)), base),
        enclosures=tuple(_attachments(item, base)),
    )


def _of_author(entry: FeedEntry, authors: tuple[str, ...]) -> FeedEntry:
    """An item that names no author is by those of the feed (JSON Feed 1.1, "authors")."""
    return entry if entry.authors or not authors else replace(entry, authors=authors)


def _parts(value: Any) -> tuple[JSONObject, Sequence[Any]]:
    """The object that tells of the feed ({} for a bare list), and its list of items."""
    if isinstance(value, list):
        return {}, value
    if isinstance(value, dict):
        for name in _LISTS:
            items = value.get(name)
            if isinstance(items, list):
                return value, items
            if isinstance(items, dict):  # {"data": {"posts": […]}}
                nested = next((items[inner] for inner in _LISTS if isinstance(items.get(inner), list)), None)
                if nested is not None:
                    return value, nested
    raise ReadError("not_a_feed", "the JSON is neither a JSON Feed nor a list of objects with an id and an address or a title")


def _is_json_feed(top: JSONObject) -> bool:
    """Whether an object calls itself one, or has what only a feed has beside its items."""
    version = _text(top.get("version")) or ""
    return "jsonfeed.org" in version or ("items" in top and any(name in top for name in ("home_page_url", "feed_url")))


def _is_item(item: JSONObject) -> bool:
    named = _first_text(item, _ADDRESSES) or _title(item)
    return bool(named or (_first_text(item, _IDS) and any(_written(item, name) for name in (*_HTML_BODIES, *_TEXT_BODIES))))


def _is_feed_item(item: JSONObject) -> bool:
    """JSON Feed asks for an id and nothing else; without one, what it says is still an item, as it is in any other feed."""
    return bool(_first_text(item, _IDS) or any(_written(item, name) for name in (*_HTML_BODIES, *_TEXT_BODIES, *_SUMMARIES)))


def _source(top: JSONObject, base: str | None) -> SourceFields:
    return SourceFields(
        title=one_line(_text(top.get("title")) or ""),
        description=one_line(_text(top.get("description")) or ""),
        language=one_line(_text(top.get("language")) or ""),
        home_url=absolute_url(_text(top.get("home_page_url")), base),
    )


def _furniture(top: JSONObject) -> dict[str, str]:
    """What stands beside the list and moves by itself; `other` is a short hash of the plain values told nowhere else."""
    built = _first_text(top, _BUILD_DATES)
    rest = sorted(f"{key}={value}" for key, value in top.items() if key not in _TOLD_ELSEWHERE and isinstance(value, str | bool))
    other = hashlib.sha256("\n".join(rest).encode()).hexdigest()[:16] if rest else None
    return {kind: text for kind, text in (("build_date", built), ("other", other)) if text}


def _title(item: JSONObject) -> str | None:
    """The first that is there and not empty; '' where one is there and empty (rule 8: that is not absent)."""
    empty = None
    for name in _TITLES:
        written = _written(item, name)
        if written:
            return one_line(plain_text(written) if _is_rendered(item, name) else written) or ""
        empty = written if empty is None else empty
    return empty


def _body(item: JSONObject, markup: Sequence[str], text: Sequence[str], base: str | None) -> str | None:
    """The first body that is there and not empty, as HTML with absolute links; line breaks of a plain text are kept.

    '' where one is there and empty, None where none is.
    """
    empty = None
    for name in (*markup, *text):
        written = _written(item, name)
        if not written:
            empty = written if empty is None else empty
        elif name in markup or _is_rendered(item, name) or _MARKUP.search(written):
            return absolute_links(body_html(written, "text/html") or "", base)
        else:
            return html.escape(written.strip(), quote=False).replace("\n", "<br>\n")
    return empty


def _authors(item: JSONObject) -> tuple[str, ...]:
    for name in _PEOPLE:
        people = item.get(name)
        names = [_person(person) for person in (people if isinstance(people, list) else [people])]
        if any(names):
            return tuple(dict.fromkeys(filter(None, names)))
    return ()


def _person(person: Any) -> str | None:
    if isinstance(person, Mapping):
        return next(filter(None, (one_line(_text(person.get(key)) or "") for key in ("name", "username", "login", "url"))), None)
    return one_line(_text(person) or "")


def _tags(item: JSONObject) -> tuple[str, ...]:
    for name in _TAGS:
        tags = item.get(name)
        if isinstance(tags, list):
            found = (one_line(_text(tag.get("name") if isinstance(tag, Mapping) else tag) or "") for tag in tags)
            return tuple(dict.fromkeys(filter(None, found)))
    return ()


def _date(item: JSONObject, names: Sequence[str]) -> DateText | None:
    for name in names:
        written = (_text(item.get(name)) or "").strip()
        if written:
            return DateText(raw=written, text=written, zone="UTC" if name.endswith(_UTC_BY_NAME) else None)
    return None


def _attachments(item: JSONObject, base: str | None) -> Iterator[Enclosure]:
    """Each attachment once, by address (JSON Feed 1.1, "attachments")."""
    attachments = item.get("attachments")
    seen: set[str] = set()
    for one in attachments if isinstance(attachments, list) else ():
        url = absolute_url(_text(one.get("url")), base) if isinstance(one, Mapping) else None
        if url and url not in seen:
            seen.add(url)
            yield Enclosure(
                url=url,
                type=one_line(_text(one.get("mime_type")) or ""),
                length=byte_length(_text(one.get("size_in_bytes"))),
                title=one_line(_text(one.get("title")) or ""),
                duration_seconds=seconds(_text(one.get("duration_in_seconds"))),
            )


def _unreadable(count: int) -> Iterator[Issue]:
    if count:
        message = f"{count} of the list's items are nothing that can be read as one"
        yield Issue(severity="warning", code="unreadable_items", message=message)


def _version_issues(top: JSONObject) -> Iterator[Issue]:
    if _is_json_feed(top) and "jsonfeed.org" not in (_text(top.get("version")) or ""):
        yield Issue(severity="info", code="no_version", message="the JSON Feed does not say which version it is")


def _first_text(item: JSONObject, names: Sequence[str]) -> str | None:
    return next(filter(None, ((_text(item.get(name)) or "").strip() for name in names)), None)


def _written(item: JSONObject, name: str) -> str | None:
    """A field's text, also where it is wrapped as WordPress does: {"rendered": "…"}."""
    value = item.get(name)
    return _text(value.get("rendered") if isinstance(value, Mapping) else value)


def _is_rendered(item: JSONObject, name: str) -> bool:
    return isinstance(item.get(name), Mapping)


def _text(value: Any) -> str | None:
    """A text or a number (which `load_json` left as text); None for anything else."""
    return value if isinstance(value, str) else None
