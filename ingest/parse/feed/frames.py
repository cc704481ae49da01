"""What the frame of a feed, all of it but its items, says and means for them; read again only where more than dates moved. Pure.

A build date or a cache comment is another in every document and nothing but the outline reads it, so the outline of a frame
is that of the one before with these put in. Of a frame with anything unusual about it nothing is said: see `again`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest.parse.detect import look_at
from ingest.parse.feed.calling import Parsed, context_of, feedparser_reads
from ingest.parse.feed.channel import About, about_source
from ingest.parse.feed.cutting import ancestors
from ingest.parse.feed.entry import Context
from ingest.parse.feed.outline import Outline, outline
from ingest.parse.feed.prolog import open_prolog

_FRAMES = 4
_UNUSUAL = re.compile(r"<!DOCTYPE|<(?:[\w.\-]+:)?(?:encoded|content|fullitem|body)[\s/>]", re.IGNORECASE)
"""What declares entities, and bodies of the feed itself, which feedparser lets tell on its first item."""
_MOVING = re.compile(
    r"(?P<kept><!\[CDATA\[.*?\]\]>|<\?.*?\?>|<(?:lastBuildDate|pubDate|updated|dc:date)>)(?P<date>(?<=[ed]>)[^<>]*(?=</))?|<!--.*?-->",
    re.DOTALL,
)
_NO_COMMENT = "<!---->"
_MARK = "[moves] "
_MEANS_MORE = re.compile(r"[&\r]|--|-\Z")  # in a date or a comment: what XML does not take as it is written


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrounding:
    """All around an item that can tell on its meaning."""

    name: str
    tags: tuple[str, ...]
    url: str
    version: str
    context: Context


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """`feed` is what feedparser makes of the frame without its holes, `about` what that says of the source."""

    outline: Outline
    feed: Parsed
    about: About
    surrounding: Surrounding


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A frame without its dates and comments; `dates` has its build dates, by place among all that moves where they move."""

    frame: Frame
    comments: tuple[int, ...]
    dates: tuple[int | str, ...]

    def with_(self, moving: Sequence[str]) -> Frame:
        dates = (moving[date].strip() if isinstance(date, int) else date for date in self.dates)
        comments = tuple(moving[place].strip() for place in self.comments)
        return replace(self.frame, outline=replace(self.frame.outline, build_dates=tuple(filter(None, dates)), comments=comments))


class Frames:
    """The frames of one page that were read. A cache: it forgets, and never answers otherwise."""

    def __init__(self) -> None:
        self._shapes: dict[tuple[str, str, int, str], _Shape] = {}
        self._feeds: dict[tuple[str, str], Parsed] = {}

    def read(self, text: str, hole: str, runs: int, url: str) -> Frame | None:
        """A frame with its holes; None for one that is unusual. Raises BrokenXMLError or ReadError where it can't be read."""
        still, moving = _parted(text)
        key = still, hole, runs, url
        shape = self._shapes.get(key)
        if shape is not None and not any(_MEANS_MORE.search(text) or _UNUSUAL.search(text) or hole in text for text in moving):
            return shape.with_(moving)
        frame = self._read(text, hole, runs, url)
        if frame is not None and (shape := _shape_of(frame, text, moving)) is not None:
            self._shapes[key] = shape
            _forget(self._shapes)
        return frame

    def _read(self, text: str, hole: str, runs: int, url: str) -> Frame | None:
        opened = open_prolog(text)
        if opened.junk or opened.problems or _UNUSUAL.search(text) or look_at(text).form != "feed":
            return None
        around = outline(opened.text, url)
        tags = ancestors(opened.text, hole, runs)
        if tags is None or not runs == len(around.items) == opened.text.count(hole):
            return None
        feed = self._feed(opened.text.replace(hole, ""), url)
        if not feed.strict or feed.entries:
            return None
        context = context_of(feed, url)
        surrounding = Surrounding(name=hole[1:-2], tags=tags, url=url, version=feed.version, context=context)
        about = about_source(feed.fields, around, atom=feed.is_atom, base=url)
        return Frame(outline=replace(around, starts=()), feed=feed, about=about, surrounding=surrounding)

    def _feed(self, frame: str, url: str) -> Parsed:
        """What a feed says of itself, the same for all frames that differ in what moves alone."""
        still = _MOVING.sub(lambda token: token["kept"] or "", frame)
        feed = self._feeds.pop((still, url), None) or feedparser_reads(still, url)
        self._feeds[still, url] = feed
        _forget(self._feeds)
        return feed


def _forget(kept: dict[Any, Any]) -> None:
    """Let the oldest go where there are too many."""
    if len(kept) > _FRAMES:
        del kept[next(iter(kept))]


def _shape_of(frame: Frame, text: str, moving: Sequence[str]) -> _Shape | None:
    """The shape of a frame; None where something that looks like a build date or a comment is another thing."""
    comments: list[int] = []
    places = itertools.count()

    def marked(token: re.Match[str]) -> str:
        kept, date = token.group("kept", "date")
        if kept is None:
            comments.append(next(places))
            return token[0]
        return kept if date is None else f"{kept}{_MARK}{next(places)}"

    if _MARK in text:
        return None
    found = outline(open_prolog(_MOVING.sub(marked, text)).text, frame.surrounding.url)
    dates = tuple(int(date.removeprefix(_MARK)) if date.startswith(_MARK) else date for date in found.build_dates)
    shape = _Shape(frame=frame, comments=tuple(comments), dates=dates)
    same = shape.with_(moving) == frame and found.comments == frame.outline.comments and found.rest == frame.outline.rest
    return shape if same else None


def _parted(text: str) -> tuple[str, list[str]]:
    """A frame without its dates and with its comments empty, and what was taken out, in order."""
    moving: list[str] = []

    def still(token: re.Match[str]) -> str:
        kept, date = token.group("kept", "date")
        if kept is None:
            moving.append(token[0][4:-3])
            return _NO_COMMENT
        if date is not None:
            moving.append(date)
        return kept

    return _MOVING.sub(still, text), moving
