"""Widens pipes between processes, so that who writes need not wait for who reads; knows nothing of what passes."""

from __future__ import annotations

from typing import IO

_WIDE = 1_000_000  # bytes; where nothing is asked for, a pipe holds 65,536


def widen(pipe: IO[bytes] | None) -> None:
    """Let more wait in a pipe than it holds by itself, where the system allows it."""
    try:
        import fcntl

        if pipe is not None:
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _WIDE)
    except (ImportError, AttributeError, OSError):
        return
