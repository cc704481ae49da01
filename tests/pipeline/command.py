"""Runs the command `strandline` in a folder of its own, as a person would, and looks into the database it made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from ingest.cli import main
from ingest.sqlite import connect


@dataclass(frozen=True)
class Workplace:
    """A folder with sources, archive and database."""

    folder: Path

    def run(self, *arguments: str | Path, expect: int | None = 0) -> Result:
        """One command; `expect` is its exit status (None: any)."""
        options = ["--archive", str(self.folder / "archive.db"), "--db", str(self.folder / "data.db")]
        sources = ["--sources", str(self.folder / "sources.toml")] if (self.folder / "sources.toml").exists() else []
        result = CliRunner().invoke(main, [*sources, *options, *map(str, arguments)], catch_exceptions=False)
        if expect is not None:
            assert result.exit_code == expect, result.output
        return result

    def rows(self, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        """What a query gives."""
        connection = connect(self.folder / "data.db", read_only=True)
        try:
            return connection.execute(sql, parameters).fetchall()
        finally:
            connection.close()

    def one(self, sql: str, *parameters: object) -> object:
        """The first column of the first row."""
        return self.rows(sql, *parameters)[0][0]

    def captures(self, source: str, kind: str, url: str = "https://blog.example/", **more: object) -> Path:
        """The folder for captures of a source, which is listed in the captures' own sources.toml."""
        top = self.folder / "captures"
        (top / source).mkdir(parents=True, exist_ok=True)
        keys = "".join(f"{name} = {json.dumps(value)}\n" for name, value in more.items())
        listed = top / "sources.toml"
        text = listed.read_text() if listed.exists() else ""
        listed.write_text(f'{text}[[source]]\nid = "{source}"\nkind = "{kind}"\nurl = "{url}"\n{keys}\n')
        return top / source


def feed(*items: tuple[str, str], build: str = "Tue, 06 Jan 2026 12:00:00 GMT") -> str:
    """An RSS feed of (guid, title) pairs; the first is the newest."""
    count = len(items)
    entries = "".join(
        f"<item><title>{title}</title><link>https://blog.example/{guid}</link><guid isPermaLink='false'>{guid}</guid>"
        f"<description>About {title}.</description></item>"
        for guid, title in items
    )
    head = f"<title>Quay notes</title><link>https://blog.example/</link><description>{count}</description>"
    return (
        f"<?xml version='1.0'?><rss version='2.0'><channel>{head}<lastBuildDate>{build}</lastBuildDate>{entries}</channel></rss>"
    )
