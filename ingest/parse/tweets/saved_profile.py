"""The head of a saved page: whose posts these are. Pure; reads the lines above the first post."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.model import ProfileEntry
from ingest.parse.tweets.saved_words import Line, header, is_badge, only_handle, stats

_BRAND = re.compile(r"Twitxy\b.{0,20}")
_BUTTONS = frozenset({"Follow", "Following", "Message", "Share", "Save", "Saved", "Log in", "Sign up", "Refresh", "Back"})
_SEPARATORS = " ·•|"
_JOINED = re.compile(r"(?P<before>.*?)[\s·•|]*Joined (?P<joined>(?:\d{1,2} )?[A-Z][a-z]{2,8}\.?(?: \d{1,2},)? \d{4}|\d{4})")
_WEBSITE = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,24}(?::\d+)?(?:/\S*)?…?")


def read_profile(lines: Sequence[Line]) -> ProfileEntry | None:
    """The account that the lines above the posts describe; None where they name no handle."""
    shown = [line for line in lines if line.text.strip() and not _is_furniture(line)]
    for at, line in enumerate(shown):
        handle = only_handle(line.spaced)
        if handle is not None:
            return _profile(handle, shown[:at], shown[at + 1 :])
        named = header(line.spaced)
        if named is not None:
            above = [Line(text=named.name, spaced=named.name)]
            return _profile(named.handle, above, shown[at + 1 :], verified=named.verified)
    return None


def _is_furniture(line: Line) -> bool:
    return line.spaced.strip() in _BUTTONS or _BRAND.fullmatch(line.spaced.strip()) is not None


def _profile(handle: str, above: Sequence[Line], below: Sequence[Line], *, verified: bool = False) -> ProfileEntry:
    names = [line.spaced.strip() for line in above if not is_badge(line.spaced)]
    counts: dict[str, str] = {}
    rest: list[Line] = []
    for line in below:
        found = stats(line.spaced)
        if found is None:
            rest.append(line)
        else:
            counts.update(found)
    bio, location, website, joined = _particulars(rest)
    return ProfileEntry(
        handle=handle,
        name=names[-1] if names else None,
        bio="\n".join(line.text.strip() for line in bio) or None,
        location=location,
        website=website,
        joined=joined,
        verified=verified or any(is_badge(line.spaced) for line in (*above, *below)),
        followers=counts.get("followers"),
        following=counts.get("following"),
        posts=counts.get("posts"),
    )


def _particulars(lines: Sequence[Line]) -> tuple[list[Line], str | None, str | None, str | None]:
    """Bio, location, website and joining date: on one line in the text, on neighbouring lines in some HTML."""
    lines = [line for line in lines if not is_badge(line.spaced)]
    for at, line in enumerate(lines):
        found = _JOINED.fullmatch(line.spaced.strip())
        if found is not None:
            start, before = _before_joined(lines, at, found["before"])
            location, website = _place_and_site(before)
            return [*lines[:start], *lines[at + 1 :]], location, website, found["joined"]
    if lines and _WEBSITE.fullmatch(lines[-1].spaced.strip()):
        return list(lines[:-1]), None, lines[-1].spaced.strip(), None
    return list(lines), None, None, None


def _before_joined(lines: Sequence[Line], at: int, before: str) -> tuple[int, str]:
    """Where the particulars begin, and what stands before `Joined`, taken from the lines of the same box if need be."""
    start = at
    words = [before] if before else []
    while start > 0 and not before and _belongs(lines[start - 1], lines[at], first=start == at):
        start -= 1
        words.insert(0, lines[start].spaced.strip())
    return start, " ".join(words)


def _belongs(line: Line, joined: Line, *, first: bool) -> bool:
    if first and _WEBSITE.fullmatch(line.spaced.strip()):
        return True
    return len(joined.box) > 1 and line.box[:-1] == joined.box[:-1] and line.box[:-1] != ()


def _place_and_site(words: str) -> tuple[str | None, str | None]:
    words = words.strip(_SEPARATORS)
    place, _, last = words.rpartition(" ")
    if _WEBSITE.fullmatch(last):
        return place.strip(_SEPARATORS) or None, last
    return words or None, None
