"""git-history, the tool that others use for this, in a virtual environment of its own under build/bench/."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

from bench.places import BUILD, FILE

PACKAGES = ("git-history==0.8", "feedparser==6.0.14")
CONVERT = """
feed = feedparser.parse(content)
return [
    {
        "guid": entry.get("id") or entry.get("link"),
        "link": entry.get("link"),
        "title": entry.get("title"),
        "author": entry.get("author"),
        "published": entry.get("published"),
        "updated": entry.get("updated"),
        "summary": entry.get("summary"),
        "content": "".join(part.value for part in entry.get("content", [])),
        "tags": ",".join(tag.term for tag in entry.get("tags", [])),
    }
    for entry in feed.entries
]
"""


@cache
def git_history() -> Path | None:
    """The command, installed if it is not; None where it cannot be."""
    command = BUILD / "peers" / "bin" / "git-history"
    if command.is_file():
        return command
    try:
        subprocess.run([sys.executable, "-m", "venv", str(BUILD / "peers")], check=True, capture_output=True)
        subprocess.run([str(command.with_name("pip")), "install", "--quiet", *PACKAGES], check=True, capture_output=True)
    except subprocess.CalledProcessError:
        return None
    return command


def arguments(command: Path, repository: Path, database: Path) -> list[object]:
    """The command line that reads all versions of the made-up feed, as its documentation has it for a feed."""
    options = [
        "--repo",
        repository,
        "--branch",
        "main",
        "--id",
        "guid",
        "--import",
        "feedparser",
        "--convert",
        CONVERT,
        "--silent",
    ]
    return [command, "file", database, FILE, *options]
