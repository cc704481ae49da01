"""Says in a sentence what a change was, as a person would: the words of lists, headings and feeds. Pure.

A sentence is a list of parts, our words and others' text told apart, and becomes HTML or plain text at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup, escape

from web.text import cut, masked, plain, visible

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Quote:
    """Text that somebody else wrote, in quotation marks; with `href`, a link."""

    text: str
    href: str | None = None


Part = str | Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """What happened to one item, or to several alike. `kind` is the change, for its sign and colour."""

    kind: str
    parts: tuple[Part, ...]
    silent: bool = False
    detail: Markup | None = None  # the words that changed, marked up

    def html(self, *, mask: bool = True) -> Markup:
        """The sentence as HTML."""
        return Markup("").join(_part_html(part, mask) for part in self.parts)

    def shorter(self, most: int) -> Sentence:
        """The same with every quotation cut at `most` characters, for headings; without links."""
        return replace(self, parts=tuple(part if isinstance(part, str) else Quote(cut(part.text, most)) for part in self.parts))

    def text(self, *, mask: bool = True) -> str:
        """The sentence as plain text for titles."""
        return "".join(_part_text(part, mask) for part in self.parts)


def _part_html(part: Part, mask: bool) -> Markup:
    if isinstance(part, str):
        return escape(part)
    text = visible(masked(part.text) if mask else part.text)
    quoted = Markup("“<bdi>{}</bdi>”").format(text)
    return Markup('<a class="title" href="{}">{}</a>').format(part.href, quoted) if part.href else quoted


def _part_text(part: Part, mask: bool) -> str:
    if isinstance(part, str):
        return part
    return f"“{plain(masked(part.text) if mask else part.text, 120)}”"


SIGNS = {
    "added": "+",
    "edited": "≈",
    "removed": "−",
    "returned": "↩",
    "left_window": "↓",
    "rekeyed": "⇄",
    "baseline": "•",
    "profile": "@",
    "counts": "#",
}
"""A sign beside each kind of change, so that colour is not all that tells them apart."""

KIND_WORDS = {
    "added": "added",
    "edited": "edited",
    "removed": "removed",
    "returned": "came back",
    "left_window": "left the window",
    "rekeyed": "given a new id",
    "baseline": "there at the start",
}

ITEM_WORDS = {"posts": ("post", "posts"), "feed_items": ("item", "items"), "tweets": ("tweet", "tweets")}
OF_KIND = {"blog": "posts", "feed": "feed_items", "tweets": "tweets"}

FIELD_WORDS = {
    "content": "text",
    "published": "date",
    "updated": "update time",
    "authors": "authors",
    "categories": "tags",
    "tags": "tags",
    "enclosures": "files",
    "comments_url": "comments link",
    "url": "address",
    "native_id": "id",
    "guid": "id",
    "posted_at": "date",
    "author_handle": "author’s handle",
    "author_name": "author’s name",
    "author_verified": "author’s badge",
    "quoted_text": "quoted text",
    "quoted_handle": "quoted author",
    "quoted_name": "quoted author",
    "quoted_url": "quoted link",
    "in_reply_to": "what it replies to",
    "truncated": "length shown",
}

_ALONE = {
    ("published",): " was re-dated",
    ("updated",): " was marked as updated, with no other difference",
    ("url",): " moved to another address",
    ("author",): " has another author",
    ("authors",): " has other authors",
    ("tags",): " has other tags",
    ("categories",): " has other tags",
    ("enclosures",): " has other files",
    ("posted_at",): " was re-dated",
}

_MOST_ALIKE = {"left_window": 1, "rekeyed": 2, "added": 6, "returned": 4, "removed": 6, "edited": 6}
"""How many items of a change are named one by one; more are summed up."""


def fields_of(row: Row) -> tuple[str, ...]:
    """The column `changed` (JSON) as names of fields."""
    return tuple(json.loads(row["changed"])) if row["changed"] else ()


def field_word(name: str) -> str:
    """What a field is called in a sentence."""
    return FIELD_WORDS.get(name, name.replace("_", " "))


def label_of(row: Row) -> str:
    """A title for an item that may have none."""
    return cut(str(row["label"] or "").strip(), 140) or "(untitled)"


def sentence(row: Row, *, href: str | None = None, old_title: str | None = None) -> Sentence:
    """What one row of `changes` says. `old_title` is the title before, where the title changed."""
    quote = Quote(label_of(row), href)
    kind = row["change"]
    if kind == "edited":
        return _edited(row, quote, old_title)
    endings = {
        "added": " was posted" if row["item_table"] == "tweets" else " was added",
        "removed": " was removed while older ones stayed",
        "returned": " came back",
        "left_window": " left the window",
        "rekeyed": " was given a new id",
        "baseline": " was there at the start",
    }
    return Sentence(kind=kind, parts=(quote, endings[kind]))


def _edited(row: Row, quote: Quote, old_title: str | None) -> Sentence:
    fields = fields_of(row)
    silent = row["silent"] == 1
    quietly = " silently" if silent else ""
    rest = [name for name in fields if name not in ("title", "updated", "native_id", "guid")]
    if "title" in fields and old_title:
        also = f", and its {_listed(map(field_word, rest))} edited" if rest else ""
        parts: tuple[Part, ...] = (Quote(cut(old_title, 140)), f" was{quietly} retitled ", quote, also)
    elif fields in _ALONE:
        parts = (quote, _ALONE[fields].replace(" was", f" was{quietly}", 1))
    else:
        words = _listed(dict.fromkeys(map(field_word, rest or fields)))
        parts = (quote, f" was edited{quietly}", f" ({words})" if words else "")
    return Sentence(kind="edited", parts=parts, silent=silent)


def _listed(words: Iterable[str]) -> str:
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last


@dataclass(slots=True, kw_only=True)
class Told:
    """Everything to be said of one fetch in a list: its sentences, and how many more there are."""

    sentences: list[Sentence] = field(default_factory=list)
    more: int = 0


def _sum_word(kind: str, table: str, count: int) -> str:
    one, many = ITEM_WORDS[table]
    who = f"{count:,} {one if count == 1 else many}"
    verb = {
        "added": "added",
        "edited": "edited",
        "removed": "removed",
        "returned": "came back",
        "left_window": "left the window",
        "rekeyed": "were given new ids" if count > 1 else "was given a new id",
    }[kind]
    plain_verb = kind in ("returned", "left_window", "rekeyed")
    return f"{who} {verb}" if plain_verb else f"{who} {'was' if count == 1 else 'were'} {verb}"


_TOTALS = {
    "removed": "items_removed",
    "edited": "items_edited",
    "returned": "items_returned",
    "added": "items_added",
    "rekeyed": "items_rekeyed",
    "left_window": "items_left",
}


def told(
    fetch: Row,
    events: Sequence[Row],
    table: str,
    old_titles: Mapping[str, str],
    hrefs: Mapping[str, str],
    details: Mapping[str, Markup],
) -> Told:
    """The sentences of a fetch in the order in which they matter: what went, what was edited, what came."""
    result = Told()
    for kind, total_column in _TOTALS.items():
        of_kind = [row for row in events if row["change"] == kind]
        total = max(fetch[total_column] or 0, len(of_kind))
        if not total:
            continue
        if total > _MOST_ALIKE[kind] or not of_kind:
            result.sentences.append(Sentence(kind=kind, parts=_summed(kind, table, total, of_kind, hrefs)))
            continue
        result.sentences += [
            replace(
                sentence(row, href=hrefs.get(row["item_id"]), old_title=old_titles.get(row["item_id"])),
                detail=details.get(row["item_id"]) if kind == "edited" else None,
            )
            for row in of_kind
        ]
        result.more += total - len(of_kind)
    return result


def _summed(kind: str, table: str, total: int, of_kind: Sequence[Row], hrefs: Mapping[str, str]) -> tuple[Part, ...]:
    words: list[Part] = [_sum_word(kind, table, total)]
    if of_kind and kind != "left_window":
        words.append(", among them " if total > 1 else ": ")
        words.append(Quote(label_of(of_kind[0]), hrefs.get(of_kind[0]["item_id"])))
    return tuple(words)


def profile_sentence(row: Row) -> Sentence | None:
    """What moved in a profile: counts as shown before and now, other fields by name."""
    if not row["old_fetch_id"]:
        return None
    moved = []
    for name in fields_of(row):
        if name in ("followers", "following", "posts"):
            moved.append(f"{name} {row[f'old_{name}_shown'] or '—'} → {row[f'{name}_shown'] or '—'}")
        elif name == "verified":
            moved.append("now verified" if row["verified"] else "no longer verified")
        else:
            moved.append(f"{name} edited")
    return Sentence(kind="profile", parts=(f"@{plain(row['handle'], 60)}: {_listed(moved)}",)) if moved else None


def counts_sentence(count: int) -> Sentence | None:
    """That counts moved under some tweets."""
    if not count:
        return None
    return Sentence(kind="counts", parts=(f"Counts moved under {count:,} tweet{'' if count == 1 else 's'}",))


def baseline_sentence(count: int, table: str) -> Sentence:
    """That a source was seen for the first time."""
    one, many = ITEM_WORDS[table]
    return Sentence(kind="baseline", parts=(f"First capture: {count:,} {one if count == 1 else many}, kept as the baseline",))


def item_counters(fetch: Row) -> list[tuple[str, str]]:
    """`+2`, `−1` …: (kind, text) for each count of items that is not zero."""
    order = ("added", "edited", "removed", "returned", "left_window", "rekeyed")
    counts = {kind: fetch[column] for kind, column in _TOTALS.items()}
    return [(kind, f"{SIGNS[kind]}{counts[kind]:,}") for kind in order if counts[kind]]
