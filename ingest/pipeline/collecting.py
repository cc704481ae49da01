"""Lets Python look for garbage in cycles less often: what flows through the stages has none. Touches nothing else."""

from __future__ import annotations

import gc

_VALUES = 20_000
"""New values between two looks. Python's own 700 are made by a single capture, and looking costs a twelfth of a long import."""


def collect_seldom() -> None:
    """For a process that takes in captures; what it has loaded so far is not looked through again."""
    gc.freeze()
    gc.set_threshold(_VALUES, 20, 20)
