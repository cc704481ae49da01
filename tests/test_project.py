"""The project around the code: what its files promise each other, and what `make` says when something is missing."""

from __future__ import annotations

import ast
import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ingest.sources import load_sources

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ("requirements.lock", "requirements-dev.lock")
SOURCE_FILES = sorted(path for folder in ("ingest", "web", "scripts", "bench") for path in (ROOT / folder).rglob("*.py"))
TEST_FILES = sorted((ROOT / "tests").rglob("*.py"))
LONGEST_FILE, LONGEST_TEST_FILE = 300, 400
LONGEST_FUNCTION = 50  # lines, docstring included
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "captures").glob("*.md")])


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def plain_name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def locked(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", (ROOT / lock).read_text(), re.MULTILINE))


# --- dependencies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_holds_names_versions_and_hashes_and_no_address(lock: str) -> None:
    for number, line in enumerate((ROOT / lock).read_text().splitlines(), 1):
        assert re.fullmatch(r"[a-z0-9-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line), f"{lock}:{number}: {line}"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_has_every_dependency_and_what_builds_the_project(lock: str) -> None:
    wanted = {plain_name(text) for text in PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]}
    if lock == "requirements-dev.lock":
        wanted |= {plain_name(text) for text in PROJECT["dependency-groups"]["dev"]}
    assert wanted <= set(locked(lock))


def test_the_development_lock_has_the_same_versions_as_the_one_to_run() -> None:
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()


def test_every_dependency_is_bounded_and_has_its_reason_written_down() -> None:
    reasons = (ROOT / "docs/decisions/0002-dependencies.md").read_text().lower()
    for requirement in PROJECT["project"]["dependencies"]:
        assert ">=" in requirement, requirement
        assert "<" in requirement, requirement
        assert f"\n| {plain_name(requirement)} " in reasons.replace("backports.zstd", "backports-zstd"), requirement


# --- the commands --------------------------------------------------------------------------------------------------


def makefile_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("document", DOCS, ids=named)
def test_every_make_command_that_a_document_names_exists(document: Path) -> None:
    mentioned = set(re.findall(r"(?:`|\$ )make ([a-z][a-z-]*)", document.read_text()))
    assert mentioned <= makefile_targets()


def test_make_alone_lists_every_command() -> None:
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in makefile_targets() - {"dev"}:
        assert f"make {target} " in shown


def test_continuous_integration_runs_the_test_command_of_the_readme_and_every_part_of_make_check() -> None:
    script = (ROOT / ".ci/run").read_text()
    assert "make test" in (ROOT / "README.md").read_text()
    parts = re.search(r"^check: (.+?)  ##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert parts
    for part in parts[1].split():
        assert f"make {part}" in script


# --- what is said when something is missing ------------------------------------------------------------------------


@pytest.fixture
def setup_in(tmp_path: Path) -> Path:
    """A folder with the set-up script and an empty PATH of its own: `bin` holds the shell's tools and no Python."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/setup.sh").write_bytes((ROOT / "scripts/setup.sh").read_bytes())
    for name in ("pyproject.toml", *LOCKS):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "bin").mkdir()
    for tool in ("dirname", "cat", "cksum", "rm", "sed", "tail", "grep", "printf"):
        for folder in os.defpath.split(":"):
            if (Path(folder) / tool).exists():
                (tmp_path / "bin" / tool).symlink_to(Path(folder) / tool)
                break
    return tmp_path


def set_up(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "scripts/setup.sh", "run"],
        cwd=folder,
        env={"PATH": str(folder / "bin"), "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def put_python(folder: Path, name: str, *, version: str = "3.12.1", modules: bool = True) -> None:
    """A stand-in that answers the three questions which the script asks of an interpreter."""
    new = tuple(map(int, version.split(".")[:2])) >= (3, 11)
    script = f"""#!/bin/sh
case "$2" in
    *'sys.exit(sys.version_info'*) exit {0 if new else 1} ;;
    *'import ensurepip'*) exit {0 if modules else 1} ;;
    *'%d.%d-venv'*) echo python{".".join(version.split(".")[:2])}-venv ;;
    *python_version*) echo {version} ;;
    *) echo "stand-in was asked: $*" >&2; exit 9 ;;
esac
"""
    (folder / "bin" / name).write_text(script)
    (folder / "bin" / name).chmod(0o755)


def test_without_any_python_one_sentence_says_what_to_install(setup_in: Path) -> None:
    result = set_up(setup_in)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, and there is no python3 here" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_old_python_is_named_with_its_version(setup_in: Path) -> None:
    put_python(setup_in, "python3", version="3.9.2")
    result = set_up(setup_in)
    assert result.returncode == 1
    assert "python3 is Python 3.9.2" in result.stderr


def test_a_newer_python_under_its_own_name_is_found_beside_an_old_one(setup_in: Path) -> None:
    put_python(setup_in, "python3", version="3.9.2")
    put_python(setup_in, "python3.12")
    assert "Setting up .venv with 3.12.1" in set_up(setup_in).stderr


def test_a_python_without_venv_gets_the_name_of_the_package_that_has_it(setup_in: Path) -> None:
    put_python(setup_in, "python3", version="3.11.2", modules=False)
    result = set_up(setup_in)
    assert result.returncode == 1
    assert "apt-get install python3.11-venv" in result.stderr


def test_a_named_interpreter_is_the_only_one_that_is_tried(setup_in: Path) -> None:
    put_python(setup_in, "python3")
    assert "there is no python3.13 here" in set_up(setup_in, PYTHON="python3.13").stderr


def test_without_a_network_the_set_up_says_so(setup_in: Path) -> None:
    (setup_in / "bin/python3").symlink_to(sys.executable)
    subprocess.run([sys.executable, "-m", "venv", str(setup_in / ".venv")], check=True)
    result = set_up(setup_in, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_NO_CACHE_DIR="1", PIP_CONFIG_FILE=os.devnull)
    assert result.returncode == 1
    assert "could not be downloaded: is this machine online?" in result.stderr
    assert "Traceback" not in result.stderr


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "web/serve.py"), *arguments], capture_output=True, text=True, check=False, timeout=30
    )


@pytest.mark.skipif(not (ROOT / "data.db").is_file(), reason="there is no data.db yet")
def test_a_taken_port_gets_a_sentence_with_one_that_is_free() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = serve("--port", str(port))
    assert result.returncode == 2
    assert re.search(rf"Port {port} is taken by another program\. Try: make serve PORT=\d+\n", result.stderr)


def test_a_port_that_is_none_gets_a_sentence() -> None:
    result = serve("--port", "eight")
    assert result.returncode == 2
    assert "a port is a number from 1 to 65535, not 'eight'" in result.stderr


# --- the documents -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", DOCS, ids=named)
def test_every_link_of_a_document_to_a_file_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
        assert target.startswith("http") or (document.parent / target).exists(), f"{named(document)}: {target}"


def test_decisions_are_numbered_in_order_and_have_the_parts_of_the_template() -> None:
    files = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [int(path.name[:4]) for path in files] == list(range(len(files)))
    for path in files:
        text = path.read_text()
        assert text.startswith(f"# {int(path.name[:4])}. "), named(path)
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"], named(path)


GIVES_CODES = re.compile(r"Issue|ReadError|FetchError|Verdict|.*_?(issue|finding|held)")
CODE = re.compile(
    r"[a-z]+(_[a-z0-9]+)+"  # and those of one word
    r"|robots|timeout|dns|tls|connect|protocol|disconnected|truncated|shrink|credentials|malformed"
)


def codes_in_use() -> set[str]:
    """Every code of an issue, a held capture or a failed attempt that stands as a plain text in `ingest/`."""
    found: set[str] = set()
    for path in (ROOT / "ingest").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                found |= codes_of_call(node)
            if isinstance(node, ast.Assign | ast.AnnAssign):
                found |= codes_of_table(node)
    return found


def codes_of_table(assignment: ast.Assign | ast.AnnAssign) -> set[str]:
    """The keys of a table of messages by code, such as `_MESSAGES = {"no_zone": "..."}`."""
    target = assignment.targets[0] if isinstance(assignment, ast.Assign) else assignment.target
    name = target.id if isinstance(target, ast.Name) else ""
    if not re.search(r"MESSAGE|ISSUE|SEVERIT|WHY|CODES", name) or not isinstance(assignment.value, ast.Dict):
        return set()
    return {key.value for key in assignment.value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def codes_of_call(call: ast.Call) -> set[str]:
    name = name_of(call.func)
    values = [keyword.value for keyword in call.keywords if keyword.arg in ("code", "error_kind")]
    if GIVES_CODES.fullmatch(name):
        values += [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "kind")]
    texts = {value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    return {text for text in texts if CODE.fullmatch(text)}


def test_the_glossary_has_every_code_of_an_issue_and_every_kind_of_error() -> None:
    glossary = set(re.findall(r"`([a-z0-9_]+)`", (ROOT / "docs/glossary.md").read_text()))
    assert codes_in_use() - glossary == set()


def test_the_readme_has_every_command() -> None:
    from ingest.cli import main

    described = set(re.findall(r"^\| `strandline ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert described == {name for name, command in main.commands.items() if not command.hidden}


def test_the_readme_has_every_key_of_sources_toml() -> None:
    from ingest.sources.keys import SOURCE_KEYS

    described = set(re.findall(r"`([a-z_]+)`", (ROOT / "README.md").read_text()))
    assert set(SOURCE_KEYS) <= described


def test_the_shipped_sources_are_one_of_each_kind() -> None:
    settings = load_sources(ROOT / "sources.toml")
    assert sorted(source.kind for source in settings.sources) == ["blog", "feed", "tweets"]


# --- the code as a text to be read ---------------------------------------------------------------------------------


def test_every_file_says_first_what_it_is() -> None:
    trees = {path: ast.parse(path.read_text()) for path in (*SOURCE_FILES, *TEST_FILES)}
    assert [named(path) for path, tree in trees.items() if tree.body and not ast.get_docstring(tree)] == []


def test_no_file_holds_more_than_one_room() -> None:
    bounds = dict.fromkeys(SOURCE_FILES, LONGEST_FILE) | dict.fromkeys(TEST_FILES, LONGEST_TEST_FILE)
    lengths = {path: len(path.read_text().splitlines()) for path in bounds}
    assert {named(path): length for path, length in lengths.items() if length > bounds[path]} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        f"{named(path)}: {node.name}"
        for path in SOURCE_FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


def test_the_core_asks_no_clock_and_opens_no_file() -> None:
    """What the import contracts cannot see: `datetime.now()` and the builtins that reach outside."""
    impure = [
        f"{named(path)}:{node.lineno}"
        for path in SOURCE_FILES
        if path.relative_to(ROOT).parts[1] in ("parse", "normalise", "history", "model")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and name_of(node.func) in ("now", "utcnow", "today", "open", "input", "print")
    ]
    assert impure == []


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error")) + r")\b")
    assert [named(path) for path in (*SOURCE_FILES, *TEST_FILES, *DOCS) if marks.search(path.read_text())] == []
