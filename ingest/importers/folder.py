"""Finds saved captures in a folder (README.md) and reads them one at a time; decides nothing about their content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from ingest.errors import CaptureError
from ingest.importers.saved import SavedFile, saved_file
from ingest.importers.sidecar import Sidecar, read_sidecar
from ingest.model import Source
from ingest.sources import load_sources, source_json

SOURCES_FILE = "sources.toml"
_SIDECAR_SUFFIX = ".headers.json"
_LONE_SIDECAR = "headers.json"
_NO_CAPTURES = frozenset({SOURCES_FILE, "readme", "readme.md", "readme.rst", "readme.txt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPath:
    """A saved body that was found, not read yet."""

    source: Source
    path: Path
    sidecar: Path | None = None

    def read(self) -> SavedFile:
        """Read the body and what lies beside it.

        Raises:
            CaptureError: this one file cannot be taken in; others may be.
        """
        sidecar = Sidecar() if self.sidecar is None else read_sidecar(self.sidecar)
        return saved_file(self.path, self.source, sidecar)


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderImport:
    """What a folder holds: its sources by id, its saved bodies by source and file name, and what was passed over and why."""

    path: Path
    sources: Mapping[str, Source]
    files: tuple[SavedPath, ...]
    passed_over: tuple[tuple[Path, str], ...] = ()

    @property
    def captures(self) -> Iterator[SavedFile]:
        """Each saved body, read when its turn comes.

        Raises:
            CaptureError: a file cannot be taken in; to go on after one, use `read` on each of `files`.
        """
        return (file.read() for file in self.files)


def read_folder(path: Path, known: Mapping[str, Source]) -> FolderImport:
    """Find what a folder of captures holds; bodies are not read yet.

    `known` are the sources there are already, by id. The folder's own sources.toml may add more; an entry for a known id
    must say the same as is known.

    Raises:
        CaptureError: there is no such folder, it holds no folder of a source, a folder belongs to no source, an entry
            contradicts a known source, or it is not clear which body a headers.json belongs to.
        ConfigError: the folder's sources.toml is wrong.
    """
    if not path.is_dir():
        raise CaptureError(f"{path}: {'is a file; give --source and --observed-at' if path.is_file() else 'no such folder'}")
    entries = _entries(path, known)
    sources = {**known, **entries}
    folders = [folder for folder in _sorted(path) if folder.is_dir()]
    _check_folders(path, folders, sources)
    files: list[SavedPath] = []
    passed_over: list[tuple[Path, str]] = []
    for folder in folders:
        found, others = _saved_paths(folder, sources[folder.name])
        files += found
        passed_over += others
    here = entries | {folder.name: sources[folder.name] for folder in folders}
    return FolderImport(path=path, sources=here, files=tuple(files), passed_over=tuple(passed_over))


def read_file(path: Path, source: Source, observed_at: datetime | None = None) -> SavedFile:
    """Read one saved body of a source, with the sidecar beside it if there is one; a time that is given comes first.

    Raises:
        CaptureError: the file is missing or unreadable, or its sidecar is wrong.
    """
    if not path.is_file():
        raise CaptureError(f"{path}: no such file")
    sidecar = _own_sidecar(path) or _lone_sidecar(_bodies(path.parent))
    said = Sidecar() if sidecar is None else read_sidecar(sidecar)
    return saved_file(path, source, said, observed_at=observed_at)


def _entries(path: Path, known: Mapping[str, Source]) -> dict[str, Source]:
    """The sources of the folder's own list; one that is known is the known one."""
    listed = path / SOURCES_FILE
    if not listed.is_file():
        return {}
    entries = load_sources(listed).by_id()
    for source_id, entry in entries.items():
        there = known.get(source_id)
        if there is None:
            continue
        if source_json(entry) != source_json(there):
            keys = ", ".join(f"`{key}`" for key in _differing(entry, there))
            raise CaptureError(
                f'{listed}: source "{source_id}" is known and differs in {keys}; give it another id or make them equal'
            )
        entries[source_id] = there
    return entries


def _differing(entry: Source, known: Source) -> list[str]:
    return [name for name in Source.__dataclass_fields__ if name != "headers" and getattr(entry, name) != getattr(known, name)]


def _check_folders(path: Path, folders: list[Path], sources: Mapping[str, Source]) -> None:
    if not folders:
        hint = f"; import {path.absolute().parent} instead" if path.absolute().name in sources else ""
        raise CaptureError(f"{path}: holds no folder named after a source, like {path}/<source-id>/{hint}")
    for folder in folders:
        if folder.name not in sources:
            near = get_close_matches(folder.name, sources, n=1)
            hint = f"did you mean {near[0]}?" if near else f"describe it in {path / SOURCES_FILE}"
            raise CaptureError(f"{folder}: there is no source with the id {folder.name}; {hint}")


def _saved_paths(folder: Path, source: Source) -> tuple[list[SavedPath], list[tuple[Path, str]]]:
    """The bodies of one source in order of file name, and what is none."""
    bodies = _bodies(folder)
    bare = [body for body in bodies if _own_sidecar(body) is None]
    lone = _lone_sidecar(bodies)
    if lone is None and bare and (folder / _LONE_SIDECAR).is_file():
        raise CaptureError(
            f"{folder / _LONE_SIDECAR}: several bodies lie beside it; name it after one of them: {bare[0].name}{_SIDECAR_SUFFIX}"
        )
    found = [SavedPath(source=source, path=body, sidecar=_own_sidecar(body) or lone) for body in bodies]
    used = {saved.sidecar for saved in found}
    others = [(file, "no body lies beside it") for file in _sorted(folder) if _is_sidecar(file) and file not in used]
    others += [(file, "a folder within the folder of a source is not read") for file in _sorted(folder) if file.is_dir()]
    return found, others


def _bodies(folder: Path) -> list[Path]:
    return [
        file for file in _sorted(folder) if not file.is_dir() and not _is_sidecar(file) and file.name.lower() not in _NO_CAPTURES
    ]


def _is_sidecar(file: Path) -> bool:
    return file.name == _LONE_SIDECAR or file.name.endswith(_SIDECAR_SUFFIX)


def _own_sidecar(body: Path) -> Path | None:
    beside = body.with_name(body.name + _SIDECAR_SUFFIX)
    try:
        return beside if beside.is_file() else None
    except OSError:  # a name that has become too long for the file system is the name of nothing
        return None


def _lone_sidecar(bodies: list[Path]) -> Path | None:
    """The headers.json of a folder that has one body only."""
    if len(bodies) != 1:
        return None
    beside = bodies[0].with_name(_LONE_SIDECAR)
    return beside if beside.is_file() else None


def _sorted(folder: Path) -> list[Path]:
    """What a folder shows, in order of name; hidden files are left alone."""
    return sorted((entry for entry in folder.iterdir() if not entry.name.startswith(".")), key=lambda entry: entry.name)
