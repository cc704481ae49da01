"""What moved in a changed line although nothing was said anew: noise by name (rule 9). Pure; knows lines only."""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.parse.change_page.blocks import Where
from ingest.parse.change_page.page import DiffLine

_LOADING = re.compile(r"\s(?:fetchpriority|loading|decoding)=(?:\"[^\"]*\"|'[^']*')")
_SOURCES = re.compile(r"\s(?:srcset|sizes)=(?:\"[^\"]*\"|'[^']*')")
_TRACKING = re.compile(r"(?:(?<=[?&])|(?<=&amp;))(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid)=[^&\"'\s<>]*(?:&amp;|&)?")
_EMPTY_QUERY = re.compile(r"(?:[?&]|&amp;)(?=[\"'\s<>#]|$)")
_TAG = re.compile(r"<([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]+))?)+)\s*(/?)>")
_ATTRIBUTE = re.compile(r"[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]+))?")
_SPACE = re.compile(r"\s+")
_LAST_WORD = re.compile(r"\S*$")


def _sorted_attributes(text: str) -> str:
    def sort(tag: re.Match[str]) -> str:
        return f"<{tag[1]} {' '.join(sorted(_ATTRIBUTE.findall(tag[2])))}{tag[3]}>"

    return _TAG.sub(sort, text)


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("whitespace", lambda text: _SPACE.sub(" ", text).strip()),
    ("image_loading", lambda text: _LOADING.sub("", text)),
    ("image_loading", lambda text: _SOURCES.sub("", text)),
    ("tracking_parameter", lambda text: _EMPTY_QUERY.sub("", _TRACKING.sub("", text))),
    ("attribute_order", _sorted_attributes),
)

_ANYWHERE = (
    ("build_date", re.compile(r"\s*<lastBuildDate\b")),
    ("generator", re.compile(r"\s*<(?:generator|admin:generatorAgent)\b")),
    ("cache_comment", re.compile(r"\s*<!--.*(?:cache|served|generated|plugin=|page created|dynamic)", re.IGNORECASE | re.DOTALL)),
)
_OUTSIDE = (
    ("build_date", re.compile(r"\s*<(?:pubDate|updated|modified|dc:date|sy:updateBase)\b")),
    ("cache_comment", re.compile(r"\s*<!--")),
    ("other", re.compile(r"")),
)


def noise_of_line(text: str, where: Where) -> str | None:
    """The noise that one changed line is by itself, None for one that may belong to an item."""
    named = (*_ANYWHERE, *_OUTSIDE) if where == "outside" else _ANYWHERE if where == "unknown" else ()
    return next((kind for kind, pattern in named if pattern.match(text)), None)


def noise_of_pair(removed: DiffLine, added: DiffLine) -> str | None:
    """The noise in which two lines differ, None where they differ in more; of cut lines, as far as they are shown.

    Two cut lines that look the same differ where nobody sees it: that is no noise that could be named.
    """
    old, new = _shown(removed), _shown(added)
    if _agree(old, new, old_cut=removed.cut, new_cut=added.cut):
        return None
    for kind, step in _STEPS:
        old, new = step(old), step(new)
        if _agree(old, new, old_cut=removed.cut, new_cut=added.cut):
            return kind
    return None


def _shown(line: DiffLine) -> str:
    """What is shown of a line; a cut one without the word that its end broke."""
    return _LAST_WORD.sub("", line.text.removesuffix("…")) if line.cut else line.text


def _agree(old: str, new: str, *, old_cut: bool, new_cut: bool) -> bool:
    """Equal; or one is cut and the other begins like it."""
    if old_cut and len(old) <= len(new):
        return new.startswith(old.rstrip())
    if new_cut and len(new) <= len(old):
        return old.startswith(new.rstrip())
    return old == new
