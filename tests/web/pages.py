"""The whole site in this process: Datasette with our plugin, templates and settings, over any data.db and archive.db."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from click.testing import CliRunner
from datasette.app import Datasette

from ingest.cli import main
from tests.web.site import METADATA, ROOT
from web.settings import ARCHIVE_VARIABLE

Result = TypeVar("Result")

SETTINGS = {"suggest_facets": False, "max_returned_rows": 2000, "sql_time_limit_ms": 5000, "max_csv_mb": 0}
_HREF = re.compile(r'(?:href|src|action)="([^"]*)"')


class Pages:
    """One site; each call is one request. `plugin` are the settings of our plugin, `archive` None for a site without."""

    def __init__(self, database: Path, archive: Path | None = None, *, immutable: bool = False, **plugin: object) -> None:
        self.database = database
        self.archive = archive
        self._runner = asyncio.Runner()
        metadata = {**METADATA, "plugins": {"strandline": plugin}}
        files: dict[str, Any] = {"immutables": [str(database)]} if immutable else {"files": [str(database)]}
        self.datasette = Datasette(
            **{"files": [], **files},
            metadata=metadata,
            settings=SETTINGS,
            plugins_dir=str(ROOT / "web" / "plugins"),
            template_dir=str(ROOT / "web" / "templates"),
            static_mounts=[("static", str(ROOT / "web" / "static"))],
        )
        self._runner.run(self.datasette.invoke_startup())

    def close(self) -> None:
        for database in self.datasette.databases.values():
            database.close()
        self._runner.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something else in the loop that the site is in."""
        return self._runner.run(work)

    def get(self, path: str, parameters: Mapping[str, str] | None = None, **headers: str) -> Any:
        """The response to a path, whatever its status."""
        address = f"{path}?{urlencode(parameters)}" if parameters else path
        known = os.environ.pop(ARCHIVE_VARIABLE, None)
        try:
            if self.archive:
                os.environ[ARCHIVE_VARIABLE] = str(self.archive)
            return self._runner.run(self.datasette.client.get(address, headers=headers))
        finally:
            os.environ.pop(ARCHIVE_VARIABLE, None)
            if known is not None:
                os.environ[ARCHIVE_VARIABLE] = known

    def text(self, path: str, parameters: Mapping[str, str] | None = None) -> str:
        """The page at a path, which must be there."""
        response = self.get(path, parameters)
        assert response.status_code == 200, (path, response.status_code, response.text[:600])
        return str(response.text)


def links(html: str) -> Iterable[str]:
    """Every address that a page names, entities undone."""
    return [found.replace("&amp;", "&").replace("&#39;", "'").replace("&#34;", '"') for found in _HREF.findall(html)]


def imported(folder: Path, captures: Path, *options: str) -> tuple[Path, Path]:
    """(data.db, archive.db) of a folder of captures, made by the command."""
    settings = captures / "sources.toml"
    places = ["--sources", str(settings), "--archive", str(folder / "archive.db"), "--db", str(folder / "data.db")]
    result = CliRunner().invoke(main, [*places, "import", *options, str(captures)], catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output
    return folder / "data.db", folder / "archive.db"
