"""What one visible line of a saved page says: an author's name, counts, a mark. Pure; knows lines, not the page.

The viewer (Twitxy) writes a page as lines; the same lines come from its text and from its HTML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A visible line. `spaced` is the text with a space wherever two elements touch: `1.7K Following18K Followers`."""

    text: str
    spaced: str = ""
    links: tuple[tuple[str, str], ...] = ()  # label, address
    images: tuple[str, ...] = ()
    times: tuple[tuple[str, str], ...] = ()  # as shown, as the machine says it
    box: tuple[int, ...] = ()  # the blocks around it, outermost first; empty in plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """`NAME Verified account @handle Oct 20`. `certain` where badge or date show that it can't be a sentence."""

    name: str
    handle: str
    verified: bool
    date: str | None
    certain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Footer:
    """`14 replies 19 reposts 177 likes 19K views View on X`: counts as shown, and whether the link is there."""

    counts: Mapping[str, str] = field(default_factory=dict)
    link: bool = False


_NUMBER = r"\d[\d.,]*(?:\s?[KMBkmb])?"
_DAY = r"[A-Z][a-z]{2,8}\.? \d{1,2}(?:, \d{4})?|\d{1,2} [A-Z][a-z]{2,8}\.?(?: \d{4})?|\d{4}-\d\d-\d\d"
_UNIT = r"s|m|h|d|w|mo|y|secs?|mins?|hrs?|(?:second|minute|hour|day|week|month|year)s?"
_AGO = rf"\d{{1,3}} ?(?:{_UNIT})(?: ago)?|[Yy]esterday|[Nn]ow|[Jj]ust now"
_DATE = rf"(?:[·•] ?)?(?:(?:{_DAY})(?:[ ,T·•]+(?:at )?\d{{1,2}}:\d\d.{{0,12}})?|{_AGO})"
_BADGE = r"(?:Verified(?: \w+)? account|[✓✔☑]\ufe0f?)"

_LONGEST_HEADER = 200  # characters; X allows 50 for a name
_HEADER = re.compile(
    rf"(?P<name>[^@\s].*?)(?P<badge> {_BADGE})?(?: Protected account)? @(?P<handle>\w{{1,20}})(?: (?P<date>{_DATE}))?"
)
_ONLY_DATE = re.compile(_DATE)
_ONLY_BADGE = re.compile(rf"{_BADGE}(?: .*)?")
_ONLY_HANDLE = re.compile(r"@(\w{1,20})")

_COUNT = re.compile(
    rf"(?P<number>{_NUMBER})?\s*(?P<what>repl(?:y|ies)|reposts?|retweets?|quotes?|likes?|favou?rites?|bookmarks?|views?)\b[\s·|,]*",
    re.IGNORECASE,
)
_VIEW = re.compile(r"View (?:post |tweet )?on (?:X|Twitter)(?:\s+\(?https?://\S+)?")
_VIEW_QUOTED = re.compile(r"View quoted (?:post|tweet) on (?:X|Twitter)(?:\s+\(?https?://\S+)?")
_ADDRESS = re.compile(r"https?://[^\s()<>]+")
_COLUMNS = {"re": "replies", "rp": "reposts", "rt": "reposts", "li": "likes", "fa": "likes", "vi": "views"}

_STAT = re.compile(rf"(?P<number>{_NUMBER})\s*(?P<what>Following|Followers?|Posts?|Tweets?)\b[\s·|,]*")
_STAT_COLUMNS = {"following": "following", "follower": "followers", "post": "posts", "tweet": "posts"}
_HEADING = re.compile(r"Latest (?:posts?|tweets?)[\s:(]*(?P<number>[\d.,]+[KMBkmb]?)?\)?")

MarkKind = Literal["pinned", "reposted", "replying", "promoted", "cut"]
_MARKS: tuple[tuple[MarkKind, re.Pattern[str]], ...] = (
    ("pinned", re.compile(r"(?:📌 ?)?Pinned(?: (?:post|tweet))?", re.IGNORECASE)),
    ("reposted", re.compile(r"(?:🔁 ?|↻ ?)?(?P<who>.+?) (?:reposted|retweeted)", re.IGNORECASE)),
    ("reposted", re.compile(r"(?:🔁 ?|↻ ?)?(?:Reposted|Retweeted) by (?P<who>.+)", re.IGNORECASE)),
    ("replying", re.compile(r"(?:↩ ?)?(?:Replying to|In reply to) (?P<who>@?\w{1,20}.*)", re.IGNORECASE)),
    ("promoted", re.compile(r"(?:Promoted|Sponsored|Ad)(?: by .+)?")),
    ("cut", re.compile(r"Show more|Read more|Show this thread", re.IGNORECASE)),
)


def header(text: str) -> Header | None:
    """The author that a whole line names, None where it names none."""
    found = _HEADER.fullmatch(text.strip()) if len(text) < _LONGEST_HEADER else None
    if found is None:
        return None
    certain = found["badge"] is not None or found["date"] is not None
    name = found["name"].strip()
    return Header(name=name, handle=found["handle"], verified=found["badge"] is not None, date=found["date"], certain=certain)


def looks_like_name(name: str) -> bool:
    """Whether words before a handle are a name rather than a sentence: few, capitalised, without punctuation."""
    words = name.split()
    return 0 < len(words) <= 5 and len(name) <= 50 and not any(w[0].islower() or w[-1] in ",;:!?" for w in words)


def only_handle(text: str) -> str | None:
    """The handle of a line that is nothing else."""
    found = _ONLY_HANDLE.fullmatch(text.strip())
    return found[1] if found else None


def is_badge(text: str) -> bool:
    """A line that says the account is verified, and may explain what that means."""
    return _ONLY_BADGE.fullmatch(text.strip()) is not None


def is_date(text: str) -> bool:
    """A line that is a date and nothing else."""
    return _ONLY_DATE.fullmatch(text.strip()) is not None


def footer(text: str) -> Footer | None:
    """The counts under a post and the link to it, None for a line with anything else in it."""
    rest = text.strip()
    view = _VIEW.search(rest)
    if view is not None and view.end() == len(rest.rstrip(")")):
        rest = rest[: view.start()].rstrip()
    else:
        view = None
    counts = _tokens(_COUNT, rest)
    if counts is None or (not counts and view is None):
        return None
    shown = {_count_column(what): number for what, number in counts}
    shown.pop("", None)
    return Footer(counts=shown, link=view is not None)


def _count_column(what: str) -> str:
    word = what.lower()
    return _COLUMNS.get({"repo": "rp", "retw": "rt"}.get(word[:4], word[:2]), "")


def stats(text: str) -> Mapping[str, str] | None:
    """`1.7K Following 18K Followers 9.2K Posts` as columns of a profile, None for a line with anything else in it."""
    counts = _tokens(_STAT, text.strip())
    if not counts:
        return None
    return {_STAT_COLUMNS[what.lower().removesuffix("s")]: number for what, number in counts}


def _tokens(pattern: re.Pattern[str], text: str) -> list[tuple[str, str]] | None:
    """(what, number) for a text made of nothing but such tokens; None for any other."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        found.append((match["what"], match["number"] or ""))
        at = match.end()
    return found


def is_view_quoted(text: str) -> bool:
    """The link to a quoted post, which ends its text."""
    return _VIEW_QUOTED.fullmatch(text.strip().rstrip(")")) is not None


def address_in(line: Line) -> str | None:
    """Where the link of a line leads; in plain text the address that is written out."""
    if line.links:
        return line.links[-1][1]
    found = _ADDRESS.search(line.text)
    return found[0] if found else None


def heading(text: str) -> tuple[bool, str | None]:
    """Whether a line heads the list of posts, and how many it announces."""
    found = _HEADING.fullmatch(text.strip())
    return (True, found["number"]) if found else (False, None)


def mark(text: str) -> tuple[MarkKind, str | None] | None:
    """A mark that stands above or under a post, and whom it names."""
    for kind, pattern in _MARKS:
        found = pattern.fullmatch(text.strip())
        if found is not None:
            return kind, found.groupdict().get("who")
    return None
