"""Datasette in this process, with our metadata, plugins, templates and the settings that `make serve` gives it. Opens no port."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml
from datasette.app import Datasette

ROOT = Path(__file__).resolve().parents[2]
METADATA: dict[str, Any] = yaml.safe_load((ROOT / "metadata.yml").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = METADATA["databases"]["data"]["tables"]
QUERIES: dict[str, dict[str, Any]] = METADATA["databases"]["data"]["queries"]


class Site:
    """One database as visitors see it; each call is one request."""

    def __init__(self, database: Path) -> None:
        self._runner = asyncio.Runner()
        settings = {"suggest_facets": False, "max_returned_rows": 2000, "sql_time_limit_ms": 5000, "num_sql_threads": 1}
        self.datasette = Datasette(
            [],
            immutables=[str(database)],
            metadata=METADATA,
            settings=settings,
            plugins_dir=str(ROOT / "web" / "plugins"),
            template_dir=str(ROOT / "web" / "templates"),
            static_mounts=[("static", str(ROOT / "web" / "static"))],
        )
        self._runner.run(self.datasette.invoke_startup())

    def close(self) -> None:
        self._runner.close()

    def get(self, path: str, parameters: Mapping[str, str] | None = None) -> Any:
        """The response to a path, whatever its status."""
        address = f"{path}?{urlencode(parameters)}" if parameters else path
        return self._runner.run(self.datasette.client.get(address))

    def rows(self, name: str, **parameters: str) -> list[dict[str, Any]]:
        """The rows of a query or table, as its JSON gives them."""
        response = self.get(f"/data/{name}.json", {"_shape": "array", **parameters})
        assert response.status_code == 200, (name, parameters, response.text[:300])
        found: list[dict[str, Any]] = response.json()
        return found

    def csv(self, name: str, **parameters: str) -> list[list[str]]:
        """The lines of a query's or table's CSV, heading first."""
        response = self.get(f"/data/{name}.csv", parameters)
        assert response.status_code == 200, (name, parameters, response.text[:300])
        return list(csv.reader(io.StringIO(response.text)))
