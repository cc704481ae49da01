"""A change page as plain text to a Page. Pure.

The text was made from the page by dropping its elements, so: the sign of a diff line stands at the end of the line before it,
unchanged lines have no sign and run together behind the line above them, white space at the start of lines is gone, and the
page's notes hang on the last line of the diff.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.parse.change_page.html_form import hunk_of
from ingest.parse.change_page.page import LINE_LIMIT, Artifact, DiffLine, Hunk, Page, Sign
from ingest.parse.change_page.words import COMMIT, HEADERS_HEADING, HUNK, PATH_LINE, SOURCE, notes_in, utf16_length, without_notes

_BULLET = re.compile(r"^[-*] ")
_ROW = re.compile(r"\|\s*(?P<name>[^|]+?)\s*\|\s?(?P<value>.*?)\s*\|?")
_RULE = re.compile(r"\|[\s|:-]+\|?")
_SIGNS: dict[str, Sign] = {"+": "+", "-": "-"}
_TRIMMED = 30  # characters of white space that a cut line may have lost at its start
_CONTEXT = 6  # unchanged lines around one change: three before, three after

# What a line of a feed can be as a whole: a tag of the feed's structure, one of its fields with its end; of a text, a block.
_STRUCTURE = re.compile(r"</?(?:item|entry|channel|rss|feed|rdf:RDF|image)(?:\s[^>]*)?>", re.IGNORECASE)
_FIELD_NAMES = (
    r"[A-Za-z][\w.-]*:[\w.-]+|title|link|guid|pubDate|category|description|enclosure|comments|author|name|uri|email|summary|content"
    r"|id|updated|published|rights|lastBuildDate|language|generator|ttl|copyright|url|width|height|docs|webMaster|managingEditor"
)
_FIELD = re.compile(rf"<(?P<name>{_FIELD_NAMES})(?:\s[^>]*)?(?:/>|>(?:<!\[CDATA\[.*?\]\]>|[^<]*)</(?P=name)>)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BLOCK = re.compile(r"<(?P<name>p|h[1-6]|li|figure|figcaption|pre|td|tr|dt|dd)(?:\s[^>]*)?>.*?</(?P=name)>", re.DOTALL)
_IMAGE = re.compile(r"<img\s[^<>]*>(?=\s*<)")  # with a line of markup behind it
_ITEM = re.compile(r"<(?P<name>item|entry)(?:\s[^>]*)?>.*?</(?P=name)>", re.DOTALL)
_UP_TO_ITEM = re.compile(r".+?(?=</?(?:item|entry)[\s>])", re.DOTALL)  # a text's last line, when the item's end runs on behind it
_BETWEEN = (_ITEM, _STRUCTURE, _FIELD, _UP_TO_ITEM)
_LAST = (_ITEM, _STRUCTURE, _FIELD, _COMMENT, _BLOCK, _IMAGE, _UP_TO_ITEM)


def read_text(text: str) -> Page:
    """What the page says; a page without a document section gives none."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    starts = [at for at in range(len(lines) - 1) if _begins_artifact(lines, at)]
    head = [line.strip() for line in lines[: starts[0]]] if starts else []
    commit_at = next((at for at, line in enumerate(head) if COMMIT.search(line)), None)
    commit = COMMIT.search(head[commit_at]) if commit_at is not None else None
    subject = next((line for line in head[commit_at + 1 :] if line), None) if commit_at is not None else None
    artifacts = tuple(_artifact(lines[start:end]) for start, end in pairwise([*starts, len(lines)]))
    return Page(commit=commit[0] if commit else None, subject=subject, artifacts=artifacts)


def _bare(line: str) -> str:
    return _BULLET.sub("", line.strip()).strip()


def _path_line(line: str) -> re.Match[str] | None:
    return PATH_LINE.fullmatch(line.strip().lstrip("# "))


def _begins_artifact(lines: Sequence[str], at: int) -> bool:
    if _path_line(lines[at]) is None:
        return False
    following = next((line for line in lines[at + 1 : at + 4] if line.strip()), "")
    return _bare(following).lower() == SOURCE


def _artifact(lines: Sequence[str]) -> Artifact:
    heading = _path_line(lines[0])
    diff_at = next((at for at, line in enumerate(lines) if line.strip() == "@" or line.startswith("@@ -")), len(lines))
    facts = _facts(lines[1:diff_at])
    diff = "\n".join(lines[diff_at:])
    notes = notes_in("\n".join(lines[:diff_at])) + notes_in(diff[-1000:])
    return Artifact(
        path=heading["path"] if heading else "",
        badges=tuple(heading["badges"].split()) if heading else (),
        facts=facts,
        headers=_headers(lines[:diff_at]) or None,
        hunks=tuple(_hunks(_without_tail(diff))),
        notes=notes,
    )


def _facts(lines: Sequence[str]) -> dict[str, str]:
    """Label and value on alternate lines, up to the recorded headers."""
    shown: list[str] = []
    for line in lines:
        if line.strip().lstrip("# ") == HEADERS_HEADING or line.lstrip().startswith("|"):
            break
        if line.strip():
            shown.append(_bare(line))
    return {label.lower(): value for label, value in zip(shown[::2], shown[1::2], strict=False)}


def _headers(lines: Sequence[str]) -> dict[str, str]:
    """The rows of the table; a value may hold bars of its own."""
    found: dict[str, str] = {}
    for line in lines:
        row = _ROW.fullmatch(line.strip())
        if row is not None and _RULE.fullmatch(line.strip()) is None:
            found.setdefault(row["name"].lower(), row["value"].replace("\\|", "|"))
    return found


def _without_tail(diff: str) -> str:
    """The diff without the notes of the page, which stand within its last thousand characters."""
    return diff[:-1000] + without_notes(diff[-1000:])


def _hunks(diff: str) -> Iterator[Hunk]:
    at: re.Match[str] | None = None
    pieces: list[tuple[str, str]] = []
    for sign, content in [*_signed(diff), ("@", "")]:
        if sign != "@":
            pieces.append((sign, content))
            continue
        if at is not None:
            yield _hunk(at, pieces)
        at, pieces = HUNK.fullmatch(content), []


def _signed(diff: str) -> Iterator[tuple[str, str]]:
    """(sign, what follows it up to the next sign). A sign is the last character of a line; others end in none."""
    sign, held = "", ""
    lines = diff.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("@@ -") and sign != "@":
            yield sign, held
            sign, held = "@", ""
        if line[-1:] in _SIGNS or (line[-1:] == "@" and following.startswith("@@ -")):
            yield sign, held + line[:-1]
            sign, held = line[-1], ""
        else:
            held += line + "\n"
    yield sign, held.rstrip("\n")


def _hunk(at: re.Match[str], pieces: Sequence[tuple[str, str]]) -> Hunk:
    """The hunk with what is known of its unchanged lines: behind the `@@`, and behind its last changed line."""
    lines = _unchanged(at["rest"])
    unchanged = int(at["d"] or 1) - sum(1 for sign, _ in pieces if sign == "+")
    for number, (sign, content) in enumerate(pieces):
        last = number == len(pieces) - 1
        wholes = () if unchanged == 0 else _LAST if last else _BETWEEN if unchanged > _CONTEXT else ()
        own, rest = _split(content.rstrip(), wholes)
        lines.append(DiffLine(sign=_SIGNS.get(sign, " "), text=own, cut=_is_cut(own)))
        lines.extend(_unchanged(rest))
    return hunk_of(at, lines)


def _unchanged(run: str) -> list[DiffLine]:
    """Unchanged lines as the one line that the text makes of them; any of them may have been cut."""
    text = run.strip()
    return [DiffLine(sign=" ", text=text, cut=text.find("…", LINE_LIMIT - _TRIMMED) >= 0)] if text else []


def _is_cut(text: str) -> bool:
    return text.endswith("…") and utf16_length(text) > LINE_LIMIT - _TRIMMED


def _split(content: str, wholes: Sequence[re.Pattern[str]]) -> tuple[str, str]:
    """A changed line and the unchanged ones that run on behind it, as far as the first is one of `wholes`, or is cut."""
    mark = content.find("…", LINE_LIMIT - _TRIMMED if wholes is _LAST else LINE_LIMIT)
    if wholes and 0 <= mark <= LINE_LIMIT:
        return content[: mark + 1], content[mark + 1 :].strip()
    found = next((match for whole in wholes if (match := whole.match(content)) is not None), None)
    return (found[0], content[found.end() :].strip()) if found is not None else (content, "")
