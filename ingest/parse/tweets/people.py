"""A user object of X's older JSON to a ProfileEntry, where a document is of one person. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ingest.model import ProfileEntry
from ingest.parse.tweets.addresses import handle
from ingest.parse.tweets.fields import count_at, decoded, flag_at, id_at, object_at, objects_at, text_at

User = Mapping[str, Any]


def person_of(users: Iterable[User], owner: str | None = None) -> ProfileEntry | None:
    """The profile of `owner`, or of the only person whom the users name; None where several people write."""
    known: dict[str, User] = {}
    for user in users:
        name = handle(text_at(user, "screen_name"))
        if name is not None:
            known.setdefault(name.lower(), user)
    if owner is not None:
        found = known.get(owner.lower())
        return read_user(found) if found is not None else ProfileEntry(handle=owner)
    return read_user(next(iter(known.values()))) if len(known) == 1 else None


def read_user(user: User) -> ProfileEntry | None:
    """One user object; None without a handle."""
    name = handle(text_at(user, "screen_name"))
    if name is None:
        return None
    bio = text_at(user, "description")
    urls = objects_at(object_at(user, "entities", "url"), "urls")
    return ProfileEntry(
        handle=name,
        user_id=id_at(user, "id_str", "id"),
        name=text_at(user, "name"),
        bio=decoded(bio) if bio else None,
        location=text_at(user, "location"),
        website=next((link for url in urls if (link := text_at(url, "expanded_url"))), None) or text_at(user, "url"),
        joined=text_at(user, "created_at"),
        verified=flag_at(user, "verified", "is_blue_verified"),
        followers=count_at(user, "followers_count"),
        following=count_at(user, "friends_count"),
        posts=count_at(user, "statuses_count"),
    )
