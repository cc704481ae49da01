"""Takes many cases through the command at once, along every way that must lead to the same database."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from ingest.cli import main
from ingest.store import compare
from tests.cases.case import Case

GOOD_OR_TROUBLE = (0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A folder in which the command works."""

    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "data.db"

    def run(self, *arguments: str) -> Result:
        paths = (f"--archive={self.folder / 'archive.db'}", f"--db={self.db}", f"--sources={self.folder / 'sources.toml'}")
        result = CliRunner().invoke(main, [*paths, *arguments], catch_exceptions=False)
        assert "Traceback" not in result.output
        return result

    def take_in(self, captures: Path) -> None:
        result = self.run("import", str(captures))
        assert result.exit_code in GOOD_OR_TROUBLE, result.output


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """The databases that one set of cases gave: taken in at once, and after each step of taking them in one by one."""

    cases: tuple[Case, ...]
    at_once: Desk
    forwards: Desk
    backwards: Desk
    steps: tuple[Path, ...]  # copies of the database after the first, second, ... input of every case


def desk(folder: Path, cases: Iterable[Case]) -> Desk:
    folder.mkdir(parents=True)
    (folder / "sources.toml").write_text("\n".join(case.entry() for case in cases), encoding="utf-8")
    return Desk(folder=folder)


def take_in_every_way(folder: Path, cases: Sequence[Case]) -> Ways:
    """All inputs in one run; one input of each case a run, first to last; the same, last to first."""
    at_once, forwards, backwards = (desk(folder / name, cases) for name in ("at-once", "forwards", "backwards"))
    at_once.take_in(captures(folder / "all", cases, range(most_inputs(cases))))
    steps = []
    for number in range(most_inputs(cases)):
        forwards.take_in(captures(folder / f"forwards-{number}", cases, [number]))
        steps.append(folder / f"after-{number}.db")
        shutil.copy(forwards.db, steps[-1])
    for number in reversed(range(most_inputs(cases))):
        backwards.take_in(captures(folder / f"backwards-{number}", cases, [number]))
    return Ways(cases=tuple(cases), at_once=at_once, forwards=forwards, backwards=backwards, steps=tuple(steps))


def differences(ways: Ways, way: str) -> list[str]:
    """What the database of another way has otherwise than that of taking all in at once."""
    other = {"forwards": ways.forwards.db, "backwards": ways.backwards.db, "rebuilt": _rebuilt(ways)}[way]
    return compare(ways.at_once.db, other)


def _rebuilt(ways: Ways) -> Path:
    """A database derived again from the archive of the backward way."""
    again = Desk(folder=ways.backwards.folder.parent / "again")
    if not again.folder.exists():
        shutil.copytree(ways.backwards.folder, again.folder)
        assert again.run("rebuild").exit_code == 0
    return again.db


def captures(folder: Path, cases: Iterable[Case], numbers: Iterable[int]) -> Path:
    """A captures folder with these inputs of the cases that have them."""
    wanted = tuple(numbers)
    folder.mkdir()
    for case in cases:
        some = tuple(given for number, given in enumerate(case.inputs) if number in wanted)
        if some:
            case.write(folder, some)
    return folder


def most_inputs(cases: Iterable[Case]) -> int:
    return max(len(case.inputs) for case in cases)
