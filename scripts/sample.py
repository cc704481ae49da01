"""Builds the bundled sample from captures/: its archive under build/, and the committed data.db. Never touches own data.

python scripts/sample.py archive   build/archive.db and build/data.db, if captures/ or ingest/ moved since
python scripts/sample.py data      that, and data.db rewritten if its content differs
python scripts/sample.py fresh     that, and exit 1 if data.db is not what captures/ give, naming each difference
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CAPTURES = ROOT / "captures"
BUILD = ROOT / "build"
STAMP = BUILD / "sample.stamp"
DATA = ROOT / "data.db"


def inputs_stamp() -> str:
    """Name, size and time of every file that the sample's databases are made from, as one hash."""
    files = sorted(path for folder in (CAPTURES, ROOT / "ingest") for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        if "__pycache__" not in path.parts:
            facts = path.stat()
            digest.update(f"{path.relative_to(ROOT)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def build() -> None:
    """Import captures/ into new databases under build/, unless those there are of the same inputs."""
    stamp = inputs_stamp()
    if STAMP.is_file() and STAMP.read_text() == stamp and (BUILD / "archive.db").is_file() and (BUILD / "data.db").is_file():
        return
    BUILD.mkdir(exist_ok=True)
    STAMP.unlink(missing_ok=True)
    for name in ("archive.db", "data.db"):
        for path in BUILD.glob(f"{name}*"):
            path.unlink()
    options = ["--sources", "captures/sources.toml", "--archive", "build/archive.db", "--db", "build/data.db"]
    command = [sys.executable, "-m", "ingest", *options, "import", "--sample", "captures"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    finished = result.stdout != ""  # the command ends by saying what it took in; a crash has exit status 1 as well
    if not finished or result.returncode not in (0, 1):  # 1: some source is failing or held
        sys.stderr.write(result.stdout + result.stderr)
        raise SystemExit(f"The sample could not be imported (exit {result.returncode}); see above.")
    STAMP.write_text(stamp)


def write_data() -> int:
    """Rewrite data.db from build/data.db where they differ."""
    from ingest.store import snapshot

    written = snapshot(BUILD / "data.db", DATA)
    print("data.db was rewritten." if written else "data.db is up to date.")
    return 0


def check_fresh() -> int:
    """Say table by table where data.db is not what captures/ give."""
    from ingest.store import compare

    if not DATA.is_file():
        print("There is no data.db; `make data` builds it.")
        return 1
    differences = compare(DATA, BUILD / "data.db")
    for difference in differences:
        print(difference)
    if differences:
        print("data.db is not what captures/ give: run `make data` and commit it.")
    return 1 if differences else 0


def is_own() -> bool:
    """Whether data.db is somebody's own, or nobody can tell and there is an archive.db from which it can be derived."""
    from ingest.store import kind_of

    kind = kind_of(DATA)
    return kind == "own" or (kind is None and (ROOT / "archive.db").exists())


def main() -> int:
    """Do one of the three things, unless the data here is somebody's own."""
    parser = argparse.ArgumentParser(prog="sample.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["archive", "data", "fresh"])
    what = parser.parse_args().what
    if is_own():
        if what == "archive":
            return 0
        print("The data here is your own: the sample is left alone.", file=sys.stderr)
        return 2 if what == "data" else 0
    build()
    return {"archive": lambda: 0, "data": write_data, "fresh": check_fresh}[what]()


if __name__ == "__main__":
    sys.exit(main())
