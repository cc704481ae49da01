"""The lines of one post of a saved page to a TweetEntry, own words and quoted words kept apart. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.model import DateText, Issue, ProfileEntry, Severity, TweetEntry
from ingest.parse.tweets.addresses import author_of, status_id
from ingest.parse.tweets.kinds import kind_of
from ingest.parse.tweets.markup import tidy
from ingest.parse.tweets.saved_header import Named, split_head
from ingest.parse.tweets.saved_quote import Quote, split_quote
from ingest.parse.tweets.saved_words import Footer, Line, MarkKind, address_in, mark
from ingest.parse.tweets.written_links import written_links

_FIRST_HANDLE = re.compile(r"@\w{1,20}")
_REF_LENGTH = 60  # characters of a post's text that name it in an issue


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One post's lines above its footer. `cut` where the page ends before the footer."""

    lines: tuple[Line, ...]
    footer: Footer = field(default_factory=Footer)
    link: Line | None = None
    cut: bool = False


def read_post(post: Post, profile: ProfileEntry | None) -> tuple[TweetEntry | None, tuple[Issue, ...]]:
    """The entry and what was found while reading it; no entry for a promoted post, or where nothing is shown."""
    marks, named, body = split_head(post.lines)
    if "promoted" in marks:
        message = "a promoted post is not the person's own and is not taken"
        return None, (Issue(severity="info", code="promoted_skipped", message=message),)
    shown = [line for line in body if not _says_cut(line)]
    if named is None and not any(line.text.strip() or line.images for line in shown):
        return None, ()
    own, quote = split_quote(shown)
    entry = _entry(post, marks, named, own, quote, profile)
    return entry, tuple(_findings(post, named, quote, entry))


def _entry(
    post: Post,
    marks: Mapping[MarkKind, str | None],
    named: Named | None,
    own: Sequence[Line],
    quote: Quote | None,
    profile: ProfileEntry | None,
) -> TweetEntry:
    url = address_in(post.link) if post.link is not None else None
    counts = post.footer.counts
    quoted = quote or Quote()
    quoted_url = address_in(quoted.link) if quoted.link is not None else None
    text = _joined(own)
    return TweetEntry(
        status_id=status_id(url),
        url=url,
        text=text,
        author_handle=named.by.handle if named else author_of(url),
        author_name=named.by.name if named else None,
        author_verified=named.by.verified if named else None,
        posted=_posted(named),
        kind=kind_of(reposted="reposted" in marks, replies="replying" in marks, quotes=quote is not None),
        reposted_by=_reposter(marks["reposted"], profile) if "reposted" in marks else None,
        in_reply_to=_replied(marks.get("replying")),
        quoted_id=status_id(quoted_url),
        quoted_handle=quoted.by.handle if quoted.by else author_of(quoted_url),
        quoted_name=quoted.by.name if quoted.by else None,
        quoted_verified=quoted.by.verified if quoted.by else None,
        quoted_posted_raw=quoted.by.date if quoted.by else None,
        quoted_text=_joined(quoted.lines) or None,
        quoted_url=quoted_url,
        links=_links(own, text),
        media=tuple(image for line in own for image in line.images),
        pinned="pinned" in marks,
        replies=counts.get("replies"),
        reposts=counts.get("reposts"),
        likes=counts.get("likes"),
        views=counts.get("views"),
        truncated=post.cut or any(_says_cut(line) for line in post.lines),
    )


def _joined(lines: Sequence[Line]) -> str:
    return tidy("\n".join(line.text for line in lines))


def _says_cut(line: Line) -> bool:
    found = mark(line.spaced)
    return found is not None and found[0] == "cut"


def _posted(named: Named | None) -> DateText | None:
    if named is None or (named.by.date is None and named.machine_date is None):
        return None
    raw = named.by.date or named.machine_date or ""
    return DateText(raw=raw, text=named.machine_date or raw)


def _reposter(who: str | None, profile: ProfileEntry | None) -> str | None:
    """The handle of who reposted; the name as shown where the page gives no handle for it."""
    named = _FIRST_HANDLE.search(who or "")
    if named is not None:
        return named[0][1:]
    return profile.handle if profile is not None and who in (profile.name, profile.handle) else who


def _replied(who: str | None) -> str | None:
    named = _FIRST_HANDLE.search(who or "")
    return named[0] if named else None


def _links(own: Sequence[Line], text: str) -> tuple[str, ...]:
    """Where the links of the own words lead; as written where the page is plain text."""
    leading = [href for line in own for label, href in line.links if label[:1] not in "@#$" and href.startswith("http")]
    return tuple(dict.fromkeys(leading)) or written_links(text)


def _findings(post: Post, named: Named | None, quote: Quote | None, entry: TweetEntry) -> Iterator[Issue]:
    if post.cut:
        yield _issue("error", "cut_short", "the page ends before the counts of this post", entry)
    if named is None:
        yield _issue("warning", "author_missing", "no author stands above this post", entry)
    if quote is None:
        return
    if entry.quoted_text is None:
        yield _issue("info", "quote_not_shown", "a post is quoted but none of its text is shown", entry)
    elif entry.quoted_handle is None:
        message = "the quoted post names no author; it is taken to begin below the first line or in the box of its link"
        yield _issue("warning", "quote_unattributed", message, entry)


def _issue(severity: Severity, code: str, message: str, entry: TweetEntry) -> Issue:
    ref = entry.status_id or f"@{entry.author_handle or '?'}: {entry.text[:_REF_LENGTH]}"
    return Issue(severity=severity, code=code, message=message, entry_ref=ref)
