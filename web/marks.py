"""Turns diffs into HTML: masked, escaped, invisible characters visible. Pure; compares nothing itself."""

from __future__ import annotations

import json
from collections.abc import Callable

from markupsafe import Markup, escape

from web.lines_diff import Line, LineDiff
from web.text import masked, visible
from web.words_diff import Piece, WordDiff, word_diff

MASKED_ALIKE = Markup('<span class="note">An e-mail address changed; addresses are masked on this site.</span>')


def _keep(text: str) -> str:
    return text


def masker(mask: bool) -> Callable[[str], str]:
    """What is done to foreign text before it is compared for showing."""
    return masked if mask else _keep


def words_html(old: str | None, new: str | None, *, mask: bool, context: int = 70, most: int = 4000) -> Markup:
    """Old and new of a field as one text with what went and what came."""
    change = masker(mask)
    before, after = change(_readable(old)), change(_readable(new))
    if before == after:
        return MASKED_ALIKE if old != new else visible(after)
    diff = word_diff(before, after, context=context, most=most)
    html = Markup("").join(map(_piece, diff.pieces))
    return html + _notes(diff, most)


def snippet_html(old: str | None, new: str | None, *, mask: bool, context: int = 45, most: int = 260) -> Markup:
    """The first words that differ, for lists: the rest is a click away, and nothing is said of it."""
    change = masker(mask)
    before, after = change(_readable(old)), change(_readable(new))
    if before == after:
        return MASKED_ALIKE if old != new else visible(after[:most])
    diff = word_diff(" ".join(before.split()), " ".join(after.split()), context=context, most=most)
    return Markup("").join(map(_piece, diff.pieces)) + (Markup('<span class="gap">…</span>') if diff.cut else Markup(""))


def _readable(text: str | None) -> str:
    """A field as text: JSON lists one value a line, null as nothing."""
    if not text or text[0] not in "[{":
        return text or ""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, list):
        return "\n".join(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in value)
    return text


def _piece(piece: Piece) -> Markup:
    text = visible(piece.text)
    if piece.op == "gap":
        return Markup('<span class="gap" title="text that did not change is left out">…</span>')
    if piece.op == "same":
        return text
    lines = Markup("<del>{}</del>") if piece.op == "del" else Markup("<ins>{}</ins>")
    return lines.format(text)


def _notes(diff: WordDiff, most: int) -> Markup:
    notes = Markup("")
    if diff.cut:
        notes += Markup(' <span class="note">… shown up to {} characters</span>').format(f"{most:,}")
    if diff.coarse:
        notes += Markup(' <span class="note">(long texts: compared sentence by sentence)</span>')
    return notes


# --- lines -----------------------------------------------------------------------------------------------------------

_CLASSES = {" ": "", "+": "plus-line", "-": "minus-line", "\\": "dim"}
_SHOWN_SIGNS = {"-": "−", "\\": ""}
_SIGN_WORDS = {"+": "added: ", "-": "removed: "}
_CUT = Markup('<span class="cut" title="cut at 300 characters">…</span>')


def lines_html(diff: LineDiff) -> Markup:
    """A line diff as rows; the texts were masked before they were compared."""
    rows = []
    for hunk in diff.hunks:
        rows.append(Markup('<div class="hunk"><span class="g">@</span><code>{}</code></div>').format(hunk.header))
        rows += map(_line, hunk.lines)
    return Markup('<div class="diff">{}</div>').format(Markup("").join(rows))


def _line(line: Line) -> Markup:
    row = Markup('<div class="{}"><span class="g">{}</span><code>{}{}{}{}{}{}</code></div>')
    changed = Markup("<b>{}</b>").format(visible(line.changed)) if line.changed else Markup("")
    said = Markup('<span class="vh">{}</span>').format(_SIGN_WORDS[line.sign]) if line.sign in _SIGN_WORDS else Markup("")
    before, after = _CUT if line.cut_start else Markup(""), _CUT if line.cut else Markup("")
    sign = escape(_SHOWN_SIGNS.get(line.sign, line.sign))
    return row.format(_CLASSES[line.sign], sign, said, before, visible(line.before), changed, visible(line.after), after)
