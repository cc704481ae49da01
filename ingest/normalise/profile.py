"""ProfileEntry -> Profile: the row of `profiles` and its three numbers. Pure."""

from __future__ import annotations

from ingest.model import PROFILE_COUNTS, Issue, Profile, ProfileEntry
from ingest.normalise.counts import read_count
from ingest.normalise.fields import count_issues, line
from ingest.normalise.html_form import scrub


def profile(entry: ProfileEntry) -> tuple[Profile, tuple[Issue, ...]]:
    """An account in our words, and what its counts left open."""
    shown = _shown(entry)
    return (
        Profile(
            handle=entry.handle,
            values={
                "user_id": line(entry.user_id),
                "name": line(entry.name),
                "bio": None if entry.bio is None else scrub(entry.bio).strip(),
                "location": line(entry.location),
                "website": line(entry.website),
                "joined": line(entry.joined),
                "verified": entry.verified,
            },
            counts={name: read_count(shown[name], icon_means_zero=False) for name in PROFILE_COUNTS},
        ),
        tuple(count_issues(shown, f"@{entry.handle}")),
    )


def _shown(entry: ProfileEntry) -> dict[str, str | None]:
    return {"followers": entry.followers, "following": entry.following, "posts": entry.posts}
