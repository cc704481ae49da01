"""ProfileEntry -> Profile."""

from __future__ import annotations

from ingest.model import Count, ProfileEntry, Reading
from ingest.normalise import normalise
from tests.normalise.make import NOW, source

ENTRY = ProfileEntry(
    handle="someone",
    name=" Some  One ",
    bio="Builds things.\nSays so.",
    location="Here",
    website="blog.example",
    joined="May 2008",
    verified=True,
    followers="18K",
    following="1.7K",
    posts="9,200",
)


def test_an_account_becomes_values_and_three_counts() -> None:
    profile = normalise(Reading(format="test", profile=ENTRY), source("tweets"), observed_at=NOW).profile
    assert profile is not None
    assert profile.handle == "someone"
    assert profile.values == {
        "user_id": None,
        "name": "Some One",
        "bio": "Builds things.\nSays so.",
        "location": "Here",
        "website": "blog.example",
        "joined": "May 2008",
        "verified": True,
    }
    assert profile.counts == {
        "followers": Count(value=18000, shown="18K", exact=False, step=1000),
        "following": Count(value=1700, shown="1.7K", exact=False, step=100),
        "posts": Count(value=9200, shown="9,200", exact=True),
    }


def test_a_count_that_nobody_can_read_is_an_issue_of_the_reading() -> None:
    entry = ProfileEntry(handle="someone", followers="lots", posts="")
    items = normalise(Reading(format="test", profile=entry), source("tweets"), observed_at=NOW)
    assert [(issue.code, issue.entry_ref) for issue in items.issues] == [("unknown_count_format", "@someone")]
    assert items.profile is not None
    assert items.profile.counts["posts"] == Count(value=None, shown="", exact=None)
