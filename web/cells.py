"""Makes the ids in Datasette's own tables lead to our pages. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

_ID = re.compile(r"[\w.-]{1,200}")
_PATHS: Mapping[str, str] = {
    "fetch_id": "/change/",
    "base_fetch_id": "/change/",
    "from_fetch_id": "/change/",
    "to_fetch_id": "/change/",
    "until_fetch_id": "/change/",
    "last_fetch_id": "/change/",
    "last_change_id": "/change/",
    "previous_fetch_id": "/change/",
    "item_id": "/item/",
    "tweet_id": "/item/",
    "source_id": "/source/",
    "body_sha256": "/raw/",
}
"""Where a column's values have a page."""


def cell_link(value: object, column: str) -> tuple[str, Markup] | None:
    """(path, text) of a cell that has a page, None of any other."""
    path = _PATHS.get(column)
    if path is None or not isinstance(value, str) or not _ID.fullmatch(value):
        return None
    return path + value, Markup("{}").format(value)
