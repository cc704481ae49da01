"""The profile card of a Nitter page to a ProfileEntry. Pure."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ingest.model import ProfileEntry
from ingest.parse.tweets.addresses import absolute, handle
from ingest.parse.tweets.markup import attribute, one_line, plain_text

_JOINED = re.compile(r"^Joined\s+")


def read_card(page: LexborHTMLParser, url: str | None) -> ProfileEntry | None:
    """The account that a page is of; None where it has no profile card."""
    card = page.css_first(".profile-card")
    name = card.css_first(".profile-card-username") if card is not None else None
    account = handle(one_line(name) or attribute(name, "title"))
    if card is None or account is None:
        return None
    bio = card.css_first(".profile-bio")
    return ProfileEntry(
        handle=account,
        name=one_line(card.css_first(".profile-card-fullname")),
        bio=(plain_text(bio) or None) if bio is not None else None,
        location=one_line(card.css_first(".profile-location")),
        website=_website(card, url),
        joined=_joined(card),
        verified=card.css_first(".verified-icon, .icon-ok") is not None,
        followers=_count(card, "followers"),
        following=_count(card, "following"),
        posts=_count(card, "posts"),
    )


def _website(card: LexborNode, url: str | None) -> str | None:
    link = card.css_first(".profile-website a")
    return absolute(attribute(link, "href"), url) or one_line(link)


def _joined(card: LexborNode) -> str | None:
    shown = one_line(card.css_first(".profile-joindate"))
    return _JOINED.sub("", shown) if shown else None


def _count(card: LexborNode, kind: str) -> str | None:
    return one_line(card.css_first(f".profile-statlist .{kind} .profile-stat-num"))
