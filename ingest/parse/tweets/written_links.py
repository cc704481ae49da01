"""Links that a plain text writes out, as shown: `https://…` or `example.org/notes/transf…`. Pure; resolves nothing."""

from __future__ import annotations

import re

_LINK = re.compile(
    r"https?://[^\s<>\"]+"
    r"|(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}/[^\s<>\"]*",
    re.IGNORECASE,
)
_AFTER_A_LINK = ".,;:!?)]}'’”»"


def written_links(text: str) -> tuple[str, ...]:
    """Each link once, in order. A bare host needs a path: `node.js` and `e.g.` are words."""
    found = (match.rstrip(_AFTER_A_LINK) for match in _LINK.findall(text))
    return tuple(dict.fromkeys(found))
