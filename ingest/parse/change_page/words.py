"""The labels, notes and marks of a change page, which are the same in its HTML and in its text. Pure."""

from __future__ import annotations

import re

COMMIT = re.compile(r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
PATH_LINE = re.compile(r"(?P<path>\S+)(?P<badges>(?: (?:added|modified|deleted|removed|renamed|copied|retracted))+)")
HUNK = re.compile(r"@@ -(?P<a>\d+)(?:,(?P<b>\d+))? \+(?P<c>\d+)(?:,(?P<d>\d+))? @@ ?(?P<rest>.*)", re.DOTALL)

SOURCE = "source"
LINES_ADDED = "lines added"
LINES_REMOVED = "lines removed"
STORED_BYTES = "stored bytes at this commit"
RAW_PATH = "raw artifact at this commit"
HEADERS_HEADING = "Recorded headers"

NOTES = (
    re.compile(r"No headers\.json was stored beside this artifact at this commit\."),
    re.compile(r"This commit recorded no textual diff for this artifact\."),
    re.compile(r"Diff display stops at [\d,]+ lines\.(?: The line counts above are from the whole diff\.)?"),
    re.compile(r"[\d,]+ lines? shown here cut at [\d,]+ characters\."),
    re.compile(r"The raw artifact at this commit is linked above\."),
)
FOOTER = re.compile(r"Generated (?:at deploy time )?from git history over ")

NO_DIFF = "recorded no textual diff"
STOPS = "Diff display stops"
CUT_LINES = "shown here cut at"


def notes_in(text: str) -> tuple[str, ...]:
    """The page's remarks on its own rendering that stand in a text."""
    return tuple(found[0] for note in NOTES if (found := note.search(text)) is not None)


def without_notes(text: str) -> str:
    """A text up to the first of those remarks, or to the footer of the site."""
    ends = [found.start() for note in (*NOTES, FOOTER) if (found := note.search(text)) is not None]
    return text[: min(ends)] if ends else text


def utf16_length(text: str) -> int:
    """The length that the tracker counts."""
    return len(text) + sum(1 for sign in text if ord(sign) > 0xFFFF)
