"""The line diff of a change page: what is compared with what, and why there may be nothing to see. Reads the archive."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from ingest.errors import ArchiveError
from web.bodies import read_bodies
from web.decoding import MOST_BYTES, text_of
from web.lines_diff import LineDiff, line_diff
from web.marks import lines_html, masker
from web.settings import archive_path
from web.visit import Row, Visit

NO_ARCHIVE = (
    "The bytes are not here: this site was started without the archive.db that its data was made from, so there is no line diff "
    "and nothing under /raw. What changed in the items is known without it."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What the page shows: a diff, or a sentence that says why there is none."""

    html: Markup | None = None
    diff: LineDiff | None = None
    why_not: str | None = None
    base: Row | None = None
    not_applied: bool = False


async def compared(visit: Visit, fetch: Row) -> Compared:
    """The diff of a fetch's body against what it was compared with."""
    reason = _nothing_to_compare(fetch)
    if reason:
        return Compared(why_not=reason)
    base, not_applied = await _base(visit, fetch)
    if base is None or not base["body_sha256"]:
        return Compared(why_not="This is the first capture: there is nothing before it to compare with.")
    path = archive_path(visit.settings)
    if path is None:
        return Compared(why_not=NO_ARCHIVE, base=base)
    try:
        bodies = await visit.in_thread(read_bodies, path, (base["body_sha256"], fetch["body_sha256"]))
    except ArchiveError as error:
        return Compared(why_not=f"The archive could not be read: {error}", base=base)
    if len(bodies) < len({base["body_sha256"], fetch["body_sha256"]}):
        return Compared(why_not="The archive does not have the bytes of both captures (any more).", base=base)
    old = text_of(bodies[base["body_sha256"]], base["content_type"])
    new = text_of(bodies[fetch["body_sha256"]], fetch["content_type"])
    if old is None or new is None:
        return Compared(why_not=f"Not compared line by line: no text, or more than {MOST_BYTES:,} bytes.", base=base)
    change = masker(visit.settings.mask_emails)
    diff = await visit.in_thread(line_diff, change(old), change(new))
    return Compared(html=lines_html(diff), diff=diff, base=base, not_applied=not_applied)


def _nothing_to_compare(fetch: Row) -> str | None:
    if fetch["outcome"] == "not_modified":
        return "The server answered 304: the body named above, which we have, still holds."
    if fetch["outcome"] == "same":
        return "The bytes are the same as those of the last applied capture."
    if not fetch["body_sha256"] and fetch["evidence_sha256"]:
        return "Told by a page of another tracker: that page is kept as evidence, the body itself was never seen."
    if not fetch["body_sha256"]:
        return "There is no body."
    return None


async def _base(visit: Visit, fetch: Row) -> tuple[Row | None, bool]:
    """What to compare with, and whether that is only for the reader because the capture was not applied."""
    if fetch["base_fetch_id"]:
        base = {
            "id": fetch["base_fetch_id"],
            "body_sha256": fetch["base_sha256"],
            "observed_at": fetch["base_observed_at"],
            "origin_date": fetch["base_origin_date"],
            "content_type": fetch["base_content_type"],
        }
        return base, False
    if fetch["applied"]:
        return None, False
    values = {name: fetch[name] for name in ("source_id", "page", "observed_at")}
    return await visit.row("last_applied_before", fetch_id=fetch["id"], **values), True
