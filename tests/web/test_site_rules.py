"""The rules of web/: what it imports, where its SQL is, what it loads; held by reading it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ingest.sqlite import connect
from tests.web.site import ROOT
from web.queries import statements

WEB = ROOT / "web"
SOURCES = sorted(path for path in WEB.rglob("*.py") if path.name != "serve.py")
MAY_IMPORT = {"ingest.archive", "ingest.errors", "ingest.sqlite"}


def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    parts = {f"ingest.{name.name}" for node in whole if node.module == "ingest" for name in node.names}
    return (
        {node.module or "" for node in whole if node.module != "ingest"}
        | parts
        | {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    )


def test_of_the_program_only_the_archive_the_errors_and_the_way_to_open_sqlite_are_used() -> None:
    for path in SOURCES:
        used = {name for name in imports(path) if name.split(".")[0] == "ingest"}
        assert used <= MAY_IMPORT, path
    assert [path.name for path in SOURCES if "ingest.archive" in imports(path)] == ["bodies.py"]


@pytest.mark.parametrize("name", sorted(statements()))
def test_each_statement_fits_the_schema(name: str) -> None:
    sql = statements()[name]
    values = dict.fromkeys(re.findall(r":(\w+)", re.sub(r"'[^']*'", "", sql)), 1)
    connection = connect(ROOT / "data.db", read_only=True)
    try:
        connection.execute(f"EXPLAIN {sql}", values)
    finally:
        connection.close()


def test_each_statement_is_used() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    families = ("item_", "versions_")
    unused = [
        name for name in statements() if f'"{name}"' not in text and not name.startswith(families) and "unranked" not in name
    ]
    assert unused == []


def test_no_statement_is_put_together_in_code() -> None:
    for path in SOURCES:
        assert not re.search(r"\b(SELECT .* FROM|INSERT INTO|UPDATE .* SET|DELETE FROM)\b", path.read_text(encoding="utf-8")), (
            path
        )


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in [*WEB.rglob("*.html"), *WEB.rglob("*.css"), *WEB.rglob("*.js")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:src|action)=["']https?:|url\(\s*["']?https?:|@import|<link[^>]+https?:""", text), path


def test_templates_mark_nothing_as_safe() -> None:
    for path in WEB.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "|safe" not in text.replace(" ", ""), path
        assert "autoescape false" not in text, path
