"""A place on a page that has been found to be one post, before its fields are read; a value and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.model import DateText


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLink:
    """What names a post: the place of its title (None for an untitled note) and its address (None where none is shown)."""

    title: int | None
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One post. `roots` are the places of the elements that belong to it, in order; `date` a date found beside it."""

    roots: tuple[int, ...]
    own: OwnLink
    date: DateText | None = None

    @property
    def place(self) -> int:
        """Where it begins."""
        return self.roots[0]
