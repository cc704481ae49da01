"""What a feed says of itself: its fields, its pace, its next page, and what moves around its items. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.model import SourceFields
from ingest.parse.feed.outline import Outline
from ingest.parse.feed.text import HTML_TYPES, one_line, plain_text, title_text
from ingest.parse.html_links import absolute_url

_PERIODS = {"hourly": 60, "daily": 24 * 60, "weekly": 7 * 24 * 60}  # minutes; a month or a year says nothing of use
_LONGEST_TTL = 7 * 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a feed says of its source, the same for as long as nothing moves in it but dates, comments and items."""

    source: SourceFields
    next_url: str | None
    ttl_minutes: int | None


def about_source(feed: Mapping[str, Any], outline: Outline, *, atom: bool, base: str | None) -> About:
    """All that a feed's own fields say."""
    source = source_fields(feed, outline, atom=atom, base=base)
    return About(source=source, next_url=next_url(feed, base), ttl_minutes=ttl_minutes(feed))


def source_fields(feed: Mapping[str, Any], outline: Outline, *, atom: bool, base: str | None) -> SourceFields:
    """Title, description, generator, language and home page, in plain text."""
    return SourceFields(
        title=title_text(feed.get("title") or "", _type_of(feed, "title"), stated=atom),
        description=_description(feed, "subtitle", atom=atom) or _description(feed, "summary", atom=atom),
        generator=one_line(outline.generators[0]) if outline.generators else None,
        language=one_line(feed.get("language") or ""),
        home_url=_home(feed, base),
    )


def ttl_minutes(feed: Mapping[str, Any]) -> int | None:
    """How long the feed asks to be left alone: `ttl`, else `sy:updatePeriod` and `sy:updateFrequency`.

    None where nothing is said, and for what nobody means: zero, less than zero, more than a week.
    """
    ttl = _whole(feed.get("ttl"))
    if ttl is None and feed.get("sy_updateperiod"):
        period = _PERIODS.get(str(feed["sy_updateperiod"]).strip().lower())
        frequency = _whole(feed.get("sy_updatefrequency") or "1")
        ttl = period // frequency if period and frequency else None
    return ttl if ttl is not None and 1 <= ttl <= _LONGEST_TTL else None


def next_url(feed: Mapping[str, Any], base: str | None) -> str | None:
    """The next page of a paged feed (RFC 5005)."""
    return _linked(feed, "next", base)


def furniture(outline: Outline) -> dict[str, str]:
    """What is outside the items and moves by itself, by the kind of noise that it makes (rule 9)."""
    kinds = {
        "build_date": "; ".join(dict.fromkeys(outline.build_dates)),
        "generator": "; ".join(dict.fromkeys(outline.generators)),
        "cache_comment": "\n".join(filter(None, outline.comments)),
        "other": outline.rest,
    }
    return {kind: text for kind, text in kinds.items() if text}


def _description(feed: Mapping[str, Any], name: str, *, atom: bool) -> str | None:
    written = feed.get(name) or ""
    return title_text(written, _type_of(feed, name), stated=True) if atom else one_line(plain_text(written))


def _type_of(feed: Mapping[str, Any], name: str) -> str:
    return str((feed.get(f"{name}_detail") or {}).get("type", "text/plain"))


def _home(feed: Mapping[str, Any], base: str | None) -> str | None:
    pages = [link for link in feed.get("links") or () if link.get("rel") == "alternate" and link.get("type") in HTML_TYPES]
    return next(filter(None, (absolute_url(link.get("href"), base) for link in pages)), None)


def _linked(feed: Mapping[str, Any], relation: str, base: str | None) -> str | None:
    hrefs = (link.get("href") for link in feed.get("links") or () if link.get("rel") == relation)
    return next(filter(None, (absolute_url(href, base) for href in hrefs)), None)


def _whole(written: Any) -> int | None:
    text = str(written or "").strip()
    return int(text) if text.isdecimal() and len(text) < 8 else None
