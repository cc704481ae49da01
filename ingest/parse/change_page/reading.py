"""A change page to a Reading: the statement of the response, the items added, and what else the diff shows. Pure.

The page shows a part of two documents: hence `whole=False`, and items of which it shows a fragment get no entry. What it shows
is judged by the old document's own order: an item that went while older ones stay below it was removed, one that stood
last has left the window (rule 7).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.errors import ReadError
from ingest.model import ChangeStatement, Document, FeedEntry, Issue, Reading
from ingest.parse.change_page.blocks import Block, Side, side_of
from ingest.parse.change_page.html_form import read_html
from ingest.parse.change_page.items import read_item
from ingest.parse.change_page.loose import Loose, loose_changes, summed_up
from ingest.parse.change_page.page import Artifact, Page
from ingest.parse.change_page.recognise import looks_like_change_page
from ingest.parse.change_page.stamp import choose, is_feed_path, stamp_of
from ingest.parse.change_page.text_form import read_text
from ingest.parse.change_page.words import CUT_LINES, NO_DIFF, STOPS
from ingest.parse.decoding import Decoded, decode

FORMAT = "change_page"

_NO_FEED_ROOT = re.compile(r"<(?:urlset|sitemapindex|html|svg|opml)[\s>]", re.IGNORECASE)
_GONE = frozenset({"deleted", "removed"})


def read_stamp(body: bytes, url: str | None = None) -> ChangeStatement | None:
    """Time, headers and numbers that a change page recorded, without its diff; None for bytes that are none or have no time.

    `url` is the address of the source: of several documents on the page, the one fetched from there is meant, else a feed.
    """
    if not looks_like_change_page(body):
        return None
    try:
        page = _page(decode(body, None))
    except ReadError:
        return None
    artifact = choose(page, url)
    return stamp_of(page, artifact) if artifact is not None else None


def read_change_page(document: Document) -> Reading:
    """What the page says of one document's change: items added as `entries`, the rest in `statement`.

    Raises ReadError `not_a_change_page`, or `no_time` where the page recorded no time of the response.
    """
    decoded = decode(document.body, document.content_type)
    page = _page(decoded)
    artifact = choose(page, document.url)
    if artifact is None:
        raise ReadError("not_a_change_page", "the page has no section about a stored document")
    stamp = stamp_of(page, artifact)
    if stamp is None:
        raise ReadError("no_time", f"the page recorded no time at which {artifact.path} was fetched")
    issues = [*decoded.issues, *_about_page(page, artifact)]
    if not _is_feed(artifact):
        message = f"the page tells of {artifact.path}, which is no feed; no items are read from it"
        issues.append(Issue(severity="info", code="not_a_feed", message=message))
        return Reading(format=FORMAT, whole=False, issues=tuple(issues), statement=stamp)
    return _with_items(stamp, artifact, issues)


def _page(decoded: Decoded) -> Page:
    text = decoded.text.lstrip()
    return read_html(text) if text.startswith("<") else read_text(text)


def _is_feed(artifact: Artifact) -> bool:
    texts = [line.text for hunk in artifact.hunks for line in hunk.lines]
    if any(_NO_FEED_ROOT.match(text) for text in texts):
        return False
    return is_feed_path(artifact.path) or bool(side_of(artifact.hunks, "+").blocks)


def _about_page(page: Page, artifact: Artifact) -> Iterator[Issue]:
    """What the page does not show, and what is not read from it."""
    others = [other.path for other in page.artifacts if other is not artifact]
    if others:
        message = f"the page also tells of {', '.join(others)}; only {artifact.path} is read"
        yield Issue(severity="warning", code="other_artifacts", message=message)
    if "retracted" in artifact.badges:
        yield Issue(severity="warning", code="retracted", message="the tracker has retracted this document")
    if _GONE & set(artifact.badges):
        yield Issue(
            severity="warning", code="artifact_deleted", message="the document itself was deleted; its items are not judged"
        )
    yield from _about_diff(artifact)


def _about_diff(artifact: Artifact) -> Iterator[Issue]:
    for note in artifact.notes:
        if STOPS in note:
            yield Issue(
                severity="warning", code="diff_cut", message=f"not the whole diff is shown, so changes are missing: {note}"
            )
        elif CUT_LINES in note:
            yield Issue(severity="info", code="lines_cut", message=f"texts are not shown whole: {note}")
        elif NO_DIFF in note:
            yield Issue(severity="warning", code="no_diff", message=note)
    stops = any(STOPS in note for note in artifact.notes)
    hunks = artifact.hunks[:-1] if stops else artifact.hunks
    wrong = [hunk.ref for hunk in hunks if not hunk.adds_up]
    if wrong:
        message = f"the lines shown do not add up to the numbers of their hunks: {', '.join(wrong)}"
        yield Issue(severity="warning", code="diff_mismatch", message=message)


def _with_items(stamp: ChangeStatement, artifact: Artifact, issues: list[Issue]) -> Reading:
    old, new = side_of(artifact.hunks, "-"), side_of(artifact.hunks, "+")
    url = stamp.final_url
    added = _read(new.whole("+"), url, issues)
    gone = _read(() if _GONE & set(artifact.badges) else old.whole("-"), url, issues)
    loose = loose_changes(artifact.hunks, old, new)
    both = _on_both_sides([entry for _, entry in gone], [entry for _, entry in added])
    names = {name for entry in both for name in _names(entry)}
    left, removed = _by_place([(block, entry) for block, entry in gone if not _names(entry) & names], old, loose)
    statement = replace(
        stamp,
        left=tuple(left),
        removed=tuple(removed),
        edited=tuple(dict.fromkeys((*loose.edited, *(_called(entry) for entry, same in both.items() if not same)))),
        noise=summed_up([*loose.noise, *(("order", _called(entry)) for entry, same in both.items() if same)]),
    )
    entries = tuple(entry for _, entry in added if not _names(entry) & names)
    issues.extend(_place_unknown(old, [block for block, entry in gone if entry in left]))
    issues.extend(_fragments(statement.edited, loose.begun))
    return Reading(format=FORMAT, entries=entries, whole=False, issues=tuple(issues), statement=statement)


def _read(blocks: Sequence[Block], url: str | None, issues: list[Issue]) -> list[tuple[Block, FeedEntry]]:
    found: list[tuple[Block, FeedEntry]] = []
    for block in blocks:
        entry, said = read_item(block, url)
        issues.extend(said)
        if entry is not None:
            found.append((block, entry))
    return found


def _names(entry: FeedEntry) -> set[str]:
    """What an item may be known by on both sides of a diff."""
    return {name for name in (entry.guid, entry.url) if name}


def _called(entry: FeedEntry) -> str:
    return entry.guid or entry.url or ""


def _on_both_sides(gone: Sequence[FeedEntry], added: Sequence[FeedEntry]) -> dict[FeedEntry, bool]:
    """Items that stand whole on both sides, and whether they say the same there, so that only their place is new."""
    before = {name: entry for entry in gone for name in _names(entry)}
    met = {entry: next((before[name] for name in _names(entry) if name in before), None) for entry in added}
    return {entry: earlier == entry for entry, earlier in met.items() if earlier is not None}


def _by_place(gone: Sequence[tuple[Block, FeedEntry]], old: Side, loose: Loose) -> tuple[list[FeedEntry], list[FeedEntry]]:
    """Items that stood last in the old document, and items that went while one below them stayed."""
    stays = [block.pieces[0].at for block in old.blocks if not block.is_all("-")] + loose.in_items
    left: list[FeedEntry] = []
    removed: list[FeedEntry] = []
    for block, entry in gone:
        below = any(place > block.pieces[-1].at for place in stays)
        (removed if below else left).append(entry)
    return left, removed


def _place_unknown(old: Side, left: Sequence[Block]) -> Iterator[Issue]:
    for block in left:
        if old.end is None or old.end < block.pieces[-1].at:
            message = "the page does not show whether an older item stood below this one; it is taken to have left the window"
            yield Issue(severity="info", code="place_unknown", message=message, entry_ref=block.ref)


def _fragments(edited: Sequence[str], begun: Sequence[str]) -> Iterator[Issue]:
    for ref in edited:
        message = "the page shows a part of an item that changed; what it says as a whole is not known"
        yield Issue(severity="info", code="fragment_only", message=message, entry_ref=ref)
    for ref in dict.fromkeys(begun):
        message = "the page shows the beginning of an item that came or went, but not its end; it gets no row"
        yield Issue(severity="warning", code="item_shown_in_part", message=message, entry_ref=ref)
