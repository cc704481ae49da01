"""How time, memory and files grow with the number of versions; knows nothing of how a chart is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.chart import Chart, Line, chart_svg
from bench.measure import Cost, Row, process
from bench.peers import arguments, git_history
from bench.places import FILE, ROOT, repository, scratch, strandline

COUNTS = (50, 200, 800, 3200)
PEER_COUNTS = (50, 200, 800)
CHART = ROOT / "docs" / "growth.svg"
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What so many versions took: time and memory, and MiB of each file that came of it."""

    count: int
    cost: Cost
    files: dict[str, float]


def rows(*, quick: bool) -> Iterator[Row]:
    """Four times the versions in at most 4.4 times the time; memory at the greatest number. Draws the chart, unless quick."""
    counts = COUNTS[:2] if quick else COUNTS
    ours = _ours(counts)
    few, many = ours[-2:]
    what = f"{many.count} versions of 240 KB"
    yield Row(what=what, ours=many.cost.cpu, theirs=few.cost.cpu, unit="s", beside=f"{few.count} versions", at_most=4.4)
    yield Row(what=f"memory for {what}", ours=many.cost.peak, theirs=None, unit="MiB", beside="", at_most=150)
    if not quick:
        CHART.write_text(_chart(ours, list(_theirs())), encoding="utf-8")


def _ours(counts: Sequence[int]) -> list[Step]:
    """The middle one of three runs at each number, in turn: a machine that slows down for a while tells on all of them."""
    rounds = [[_once(count) for count in counts] for _ in range(3)]
    return [sorted(steps, key=lambda step: step.cost.cpu)[1] for steps in zip(*rounds, strict=True)]


def _once(count: int) -> Step:
    with scratch() as folder:
        cost = process(strandline("import-git", repository("wp", count), FILE, "--source", "bench"), folder)
        return Step(count=count, cost=cost, files=_sizes(folder, "archive.db", "data.db"))


def _theirs() -> Iterator[Step]:
    command = git_history()
    if command is None:
        return
    for count in PEER_COUNTS:
        with scratch() as folder:
            cost = process(arguments(command, repository("wp", count), folder / "history.db"), folder)
            yield Step(count=count, cost=cost, files=_sizes(folder, "history.db"))


def _sizes(folder: Path, *names: str) -> dict[str, float]:
    return {name: (folder / name).stat().st_size / MIB for name in names}


def _chart(ours: Sequence[Step], theirs: Sequence[Step]) -> str:
    def line(name: str, steps: Sequence[Step], values: Sequence[float]) -> Line:
        return Line(name=name, points=tuple(zip((step.count for step in steps), values, strict=True)))

    time = [line("Strandline", ours, [step.cost.cpu for step in ours])]
    files = [line(f"Strandline, {name}", ours, [step.files[name] for step in ours]) for name in ("archive.db", "data.db")]
    if theirs:
        time.append(line("git-history", theirs, [step.cost.cpu for step in theirs]))
        files.append(line("git-history", theirs, [step.files["history.db"] for step in theirs]))
    memory = [line("Strandline", ours, [step.cost.peak for step in ours])]
    if theirs:
        memory.append(line("git-history", theirs, [step.cost.peak for step in theirs]))
    return chart_svg(
        [
            Chart(title="Processor time", unit="s", lines=tuple(time)),
            Chart(title="Files", unit="MiB", lines=tuple(files)),
            Chart(title="Memory at its peak", unit="MiB", lines=tuple(memory)),
        ],
        across="versions of a feed of 240 KB",
    )
