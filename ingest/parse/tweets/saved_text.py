"""A saved page of posts as plain text, as copied from a browser: text to visible lines. Pure."""

from __future__ import annotations

from ingest.model import Reading
from ingest.parse.tweets.saved_page import read_lines
from ingest.parse.tweets.saved_words import Line


def read_saved_text(text: str) -> Reading:
    """What the page shows. Raises ReadError `no_items` where it shows neither a person nor posts."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return read_lines([Line(text=line.strip(), spaced=" ".join(line.split())) for line in lines])
