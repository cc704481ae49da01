"""Measures processes and functions by the processor time they take; knows nothing of what is measured."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a process took: seconds of processor time and of the clock, and MiB at its peak; its children's included."""

    cpu: float
    wall: float
    peak: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: ours beside another's, both in `unit`. `at_most` is the ratio (or figure) that is aimed at."""

    what: str
    ours: float
    theirs: float | None  # None: nothing to compare with, or it is not to be had here
    unit: str
    beside: str
    at_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours to theirs."""
        return self.ours / self.theirs if self.theirs else None

    @property
    def holds(self) -> bool | None:
        """Whether the aim is reached; None where there is none, or nothing to compare with."""
        figure = self.ours if self.beside == "" else self.ratio
        return None if self.at_most is None or figure is None else figure <= self.at_most


def process(arguments: Sequence[object], folder: Path) -> Cost:
    """Run a command to its end.

    Raises:
        RuntimeError: it failed; the text is what it said.
    """
    began = time.perf_counter()
    with (folder / "said.txt").open("w+b") as said:
        child = subprocess.Popen(
            [str(each) for each in arguments], cwd=folder, stdout=said, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},  # as whoever uses it runs it: compiled once
        )  # fmt: skip
        pid, peak = 0, 0.0
        while not pid:
            peak = max(peak, _peak(child.pid))
            time.sleep(0.02)
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - began
        if child.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(map(str, arguments))}\n{said.read().decode(errors='replace')[-2000:]}")
    return Cost(cpu=usage.ru_utime + usage.ru_stime, wall=wall, peak=peak or usage.ru_maxrss / 1024)


def _peak(pid: int) -> float:
    """The greatest memory in MiB that a running process has held, and each of its children. What the system says at its end
    counts ours as well."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0  # not Linux, or it has ended
    own = next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)
    return own + sum(_peak(int(child)) for child in children)


def middle(costs: Sequence[Cost]) -> Cost:
    """The cost with the median time by the clock."""
    return sorted(costs, key=lambda cost: cost.wall)[len(costs) // 2]


def cpu_of(work: Callable[[], object]) -> float:
    """Seconds of processor time that a call takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def median(seconds: Sequence[float]) -> float:
    """The median in milliseconds."""
    return 1000 * statistics.median(seconds)
