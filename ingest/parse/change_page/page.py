"""A change page as values: what it says of each stored document that one commit changed. Holds no logic but lookups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Sign = Literal["+", "-", " "]

LINE_LIMIT = 300
"""Characters after which the tracker cuts a line of a diff (counted in UTF-16 units); it marks the place with '…'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    """One line of a diff without its sign. `cut`: the page shows only its beginning, and '…' stands for the rest."""

    sign: Sign
    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """A stretch of a diff; the numbers are those of its `@@` line. In the text form several unchanged lines are one."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    lines: tuple[DiffLine, ...] = ()

    @property
    def adds_up(self) -> bool:
        """Whether every changed line is shown: the signs must make the difference of the two counts."""
        signs = [line.sign for line in self.lines]
        return signs.count("+") - signs.count("-") == self.new_count - self.old_count

    @property
    def ref(self) -> str:
        """The stretch of the new document, to name a change that names nothing itself."""
        return f"lines {self.new_start}-{self.new_start + max(self.new_count, 1) - 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """One stored document that the commit changed. `headers` None: the page says that none were recorded."""

    path: str
    badges: tuple[str, ...] = ()  # added, modified, deleted, retracted
    facts: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] | None = None
    hunks: tuple[Hunk, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One commit: its full hash, the subject line, the documents that it changed."""

    commit: str | None
    subject: str | None
    artifacts: tuple[Artifact, ...]
