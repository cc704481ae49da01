"""Serves data.db on loopback with Datasette: the only place that knows Datasette's options. Never writes to a database.

    python web/serve.py [--port 8001] [--print]

Your own data (begun with `make start`) is served with the archive.db beside it; the bundled sample with the archive that
`make serve` builds under build/. Where the archive is, the plugins read from the variable STRANDLINE_ARCHIVE.
"""

from __future__ import annotations

import argparse
import os
import shlex
import socket
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
HOST = "127.0.0.1"

SETTINGS = {
    "default_page_size": "50",
    "max_returned_rows": "2000",
    "max_csv_mb": "0",  # no limit: past one, Datasette ends the file with a sentence and a status of 200
    "sql_time_limit_ms": "5000",  # this is one person's own machine, and their own question
    "facet_time_limit_ms": "500",
    "suggest_facets": "off",  # tries a query for every column of every page
    "cache_size_kb": "65536",
}
FOLDERS = {  # option: folder, given where the folder exists
    "--plugins-dir": ROOT / "web" / "plugins",
    "--template-dir": ROOT / "web" / "templates",
}


def is_own(database: Path) -> bool:
    """Whether a database says of itself that it is somebody's own data and not the bundled sample (table `dataset`)."""
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        row = connection.execute("SELECT kind FROM dataset").fetchone()
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return row is not None and row[0] == "own"


def archive_of(root: Path, *, own: bool) -> Path | None:
    """The archive that belongs to the data, None where there is none: pages then say what is missing."""
    path = root / "archive.db" if own else root / "build" / "archive.db"
    return path if path.is_file() else None


def is_free(port: int) -> bool:
    """Whether nothing else listens at this port on loopback."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def command(root: Path, port: int, *, own: bool) -> list[str]:
    """The arguments of `python` that start Datasette; the sample cannot change and is opened as immutable."""
    database = [str(root / "data.db")] if own else ["--immutable", str(root / "data.db")]
    options = ["--host", HOST, "--port", str(port)]
    if (root / "metadata.yml").is_file():
        options += ["--metadata", str(root / "metadata.yml")]
    for option, folder in FOLDERS.items():
        if folder.is_dir():
            options += [option, str(folder)]
    if (root / "web" / "static").is_dir():
        options += ["--static", f"static:{root / 'web' / 'static'}"]
    for name, value in SETTINGS.items():
        options += ["--setting", name, value]
    return ["-m", "datasette", "serve", *database, *options]


def port_number(text: str) -> int:
    """A port that a person may listen at."""
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not '{text}'")
    return int(text)


def become(arguments: Sequence[str], archive: Path | None) -> NoReturn:
    """Replace this process by Datasette, so that Ctrl-C and signals reach it alone."""
    if archive is not None:
        os.environ["STRANDLINE_ARCHIVE"] = str(archive)
    os.execv(sys.executable, [sys.executable, *arguments])


def main(argv: Sequence[str] | None = None) -> int:
    """Check what can be checked beforehand, say where the site is, and become Datasette."""
    parser = argparse.ArgumentParser(prog="serve.py", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--port", type=port_number, default=8001)
    parser.add_argument("--print", action="store_true", dest="show", help="print Datasette's command and do not run it")
    options = parser.parse_args(argv)

    data = ROOT / "data.db"
    if not data.is_file():
        derived = "`.venv/bin/strandline rebuild` derives it from your archive.db."
        begun = "`make data` builds the sample's, `make start` begins your own."
        print(f"There is no data.db: {derived if (ROOT / 'archive.db').is_file() else begun}", file=sys.stderr)
        return 2
    own = is_own(data)
    arguments = command(ROOT, options.port, own=own)
    if options.show:
        print(shlex.join(["python", *arguments]))
        return 0
    if not is_free(options.port):
        free = next((port for port in range(options.port + 1, 65536) if is_free(port)), 0)
        print(f"Port {options.port} is taken by another program. Try: make serve PORT={free}", file=sys.stderr)
        return 2

    what = "your own data" if own else "the bundled sample"
    print(f"Serving {what} at http://{HOST}:{options.port}/ (Ctrl-C ends it)", flush=True)
    become(arguments, archive_of(ROOT, own=own))


if __name__ == "__main__":
    sys.exit(main())
