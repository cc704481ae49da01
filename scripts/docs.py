"""Writes docs/data-dictionary.md and docs/queries.md from metadata.yml and the schema. Touches nothing else.

python scripts/docs.py           write both
python scripts/docs.py --check   write nothing; exit 1 if one is not what it would be, or metadata.yml and the schema disagree
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from ingest.publish import data_dictionary, disagreements, query_list, read_metadata, read_schema, result_columns  # noqa: E402
from ingest.store.open import create_database  # noqa: E402


def documents() -> tuple[list[str], Mapping[Path, str]]:
    """Where metadata.yml and the schema disagree, and both documents as they must be if they do not."""
    metadata = read_metadata((ROOT / "metadata.yml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        connection = create_database(Path(folder) / "data.db", "sample", wal=False)
        try:
            schema = read_schema(connection)
            results = {query.name: result_columns(connection, query) for query in metadata.queries.values()}
        finally:
            connection.close()
    complaints = disagreements(metadata, schema, results)
    if complaints:
        return complaints, {}
    return [], {
        ROOT / "docs" / "data-dictionary.md": data_dictionary(metadata, schema),
        ROOT / "docs" / "queries.md": query_list(metadata, results),
    }


def main() -> int:
    """Write the documents, or say what is stale."""
    parser = argparse.ArgumentParser(prog="docs.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    complaints, texts = documents()
    for path, text in texts.items():
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            complaints.append(f"docs/{path.name} is not what metadata.yml gives: run `make docs`")
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
