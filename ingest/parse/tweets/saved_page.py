"""The visible lines of a saved page of posts (Twitxy) to a Reading; the text and the HTML of it come together here. Pure.

A page is: the person, a heading that may announce how many posts follow, then posts. A post is: marks (pinned, reposted), a
header that names its author, own words, perhaps a quoted post that ends in `View quoted post on X`, a footer with its counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.errors import ReadError
from ingest.model import Issue, ProfileEntry, Reading
from ingest.parse.tweets.repeated import once
from ingest.parse.tweets.saved_post import Post, read_post
from ingest.parse.tweets.saved_profile import read_profile
from ingest.parse.tweets.saved_words import Footer, Line, footer, header, heading, is_view_quoted, mark, only_handle

FORMAT = "twitxy"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Foot:
    """Lines `start` to `end` (exclusive) are the footer of a post."""

    start: int
    end: int
    footer: Footer = field(default_factory=Footer)


def read_lines(lines: Sequence[Line]) -> Reading:
    """The person and the posts that the lines of a page show. Raises ReadError `no_items` where they show neither."""
    head, announced, body = _split_head(lines)
    profile = read_profile(head)
    posts = _posts(body, profile)
    if profile is None and not posts:
        raise ReadError("no_items", "the page shows no post: no author with counts below it, and no profile")
    read = [read_post(post, profile) for post in posts]
    entries, repeated = once(entry for entry, _ in read if entry is not None)
    found = [*(issue for _, issues in read for issue in issues), *repeated, *_announced_more(announced, len(posts))]
    to_end = not any(post.cut for post in posts)
    whole = to_end and not any(issue.code == "fewer_than_announced" for issue in found)
    return Reading(format=FORMAT, entries=entries, profile=profile, whole=whole, read_to_end=to_end, issues=tuple(found))


def _split_head(lines: Sequence[Line]) -> tuple[Sequence[Line], str | None, Sequence[Line]]:
    """The lines about the person, the announced number of posts, and the lines of the posts."""
    for at, line in enumerate(lines):
        heads, number = heading(line.spaced)
        if not heads:
            continue
        after = at + 1
        if number is None and after < len(lines) and lines[after].spaced.strip().isdigit():
            number, after = lines[after].spaced.strip(), after + 1
        return lines[:at], number, lines[after:]
    start = _first_post(lines)
    return lines[:start], None, lines[start:]


def _first_post(lines: Sequence[Line]) -> int:
    """Where posts begin on a page without a heading: at the first author's header, with the marks above it."""
    person = next((at for at, line in enumerate(lines) if only_handle(line.spaced)), -1)
    for at in range(person + 1, len(lines)):
        if header(lines[at].spaced) is not None:
            while at > person + 1 and mark(lines[at - 1].spaced) is not None:
                at -= 1
            return at
    return len(lines)


def _posts(lines: Sequence[Line], profile: ProfileEntry | None) -> list[Post]:
    posts: list[Post] = []
    start = 0
    for foot in _feet(lines):
        parts = _own_starts(lines[start : foot.start], profile)
        posts.extend(Post(lines=tuple(part)) for part in parts[:-1])
        posts.append(Post(lines=tuple(parts[-1]), footer=foot.footer, link=_link(lines[foot.start : foot.end])))
        start = foot.end
    rest = lines[start:]
    begun = next((at for at, line in enumerate(rest) if _starts_post(line, profile)), None)
    if begun is not None:
        posts.extend(Post(lines=tuple(part), cut=True) for part in _own_starts(rest[begun:], profile))
    return posts


def _feet(lines: Sequence[Line]) -> list[_Foot]:
    """Every footer. Where the page links its posts, the link decides; else two counts or more on neighbouring lines."""
    found = [footer(line.spaced) for line in lines]
    if any(foot is not None and foot.link for foot in found):
        return [_with_counts_above(found, at, foot) for at, foot in enumerate(found) if foot is not None and foot.link]
    feet: list[_Foot] = []
    at = 0
    while at < len(found):
        foot = _counts_from(found, at)
        if len([number for number in foot.footer.counts.values() if number]) > 1:
            feet.append(foot)
        at = max(foot.end, at + 1)
    return feet


def _with_counts_above(found: Sequence[Footer | None], at: int, foot: Footer) -> _Foot:
    counts = dict(foot.counts)
    start = at
    while start > 0 and not foot.counts:
        above = found[start - 1]
        if above is None or above.link or set(above.counts) & set(counts):
            break
        counts.update(above.counts)
        start -= 1
    return _Foot(start=start, end=at + 1, footer=Footer(counts=counts, link=True))


def _counts_from(found: Sequence[Footer | None], at: int) -> _Foot:
    counts: dict[str, str] = {}
    end = at
    while end < len(found):
        here = found[end]
        if here is None or set(here.counts) & set(counts):
            break
        counts.update(here.counts)
        end += 1
    return _Foot(start=at, end=end, footer=Footer(counts=counts))


def _link(lines: Sequence[Line]) -> Line | None:
    """The line of a footer that holds the link to its post."""
    return next((line for line in reversed(lines) if (foot := footer(line.spaced)) is not None and foot.link), None)


def _starts_post(line: Line, profile: ProfileEntry | None) -> bool:
    named = header(line.spaced)
    if named is None:
        return False
    own = profile is not None and named.handle.lower() == profile.handle.lower() and named.name == profile.name
    return own or (named.verified and named.date is None)


def _own_starts(lines: Sequence[Line], profile: ProfileEntry | None) -> list[Sequence[Line]]:
    """Lines between two footers, split where the person's own header shows that a post has lost its footer."""
    if any(is_view_quoted(line.spaced) for line in lines):
        return [lines]  # a quoted post has a header as well, and it may be the person's own
    starts = [at for at, line in enumerate(lines) if _is_own(line, profile)][1:]
    bounds = [0, *starts, len(lines)]
    return [lines[a:b] for a, b in pairwise(bounds)]


def _is_own(line: Line, profile: ProfileEntry | None) -> bool:
    named = header(line.spaced)
    if named is None or profile is None or named.date is not None:
        return False
    return (named.handle, named.name) == (profile.handle, profile.name)


def _announced_more(announced: str | None, shown: int) -> list[Issue]:
    number = (announced or "").replace(",", "")
    if not number.isdecimal() or int(number) <= shown:
        return []
    message = f"the page announces {number} posts and shows {shown}; what is missing is not judged"
    return [Issue(severity="warning", code="fewer_than_announced", message=message)]
