"""Rule 5, identity: which known item each item of a capture is, or that it is a new one. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Set
from itertools import chain
from typing import NamedTuple

from ingest.history.addresses import split
from ingest.history.duplicates import Distinct, linked_id, names_of_duplicates
from ingest.history.versions import dated, goes_on
from ingest.model import Item, Items, Known, KnownItem

TEXT_MARK = "@text"
"""Name among an item's prints for the id that its text alone would give (see `text_key`)."""


class Placed(NamedTuple):
    """An item of a capture with the known item that it is (None: a new one)."""

    item: Item
    native_id: str
    known: KnownItem | None
    rekeyed: bool = False  # known under another id, and that id is one of the source's own
    adopted: bool = False  # known without an id of its own; it has one now
    revisions: tuple[Item, ...] = ()


def lookup_keys(items: Items) -> set[str]:
    """Every id under which an item of the capture may be known; the store looks these up."""
    every = (*items.items, *items.left, *items.removed)
    keys = {item.native_id for item in every}
    keys.update(chain.from_iterable([item.keys for item in every]))
    keys.update(chain.from_iterable([item.edit_ids for item in every]))
    keys.update([linked for linked in map(linked_id, every) if linked is not None])
    return keys | names_of_duplicates(items.items)


def text_key(item: Item) -> str | None:
    """The id by the item's words, for a page that shows no ids; None where it has no words."""
    return next((key for key in item.keys if key.startswith(("excerpt:", "text:"))), None)


def place(
    distinct: Iterable[Distinct], known: Known, native: Mapping[str, KnownItem], taken: Set[str] = frozenset()
) -> tuple[Placed, ...]:
    """Match by the ladder: own id, former id, other keys, the words; then pair what vanished with what is new (re-keys).

    `native` are the known items by native id; `taken` the ids of those that other items of the capture are, which are unmoved.
    """
    order = tuple(distinct)
    found = {number: native[one.native_id] for number, one in enumerate(order) if one.native_id in native}
    waiting = {number: one for number, one in enumerate(order) if number not in found}
    for index_of, keys_of in _ladder(waiting.values(), native, known) if waiting else ():
        _match(waiting, found, index_of, keys_of, taken)
    found = {n: item for n, item in found.items() if not (order[n].item.text_alone and _is_another_text(order[n].item, item))}
    pairs = _rekeyed(waiting, found, known, taken) if waiting else {}
    return tuple([_placed(one, found.get(n) or pairs.get(n)) for n, one in enumerate(order)])


def _is_another_text(alone: Item, known: KnownItem) -> bool:
    """True for a long text that stands alone and does not go on as the cut text of the post does that its first words name."""
    return known.truncated and not goes_on(known.values.get("text"), alone.values.get("text"))


Keys = Callable[[Distinct], Iterable[str]]


def _ladder(
    waiting: Iterable[Distinct], native: Mapping[str, KnownItem], known: Known
) -> tuple[tuple[Mapping[str, KnownItem], Keys], ...]:
    """The rungs below an item's own id, which no two items of a document share."""
    items = known.items.values()
    former = {alias: item for item in items for alias in item.aliases}
    words: dict[str, KnownItem] = {}
    if any(map(_words_if_without_id, waiting)):
        words = {item.prints[TEXT_MARK]: item for item in items if TEXT_MARK in item.prints and item.state == "present"}
    return (
        (former, lambda one: (one.native_id,)),
        (native, _other_keys),
        (former, _other_keys),
        (words, _words_if_without_id),
    )


def _other_keys(one: Distinct) -> tuple[str, ...]:
    """Keys beside the id itself. An id that is not unique in the document names nobody: only with its link does it."""
    linked = linked_id(one.item)
    keys = one.item.keys if one.native_id == one.item.native_id else tuple(k for k in one.item.keys if k != one.item.native_id)
    return (*keys, *reversed(one.item.edit_ids), *((linked,) if linked else ()))


def _words_if_without_id(one: Distinct) -> tuple[str, ...]:
    key = text_key(one.item)
    return (key,) if key is not None and one.native_id == key else ()


def _match(
    waiting: dict[int, Distinct], found: dict[int, KnownItem], index: Mapping[str, KnownItem], keys_of: Keys, others: Set[str]
) -> None:
    taken = {item.id for item in found.values()} | others
    for number, one in tuple(waiting.items()):
        item = next((index[key] for key in keys_of(one) if key in index and index[key].id not in taken), None)
        if item is not None:
            found[number] = item
            taken.add(item.id)
            del waiting[number]


def _placed(one: Distinct, known: KnownItem | None) -> Placed:
    if known is None or known.native_id == one.native_id:
        return Placed(one.item, one.native_id, known, revisions=one.revisions)
    has_own_id = one.native_id != text_key(one.item)
    by_words = known.native_id.startswith(("excerpt:", "text:", "title:"))
    keeps = not has_own_id or _is_told_apart(known, one)
    return Placed(
        item=one.item,
        native_id=known.native_id if keeps else one.native_id,
        known=known,
        rekeyed=not keeps and not by_words,
        adopted=not keeps and by_words,
        revisions=one.revisions,
    )


def _is_told_apart(known: KnownItem, one: Distinct) -> bool:
    """True if only the telling apart of duplicates came or went: `id` and `id link` name one item, the source moved nothing."""
    return linked_id(one.item) in {known.native_id, one.native_id} and one.item.native_id in {known.native_id, one.native_id}


# --- re-keys ---------------------------------------------------------------------------------------------------------


def _rekeyed(waiting: dict[int, Distinct], found: dict[int, KnownItem], known: Known, taken: Set[str]) -> dict[int, KnownItem]:
    """New items that are vanished ones under another id: equal but for tracking, scheme or host; one link; or all words equal."""
    still_there = {item.id for item in found.values()} | taken
    vanished = [known.items[name] for name in known.page_items if name in known.items and name not in still_there]
    pairs: dict[int, KnownItem] = {}
    for sign_of_new, sign_of_known in _SIGNS:
        _pair(waiting, vanished, pairs, sign_of_new, sign_of_known)
    return pairs


def _pair(
    waiting: dict[int, Distinct],
    vanished: list[KnownItem],
    pairs: dict[int, KnownItem],
    sign_of_new: Callable[[Distinct], Hashable],
    sign_of_known: Callable[[KnownItem], Hashable],
) -> None:
    new_signs = {number: sign_of_new(one) for number, one in waiting.items() if number not in pairs}
    paired = {item.id for item in pairs.values()}
    old_signs = {item.id: sign_of_known(item) for item in vanished if item.id not in paired}
    new_count, old_count = Counter(new_signs.values()), Counter(old_signs.values())
    by_sign = {sign: name for name, sign in old_signs.items() if sign is not None and old_count[sign] == 1}
    items = {item.id: item for item in vanished}
    for number, sign in new_signs.items():
        if sign is not None and new_count[sign] == 1 and sign in by_sign:
            pairs[number] = items[by_sign[sign]]


def _address(text: str, *, host: bool) -> str | None:
    """An id that is an address, without scheme and tracking parameters (and host); None for others and for a bare home page."""
    parts = split(text) if "://" in text[:12] else None
    if parts is None:
        return None
    kept = "&".join(p for p in parts.query.split("&") if p and not p.lower().startswith(_TRACKING))
    if len(parts.path) < 2 and not kept:
        return None
    where = parts.netloc.lower().removeprefix("www.") if host else ""
    return f"{where}{parts.path.rstrip('/')}?{kept}#{parts.fragment}"


_TRACKING = (
    "utm_", "fbclid=", "gclid=", "mc_cid=", "mc_eid=", "pk_", "mtm_", "ref=", "source=rss", "s_cid=", "cmpid=", "igshid=",
)  # fmt: skip


def _moved_host(native_id: str, sign: str | None) -> Hashable:
    """Another host alone is too weak a sign (aggregators list many hosts): title or instant must be equal as well."""
    address = _address(native_id, host=False)
    return None if address is None or sign is None else (address, sign)


def _all_words(prints: Mapping[str, str], instant: str | None) -> Hashable:
    if instant is None or "title" not in prints:
        return None
    return prints["title"], instant, prints.get("content"), prints.get("summary")


_SIGNS: tuple[tuple[Callable[[Distinct], Hashable], Callable[[KnownItem], Hashable]], ...] = (
    (lambda one: _address(one.native_id, host=True), lambda item: _address(item.native_id, host=True)),
    (
        lambda one: _moved_host(one.native_id, one.item.prints.get("title")),
        lambda item: _moved_host(item.native_id, item.prints.get("title")),
    ),
    (lambda one: _moved_host(one.native_id, dated(one.item)), lambda item: _moved_host(item.native_id, dated(item))),
    (lambda one: one.item.canonical_url, lambda item: item.canonical_url),
    (lambda one: _all_words(one.item.prints, dated(one.item)), lambda item: _all_words(item.prints, dated(item))),
)
