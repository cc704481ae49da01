"""A feed's text as XML that every parser accepts, with its outline and what was wrong with it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.errors import ReadError
from ingest.parse.feed.outline import BrokenXMLError, Outline, outline
from ingest.parse.feed.prolog import open_prolog
from ingest.parse.feed.repair import repair


@dataclass(frozen=True, slots=True, kw_only=True)
class WellFormed:
    """`text` has no XML declaration and no DOCTYPE. `problems` says in words what had to be mended, empty where nothing.

    `junk`: something that is no XML stands before or after the feed, which is whole. `cut`: the text breaks off before
    the root element ends.
    """

    text: str
    outline: Outline
    problems: tuple[str, ...] = ()
    junk: bool = False
    cut: bool = False


def well_formed(text: str, base: str | None) -> WellFormed:
    """The text as it is where it is well-formed, else repaired and read as far as it goes.

    Raises ReadError `malformed` where nothing is left of it.
    """
    opened = open_prolog(text)
    try:
        found = outline(opened.text, base)
        return WellFormed(text=opened.text, outline=found, problems=opened.problems, junk=opened.junk)
    except BrokenXMLError as error:
        junk = opened.junk or error.after_root
        problems = opened.problems if error.after_root else (*opened.problems, str(error))
    mended = repair(opened.text)
    if mended.cut_item:
        problems = (*problems, "the text breaks off inside an item, which is left out")
    try:
        found = outline(mended.text, base)
    except BrokenXMLError as error:
        raise ReadError("malformed", f"no feed can be made out in the XML ({'; '.join(problems)})") from error
    return WellFormed(text=mended.text, outline=found, problems=problems, junk=junk, cut=mended.cut)
