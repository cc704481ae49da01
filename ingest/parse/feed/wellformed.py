"""A feed's text as XML that every parser accepts, with its outline and what was wrong with it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from xml.parsers import expat

from ingest.errors import ReadError
from ingest.parse.feed.outline import Outline, outline
from ingest.parse.feed.prolog import open_prolog
from ingest.parse.feed.repair import repair


@dataclass(frozen=True, slots=True, kw_only=True)
class WellFormed:
    """`text` has no XML declaration and no DOCTYPE. `problems` says in words what had to be mended, empty where nothing.

    `cut`: the text breaks off before its root element ends.
    """

    text: str
    outline: Outline
    problems: tuple[str, ...] = ()
    cut: bool = False


def well_formed(text: str, base: str | None) -> WellFormed:
    """The text as it is where it is well-formed, else repaired and read as far as it goes.

    Raises ReadError `malformed` where nothing is left of it.
    """
    opened = open_prolog(text)
    try:
        return WellFormed(text=opened.text, outline=outline(opened.text, base), problems=opened.problems)
    except expat.ExpatError as error:
        problems = [*opened.problems, str(error)]
    mended = repair(opened.text)
    if mended.cut_item:
        problems.append("the text breaks off inside an item, which is left out")
    try:
        found = outline(mended.text, base)
    except expat.ExpatError as error:
        raise ReadError("malformed", f"no feed can be made out in the XML ({'; '.join(problems)})") from error
    return WellFormed(text=mended.text, outline=found, problems=tuple(problems), cut=mended.cut)
