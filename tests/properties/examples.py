"""How many made-up lives each property of the whole way is tried on: what the suite has time for, or THOROUGH times as many."""

from __future__ import annotations

import os

from hypothesis import settings

THOROUGH = int(os.environ.get("THOROUGH", "1"))


def examples(number: int) -> settings:
    """The setting for a test; use it as its decorator."""
    return settings(max_examples=number * THOROUGH)
