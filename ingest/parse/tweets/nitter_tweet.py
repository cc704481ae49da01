"""One timeline item of a Nitter page to a TweetEntry. Pure."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from ingest.model import DateText, Issue, ProfileEntry, TweetEntry
from ingest.parse.tweets.addresses import absolute, author_of, handle, is_elsewhere, status_id
from ingest.parse.tweets.kinds import kind_of
from ingest.parse.tweets.markup import attribute, classes, one_line, plain_text

_COUNTS = {
    "icon-comment": "replies",
    "icon-retweet": "reposts",
    "icon-heart": "likes",
    "icon-views": "views",
    "icon-play": "views",  # before 2024 only videos had a number of views
}
_REPOSTED = re.compile(r"^(?P<who>.+?)\s+(?:retweeted|reposted)$", re.IGNORECASE)
_PICTURES = (
    ("a.still-image", "href"),
    (".video-container video", "data-url"),
    ("video source", "src"),
    ("video", "src"),
    ("video", "poster"),
)


def read_item(item: LexborNode, profile: ProfileEntry | None, url: str | None) -> tuple[TweetEntry | None, tuple[Issue, ...]]:
    """The entry of a timeline item, None for one without a tweet (people to follow, an empty box)."""
    link = attribute(item.css_first("a.tweet-link"), "href") or attribute(_outside_quote(item, ".tweet-date a"), "href")
    own_id = status_id(link)
    content = _outside_quote(item, ".tweet-content")
    if own_id is None or (content is None and item.css_first(".tweet-body") is None):
        return None, ()
    quote = item.css_first(".quote")
    reposted = one_line(item.css_first(".retweet-header"))
    replying = _outside_quote(item, ".replying-to")
    counts = _counts(item)
    entry = TweetEntry(
        status_id=own_id,
        url=absolute(link, url),
        text=plain_text(content) if content is not None else "",
        author_handle=_author(item) or author_of(link),
        author_name=_name(_outside_quote(item, ".fullname")),
        author_verified=_outside_quote(item, ".verified-icon, .icon-ok") is not None,
        posted=_posted(_outside_quote(item, ".tweet-date a")),
        kind=kind_of(reposted=reposted is not None, replies=replying is not None, quotes=quote is not None),
        reposted_by=_reposter(reposted, profile),
        in_reply_to=_first_person(replying),
        quoted_id=_quoted_id(quote),
        quoted_handle=_quoted_handle(quote),
        quoted_name=_name(quote.css_first(".fullname")) if quote is not None else None,
        quoted_verified=_quoted_verified(quote),
        quoted_posted_raw=_quoted_date(quote),
        quoted_text=_quoted_text(quote),
        quoted_url=absolute(_quoted_href(quote), url),
        links=_links(item, content, url),
        media=_media(item, url),
        pinned=item.css_first(".pinned") is not None,
        replies=counts.get("replies"),
        reposts=counts.get("reposts"),
        likes=counts.get("likes"),
        views=counts.get("views"),
    )
    return entry, _findings(item, quote, own_id)


def _outside_quote(item: LexborNode, selector: str) -> LexborNode | None:
    """The first match that is not part of the quoted tweet."""
    return next((node for node in item.css(selector) if not _in_quote(node, item)), None)


def _in_quote(node: LexborNode, item: LexborNode) -> bool:
    above: LexborNode | None = node
    while above is not None and above.mem_id != item.mem_id:
        if "quote" in classes(above):
            return True
        above = above.parent
    return False


def _author(item: LexborNode) -> str | None:
    return handle(one_line(_outside_quote(item, ".username"))) or handle(attribute(item, "data-username"))


def _name(node: LexborNode | None) -> str | None:
    return attribute(node, "title") or one_line(node)


def _posted(link: LexborNode | None) -> DateText | None:
    """The full date of the title attribute (`Oct 20, 2026 · 4:05 PM UTC`); what is shown (`5h`) is all that older pages have."""
    shown = attribute(link, "title") or one_line(link)
    return DateText(raw=shown, text=shown) if shown else None


def _reposter(reposted: str | None, profile: ProfileEntry | None) -> str | None:
    """The header gives a name; on the page of that person it is their handle, elsewhere the name is all there is."""
    found = _REPOSTED.match(reposted or "")
    who = found["who"] if found else reposted
    return profile.handle if profile is not None and who in (profile.name, profile.handle) else who


def _first_person(replying: LexborNode | None) -> str | None:
    named = handle(one_line(replying.css_first("a"))) if replying is not None else None
    return f"@{named}" if named else None


def _quoted_href(quote: LexborNode | None) -> str | None:
    if quote is None:
        return None
    return attribute(quote.css_first("a.quote-link"), "href") or attribute(quote.css_first("a[href*='/status/']"), "href")


def _quoted_id(quote: LexborNode | None) -> str | None:
    return status_id(_quoted_href(quote))


def _quoted_handle(quote: LexborNode | None) -> str | None:
    if quote is None:
        return None
    return handle(one_line(quote.css_first(".username"))) or author_of(_quoted_href(quote))


def _quoted_verified(quote: LexborNode | None) -> bool | None:
    if quote is None or quote.css_first(".fullname") is None:
        return None
    return quote.css_first(".verified-icon, .icon-ok") is not None


def _quoted_date(quote: LexborNode | None) -> str | None:
    link = quote.css_first(".tweet-date a") if quote is not None else None
    return attribute(link, "title") or one_line(link)


def _quoted_text(quote: LexborNode | None) -> str | None:
    node = quote.css_first(".quote-text") if quote is not None else None
    return (plain_text(node) or None) if node is not None else None


def _counts(item: LexborNode) -> dict[str, str]:
    """Each count as shown; '' for an icon with no number beside it."""
    counts: dict[str, str] = {}
    for stat in item.css(".tweet-stat"):
        icon = next((name for mark in stat.css("[class*='icon-']") for name in classes(mark) if name in _COUNTS), None)
        if icon is not None:
            counts.setdefault(_COUNTS[icon], one_line(stat) or "")
    return counts


def _links(item: LexborNode, content: LexborNode | None, url: str | None) -> tuple[str, ...]:
    anchors = content.css("a") if content is not None else []
    card = _outside_quote(item, "a.card-container")
    hrefs = [attribute(anchor, "href") for anchor in (*anchors, *([card] if card is not None else []))]
    found = (absolute(href, url) for href in hrefs if href is not None and not href.startswith("/"))
    return tuple(dict.fromkeys(link for link in found if link and (url is None or is_elsewhere(link, url))))


def _media(item: LexborNode, url: str | None) -> tuple[str, ...]:
    found: list[str] = []
    for attachments in item.css(".attachments, .gallery-row, .gallery-gif"):
        if _in_quote(attachments, item):
            continue
        for selector, name in _PICTURES:
            found.extend(link for node in attachments.css(selector) if (link := absolute(attribute(node, name), url)))
    return tuple(dict.fromkeys(found))


def _findings(item: LexborNode, quote: LexborNode | None, own_id: str) -> tuple[Issue, ...]:
    found: list[Issue] = []
    gone = quote.css_first(".unavailable-quote") if quote is not None else None
    if gone is not None:
        message = f"the quoted post is not available: {one_line(gone)}"
        found.append(Issue(severity="info", code="quote_unavailable", message=message, entry_ref=own_id))
    if item.css_first(".latest-post-version") is not None:
        message = "the page says that there is a newer version of this post"
        found.append(Issue(severity="info", code="newer_version_elsewhere", message=message, entry_ref=own_id))
    return tuple(found)
