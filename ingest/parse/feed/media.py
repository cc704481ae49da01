"""The files that belong to an item: RSS enclosures, Atom links, Media RSS. Pure; decides nothing about what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ingest.model import Enclosure
from ingest.parse.html_links import absolute_url

_ASSUMED_TYPE = "text/html"  # feedparser's, for a link that does not say
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:\.\d+)?\Z")
_SECONDS = re.compile(r"\d{1,7}(?:\.\d+)?\Z")


def enclosures(entry: Mapping[str, Any], base: str | None, duration: str | None) -> tuple[Enclosure, ...]:
    """Each file once, in the order of the document; addresses absolute, what is not known None.

    `duration` is the item's `itunes:duration`: it is the length of the first enclosure.
    """
    found = _unique(_all(entry, base))
    if found and found[0].duration_seconds is None:
        found[0] = replace(found[0], duration_seconds=seconds(duration))
    return tuple(found)


def seconds(written: str | None) -> float | None:
    """A length of time as podcasts write it: '3723', '62:03', '1:02:03'; None for anything else."""
    text = (written or "").strip()
    if _SECONDS.match(text):
        return _whole(float(text))
    clock = _CLOCK.match(text)
    if not clock:
        return None
    hours, minutes, rest = (int(part or 0) for part in clock.groups())
    return 3600 * hours + 60 * minutes + rest


def byte_length(written: str | None) -> str | None:
    """A size in bytes as sent; None for what only fills the attribute ('', '-1', '0', '12 MB')."""
    text = (written or "").strip()
    return text if text.isdecimal() and text.strip("0") else None


def _whole(number: float) -> float:
    return int(number) if number.is_integer() else number


def _all(entry: Mapping[str, Any], base: str | None) -> Iterator[Enclosure]:
    for link in entry.get("links") or ():
        if link.get("rel") == "enclosure":
            told = link if link.get("type") != _ASSUMED_TYPE else {**link, "type": None}
            yield from _enclosure(told, base, url="href", length="length")
    for name in ("media_content", "media_thumbnail"):
        for attributes in entry.get(name) or ():
            yield from _enclosure(attributes, base, url="url", length="filesize")


def _enclosure(attributes: Mapping[str, Any], base: str | None, *, url: str, length: str) -> Iterator[Enclosure]:
    address = absolute_url(attributes.get(url), base)
    if address:
        yield Enclosure(
            url=address,
            type=(attributes.get("type") or "").strip() or None,
            length=byte_length(attributes.get(length)),
            title=(attributes.get("title") or "").strip() or None,
            duration_seconds=seconds(attributes.get("duration")),
        )


def _unique(found: Iterable[Enclosure]) -> list[Enclosure]:
    unique: dict[str, Enclosure] = {}
    for enclosure in found:
        unique.setdefault(enclosure.url, enclosure)
    return list(unique.values())
