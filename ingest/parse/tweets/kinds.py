"""What a tweet is called when it is several things at once. Pure."""

from __future__ import annotations

from typing import Literal

Kind = Literal["post", "reply", "repost", "quote"]


def kind_of(*, reposted: bool, replies: bool, quotes: bool) -> Kind:
    """One word for `tweets.kind`: what was repeated is a repost whatever else it is; a reply that quotes is a reply."""
    if reposted:
        return "repost"
    if replies:
        return "reply"
    return "quote" if quotes else "post"
