"""The history of a feed from a git repository, ours beside git-history's; and how it grows with the number of versions."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Cost, Row, middle, process
from bench.peers import arguments, git_history
from bench.places import FILE, repository, scratch, strandline

AIMS = {"wp": 1 / 20, "small": 1 / 30}
WORDS = {"wp": "20 items of 4 to 12 KB", "small": "200 items of 1 KB"}


def rows(*, quick: bool) -> Iterator[Row]:
    """Ours and theirs at 800 versions (200 if it must be quick)."""
    count = 200 if quick else 800
    for kind, aim in AIMS.items():
        before = [import_git(kind, count) for _ in range(3)]
        theirs = peer(kind, count)
        after = [import_git(kind, count) for _ in range(4)]  # theirs takes minutes, in which a machine may slow down
        ours = middle([*before, *after])
        what = f"history of {count} versions, {WORDS[kind]}"
        clock, cpu = (theirs.wall, theirs.cpu) if theirs else (None, None)
        yield Row(what=f"{what}, by the clock", ours=ours.wall, theirs=clock, unit="s", beside="git-history", at_most=aim)
        yield Row(what=f"{what}, processor time", ours=ours.cpu, theirs=cpu, unit="s", beside="git-history")


def import_git(kind: str, count: int) -> Cost:
    """`strandline import-git` of a whole repository into new files."""
    path = repository(kind, count)
    with scratch() as folder:
        return process(strandline("import-git", path, FILE, "--source", "bench"), folder)


def peer(kind: str, count: int) -> Cost | None:
    """git-history over the same repository; None where it cannot be installed."""
    command, path = git_history(), repository(kind, count)
    if command is None:
        return None
    with scratch() as folder:
        return process(arguments(command, path, folder / "history.db"), folder)
