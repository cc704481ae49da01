"""The timeline that X embeds in other sites: an HTML page whose `__NEXT_DATA__` holds the tweets as JSON. Pure."""

from __future__ import annotations

from dataclasses import replace

from ingest.errors import ReadError
from ingest.model import Reading
from ingest.parse.decoding import Decoded
from ingest.parse.html_tree import html_tree
from ingest.parse.json_text import load_json
from ingest.parse.tweets.addresses import handle
from ingest.parse.tweets.api_v1 import read_statuses
from ingest.parse.tweets.fields import object_at, objects_at, text_at


def read_timeline(text: str) -> Reading:
    """The tweets of an embedded timeline. Raises ReadError `bad_json` or `no_items`."""
    script = html_tree(text).css_first("script#__NEXT_DATA__")
    if script is None:
        raise ReadError("no_items", "the page names __NEXT_DATA__ but has no such script")
    value, issues = load_json(Decoded(text=script.text(), encoding="utf-8"))
    page = object_at(value, "props", "pageProps")
    entries = objects_at(page, "timeline", "entries")
    statuses = [object_at(entry, "content", "tweet") for entry in entries]
    if not any(statuses):
        raise ReadError("no_items", "the embedded timeline holds no tweet")
    owner = handle(text_at(object_at(page, "headerProps"), "screenName"))
    reading = read_statuses([status for status in statuses if status], form="syndication", owner=owner)
    return replace(reading, issues=(*reading.issues, *issues))
