"""Rule 5, one id twice in one document: revisions of one item, copies, or different items told apart. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ingest.history.addresses import split
from ingest.model import Issue, Item, KnownItem


class Distinct(NamedTuple):
    """One item of a document, with an id that no other item of the document has; `revisions` are older, oldest first.

    A tuple, as what `identity` and `writes` make of it: one is built for every item of every capture, in a third of the time.
    """

    item: Item
    native_id: str
    revisions: tuple[Item, ...] = ()


def linked_id(item: Item) -> str | None:
    """The id of an item whose own id is not unique: id and link together; None without a link to add."""
    if item.canonical_url is None or item.canonical_url == item.native_id:
        return None
    return f"{item.native_id} {item.canonical_url}"


def tell_apart(items: Iterable[Item], known: Mapping[str, KnownItem]) -> tuple[tuple[Distinct, ...], tuple[Issue, ...]]:
    """Every item of a document once, in order, with unique ids. `known` maps native ids to known items."""
    items, before = tuple(items), _told_apart_before(known)
    names = [item.edit_ids[0] if item.edit_ids else item.native_id for item in items]  # `group_of`, quicker
    alone = len(set(names)) == len(names) and not any(_is_shared(item, before) for item in (items if before else ()))
    if alone:  # nearly always: each id stands once, and did before
        return tuple([Distinct(item, item.native_id) for item in items]), ()
    issues: list[Issue] = []
    distinct: dict[int, Distinct] = {}
    for group in _groups(tuple(enumerate(items))):
        distinct.update(_settle(group, known, issues, before))
    return tuple(distinct[place] for place in sorted(distinct)), tuple(issues)


Numbered = tuple[int, Item]


def count_distinct(items: Iterable[Item]) -> int:
    """How many items a document has: copies and revisions of one are one."""
    items = tuple(items)
    if len(set(map(group_of, items))) == len(items):
        return len(items)
    return len(tell_apart(items, {})[0])


def _groups(numbered: tuple[Numbered, ...]) -> Iterator[list[Numbered]]:
    groups: dict[str, list[Numbered]] = {}
    for place, item in numbered:
        groups.setdefault(group_of(item), []).append((place, item))
    yield from groups.values()


def group_of(item: Item) -> str:
    """What an item shares with others that may be the same."""
    return item.edit_ids[0] if item.edit_ids else item.native_id


ToldApart = Mapping[str, Sequence[KnownItem]]


def _told_apart_before(known: Mapping[str, KnownItem]) -> ToldApart:
    """By an id that several items had at once, those whose names go on: with a link, a number, or both."""
    found: dict[str, list[KnownItem]] = {}
    for name in [name for name in known if " " in name]:
        bare = _TOLD_APART_BY.fullmatch(name)
        if bare is not None and bare["id"] != name:
            found.setdefault(bare["id"], []).append(known[name])
    return found


def _is_shared(item: Item, before: ToldApart) -> bool:
    """True if another item has its id as well, or it had a name that went on itself: not what is known by chance besides."""
    others = before.get(item.native_id, ())
    return any(one.state == "present" or one.native_id in (linked_id(item), _family_id(item, None)) for one in others)


_TOLD_APART_BY = re.compile(r"(?P<id>.+?)(?: https?://\S+)?(?: #\d+)?", re.DOTALL)


def _settle(
    group: list[Numbered], known: Mapping[str, KnownItem], issues: list[Issue], before: ToldApart
) -> Iterator[tuple[int, Distinct]]:
    if len(group) == 1:
        place, item = group[0]
        name = _family_id(item, known.get(item.native_id)) if _is_shared(item, before) else item.native_id
        yield place, Distinct(item, name)
        return
    group = _without_copies(group, issues)
    if len(group) == 1 or _are_revisions(group):
        yield _merge_revisions(group)
        return
    issues.append(_duplicate_issue(group))
    yield from _by_link_then_order(group, known)


def _without_copies(group: list[Numbered], issues: list[Issue]) -> list[Numbered]:
    kept: list[Numbered] = []
    for place, item in group:
        if any(item.prints == other.prints and item.url == other.url and item.native_id == other.native_id for _, other in kept):
            issues.append(
                Issue(severity="info", code="repeated_entry", message="the same entry stands twice", entry_ref=item.native_id)
            )
        else:
            kept.append((place, item))
    return kept


def _are_revisions(group: list[Numbered]) -> bool:
    """An Atom document may hold several revisions of an entry (RFC 4287 section 4.1.1); an edited tweet has all its ids."""
    items = [item for _, item in group]
    if all(item.edit_ids for item in items):
        return True
    revised = {item.revised for item in items}
    links = {item.canonical_url for item in items}
    return None not in revised and len(revised) == len(items) and len(links) == 1


def _merge_revisions(group: list[Numbered]) -> tuple[int, Distinct]:
    ordered = sorted(group, key=lambda numbered: _revision_rank(numbered[1]))
    current = ordered[-1][1]
    first_place = min(place for place, _ in group)
    return first_place, Distinct(item=current, native_id=current.native_id, revisions=tuple(item for _, item in ordered[:-1]))


def _revision_rank(item: Item) -> tuple[int, str]:
    in_chain = item.edit_ids.index(item.native_id) if item.native_id in item.edit_ids else 0
    return in_chain, item.revised or ""


def _duplicate_issue(group: list[Numbered]) -> Issue:
    item = group[0][1]
    code = {"id": "duplicate_guid", "url": "duplicate_link"}.get(item.identity_basis, "duplicate_entry")
    message = f"{len(group)} items of the document share one id; they are told apart by link, then by order"
    return Issue(severity="warning", code=code, message=message, entry_ref=item.native_id)


def _by_link_then_order(group: list[Numbered], known: Mapping[str, KnownItem]) -> Iterator[tuple[int, Distinct]]:
    bare_owner = known.get(group[0][1].native_id)
    families: dict[str, list[Numbered]] = {}
    for place, item in group:
        families.setdefault(_family_id(item, bare_owner), []).append((place, item))
    for family, members in families.items():
        yield from _number(family, members, known)


def _family_id(item: Item, bare_owner: KnownItem | None) -> str:
    """The one with the known link keeps the bare id; two items of a page that differ only by fragment are told by it."""
    if bare_owner is not None and bare_owner.canonical_url == item.canonical_url:
        return item.native_id
    parts = split(item.url) if item.url and "#" in item.url and item.identity_basis == "url" else None
    fragment = parts.fragment if parts is not None else ""
    if fragment:
        return f"{item.native_id}#{fragment}"
    return linked_id(item) or item.native_id


def names_of_duplicates(items: Iterable[Item]) -> set[str]:
    """Every name that telling apart may give to one of these: an item that has it may have left the listing long ago."""
    names: set[str] = set()
    items = tuple(items)
    times = Counter([item.native_id for item in items])
    names.update([_family_id(item, None) for item in items if times[item.native_id] == 1])
    groups: dict[str, list[Item]] = {}
    for item in items if len(times) < len(items) else ():
        if times[item.native_id] > 1:
            groups.setdefault(item.native_id, []).append(item)
    for group in groups.values():
        links = Counter(item.canonical_url for item in group)
        bare = links[None] + max(count for count in links.values())
        names.update(f"{group[0].native_id} #{number}" for number in range(2, bare + 1))
        for item in {item.url: item for item in group}.values():
            family = _family_id(item, None)
            names.add(family)
            names.update(f"{family} #{number}" for number in range(2, links[item.canonical_url] + 1))
    return names


def _number(family: str, members: list[Numbered], known: Mapping[str, KnownItem]) -> Iterator[tuple[int, Distinct]]:
    """Members that share even the link: one with the words, else the title, of a known one is it; the rest count from the end."""
    free = _names(family, len(members), known)
    taken: dict[int, str] = {}
    for alike in (_same_words, _same_title):
        for place, item in members:
            same = next((name for name in free if name in known and alike(known[name], item)), None)
            if same is not None and place not in taken:
                free.remove(same)
                taken[place] = same
    for place, item in reversed(members):
        yield place, Distinct(item=item, native_id=taken[place] if place in taken else free.pop(0))


def _names(family: str, members: int, known: Mapping[str, KnownItem]) -> list[str]:
    """A name for each member, and every name that is known."""
    names = [family]
    while len(names) < members or names[-1] in known:
        names.append(f"{family} #{len(names) + 1}")
    return names


def _same_words(known: KnownItem, item: Item) -> bool:
    return {name: value for name, value in known.prints.items() if not name.startswith("@")} == item.prints


def _same_title(known: KnownItem, item: Item) -> bool:
    return "title" in item.prints and known.prints.get("title") == item.prints["title"] and known.instant == item.instant
