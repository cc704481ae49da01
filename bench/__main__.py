"""`python -m bench [--quick] [NAME...]`: runs the benchmarks named, or all, and prints a table of ratios; judges nothing."""

from __future__ import annotations

import argparse
import importlib

from bench.measure import Row
from bench.places import BUILD
from bench.table import as_json, heading, line

GROUPS = {
    "captures": "one capture in a running program, beside feedparser and the least there is to do",
    "histories": "a history from a git repository, beside git-history",
    "growth": "how that grows; draws docs/growth.svg",
    "archives": "the size of the archive, beside git",
    "polling": "polls answered 304, beside an httpx loop",
    "site": "pages and queries on a million rows of history",
}


def main() -> None:
    """Run, print, and keep the figures in build/bench/results.json."""
    told = "\n".join(f"  {name:10} {what}" for name, what in GROUPS.items())
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=told, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller workloads: minutes instead of half an hour")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all if none is named")
    chosen = parser.parse_args()
    unknown = [name for name in chosen.names if name not in GROUPS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are: {', '.join(GROUPS)}")
    measured: list[Row] = []
    print(heading())
    for name in chosen.names or GROUPS:
        for row in importlib.import_module(f"bench.{name}").rows(quick=chosen.quick):
            print(line(row), flush=True)
            measured.append(row)
    (BUILD / "results.json").write_text(as_json(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
