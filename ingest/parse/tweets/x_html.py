"""A page of x.com as a browser saves it when its owner is logged in: by the `data-testid` names of its parts. Pure.

Class names of that page are made anew with every release; the names for testing have been the same since 2020. Counts are
taken from the label of the row of buttons, which has them in full (`14 replies, 19 reposts, 177 likes, 19012 views`). The page
keeps only the posts around the place to which one has scrolled: it is never a whole listing.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.errors import ReadError
from ingest.model import DateText, Issue, ProfileEntry, Reading, TweetEntry
from ingest.parse.html_tree import html_tree
from ingest.parse.tweets.addresses import X, absolute, author_of, handle, status_id
from ingest.parse.tweets.kinds import kind_of
from ingest.parse.tweets.markup import attribute, one_line, plain_text
from ingest.parse.tweets.repeated import once

_SIGN = 'data-testid="tweet"'
_COUNT = re.compile(r"(?P<number>\d[\d.,]*\s?[KMB]?) (?P<what>repl|repost|like|view)", re.IGNORECASE)
_COLUMNS = {"repl": "replies", "repost": "reposts", "like": "likes", "view": "views"}
_REPOSTED = re.compile(r"(?:.+ )?(?:reposted|retweeted)$", re.IGNORECASE)
_PERSON = re.compile(r"@(\w{1,20})")
_JOINED = re.compile(r"^Joined\s+")
_VERIFIED = '[data-testid="icon-verified"]'


def is_x_page(text: str) -> bool:
    """Whether an HTML text has the parts of x.com."""
    return _SIGN in text


def read_x_page(text: str) -> Reading:
    """The person and the posts of the page. Raises ReadError `no_items` where it has no post that can be read."""
    page = html_tree(text)
    profile = _profile(page)
    articles = page.css('article[data-testid="tweet"]')
    own = [article for article in articles if not _is_promoted(article)]
    entries, repeated = once(entry for article in own if (entry := _entry(article, profile)) is not None)
    if not entries:
        raise ReadError("no_items", "the page of x.com shows no post; a saved page holds only what was scrolled into view")
    message = f"{len(articles) - len(own)} promoted posts are not the person's own and are not taken"
    promoted = (Issue(severity="info", code="promoted_skipped", message=message),) if len(own) < len(articles) else ()
    return Reading(format="x_page", entries=entries, profile=profile, whole=False, issues=(*promoted, *repeated))


def _part(root: LexborNode | LexborHTMLParser, name: str) -> LexborNode | None:
    return root.css_first(f'[data-testid="{name}"]')


def _is_promoted(article: LexborNode) -> bool:
    return _part(article, "placementTracking") is not None or any(
        one_line(span) in ("Ad", "Promoted") for span in article.css("span")
    )


def _profile(page: LexborHTMLParser) -> ProfileEntry | None:
    name = _part(page, "UserName")
    found = _PERSON.search(one_line(name) or "")
    if name is None or found is None:
        return None
    bio, joined = _part(page, "UserDescription"), one_line(_part(page, "UserJoinDate"))
    return ProfileEntry(
        handle=found[1],
        name=(one_line(name) or "").partition("@")[0].strip() or None,
        bio=(plain_text(bio) or None) if bio is not None else None,
        location=one_line(_part(page, "UserLocation")),
        website=one_line(_part(page, "UserUrl")),
        joined=_JOINED.sub("", joined) if joined else None,
        verified=name.css_first(_VERIFIED) is not None,
        followers=_linked_count(page, "followers"),
        following=_linked_count(page, "following"),
    )


def _linked_count(page: LexborHTMLParser, what: str) -> str | None:
    """The number of a link such as `18K Followers`, which leads to the list of them."""
    shown = (one_line(link) or "" for link in page.css(f'a[href$="{what}"]'))
    return next((text.split(" ")[0] for text in shown if text[:1].isdigit()), None)


def _entry(article: LexborNode, profile: ProfileEntry | None) -> TweetEntry | None:
    quote = next((box for box in article.css('div[role="link"]') if _part(box, "User-Name") is not None), None)
    link = next((href for time in article.css("a time") if (href := attribute(time.parent, "href")) and status_id(href)), None)
    named = _part(article, "User-Name")
    if link is None or named is None:
        return None
    context = one_line(_part(article, "socialContext")) or ""
    reposted = _REPOSTED.match(context) is not None
    counts = _counts(article)
    text = _own_text(article, quote)
    return TweetEntry(
        status_id=status_id(link),
        url=absolute(link, X),
        text=plain_text(text) if text is not None else "",
        author_handle=author_of(link),
        author_name=_name(named),
        author_verified=named.css_first(_VERIFIED) is not None,
        posted=_posted(named),
        kind=kind_of(reposted=reposted, replies=False, quotes=quote is not None),
        reposted_by=_reposter(article, profile) if reposted else None,
        quoted_handle=_quoted_handle(quote),
        quoted_name=_name(_part(quote, "User-Name")) if quote is not None else None,
        quoted_verified=quote.css_first(_VERIFIED) is not None if quote is not None else None,
        quoted_posted_raw=one_line(quote.css_first("time")) if quote is not None else None,
        quoted_text=_quoted_text(quote),
        links=_links(text),
        media=tuple(dict.fromkeys(_media(article, quote))),
        pinned=context.startswith("Pinned"),
        replies=counts.get("replies"),
        reposts=counts.get("reposts"),
        likes=counts.get("likes"),
        views=counts.get("views"),
        truncated=_part(article, "tweet-text-show-more-link") is not None,
    )


def _own_text(article: LexborNode, quote: LexborNode | None) -> LexborNode | None:
    """The post's own words: the first text of the article that is not the quoted post's."""
    inside = {node.mem_id for node in quote.css('[data-testid="tweetText"]')} if quote is not None else set()
    return next((node for node in article.css('[data-testid="tweetText"]') if node.mem_id not in inside), None)


def _name(named: LexborNode | None) -> str | None:
    """`Ada Example @ada · 5h` up to the handle."""
    return (one_line(named) or "").partition("@")[0].strip() or None


def _posted(named: LexborNode) -> DateText | None:
    time = named.css_first("time")
    shown, machine = one_line(time), attribute(time, "datetime")
    return DateText(raw=shown or machine or "", text=machine or shown or "") if shown or machine else None


def _quoted_handle(quote: LexborNode | None) -> str | None:
    found = _PERSON.search(one_line(_part(quote, "User-Name")) or "") if quote is not None else None
    return handle(found[1]) if found else None


def _quoted_text(quote: LexborNode | None) -> str | None:
    text = _part(quote, "tweetText") if quote is not None else None
    return (plain_text(text) or None) if text is not None else None


def _counts(article: LexborNode) -> dict[str, str]:
    """The counts that the label of the buttons names; one that is 0 is not in it, so it is not known from the page."""
    label = next((label for row in article.css('[role="group"]') if (label := attribute(row, "aria-label"))), "")
    return {_COLUMNS[found["what"].lower()]: found["number"] for found in _COUNT.finditer(label)}


def _reposter(article: LexborNode, profile: ProfileEntry | None) -> str | None:
    context = _part(article, "socialContext")
    above: LexborNode | None = context
    while above is not None and above.tag != "a":
        above = above.parent
    linked = handle((attribute(above, "href") or "").rpartition("/")[2])
    return linked or (profile.handle if profile is not None else None)


def _links(text: LexborNode | None) -> tuple[str, ...]:
    hrefs = [attribute(anchor, "href") or "" for anchor in text.css("a")] if text is not None else []
    return tuple(dict.fromkeys(href for href in hrefs if href.startswith("http") and "://x.com/" not in href))


def _media(article: LexborNode, quote: LexborNode | None) -> list[str]:
    inside = {node.mem_id for node in quote.css("img, video")} if quote is not None else set()
    shown = [*article.css('[data-testid="tweetPhoto"] img'), *article.css("video")]
    found = (absolute(attribute(node, "src") or attribute(node, "poster"), X) for node in shown if node.mem_id not in inside)
    return [source for source in found if source]
