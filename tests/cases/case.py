"""What a field case is: saved responses with their headers and times, and what the history must say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ingest.model import SourceKind

FEED_URL = "https://blog.example/feed.xml"
PAGE_URL = "https://blog.example/"
_RECORDED = frozenset(
    (
        "etag last_modified date age cache_control cf_cache_status content_type content_encoding "
        "content_length retry_after expires"
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One saved response. `headers` by their names on the wire; `at` is when it was received."""

    file: str
    body: bytes
    at: str
    url: str = FEED_URL
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    redirects: tuple[Mapping[str, Any], ...] = ()
    final_url: str | None = None

    def sidecar(self) -> dict[str, Any]:
        """What lies beside the body."""
        named = {name.lower().replace("-", "_"): value for name, value in self.headers.items()}
        said: dict[str, Any] = {name: value for name, value in named.items() if name in _RECORDED}
        said.update(observed_at=self.at, status=self.status, requested_url=self.url)
        if self.final_url:
            said["final_url"] = self.final_url
        if self.redirects:
            said["redirects"] = list(self.redirects)
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A field case. `settings` are further keys of its entry in sources.toml."""

    name: str
    what: str
    kind: SourceKind
    inputs: tuple[Given, ...]
    expect: Mapping[str, Any]
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def source_id(self) -> str:
        return self.name.lower().replace("_", "-")

    def entry(self) -> str:
        """Its entry of sources.toml."""
        url = self.inputs[0].url
        said = {"id": self.source_id, "kind": self.kind, "url": url if url.startswith("http") else PAGE_URL, **self.settings}
        return "[[source]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in said.items())

    def write(self, folder: Path, inputs: tuple[Given, ...] | None = None) -> None:
        """Write some of its inputs (all of them, if none are named) as saved captures into a captures folder."""
        here = folder / self.source_id
        here.mkdir(parents=True, exist_ok=True)
        for given in self.inputs if inputs is None else inputs:
            (here / given.file).write_bytes(given.body)
            (here / f"{given.file}.headers.json").write_text(json.dumps(given.sidecar()), encoding="utf-8")


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    return json.dumps(value)


def read_cases(folder: Path) -> Iterator[Case]:
    """The cases that lie in a folder, each as `case.json` beside its inputs."""
    for path in sorted(folder.glob("*/case.json")):
        yield _case(path.parent, json.loads(path.read_text(encoding="utf-8")))


def _case(folder: Path, said: Mapping[str, Any]) -> Case:
    inputs = tuple(
        Given(
            file=each["file"],
            body=(folder / each["file"]).read_bytes(),
            at=each["at"],
            url=each["url"],
            status=each["status"],
            headers=each["headers"],
            redirects=tuple(each.get("redirects", ())),
        )
        for each in said["inputs"]
    )
    return Case(name=folder.name, what=said["what"], kind=_source_kind(said), inputs=inputs, expect=said["expect"])


def _source_kind(said: Mapping[str, Any]) -> SourceKind:
    """What the source would be in sources.toml: tweets by kind or host, a blog if only pages come and a page is expected."""
    if said["kind"] == "tweets" or "//api.x.com/" in said["inputs"][0]["url"]:
        return "tweets"
    only_pages = all(each["file"].endswith(".html") for each in said["inputs"])
    return "blog" if only_pages and said["expect"].get("state") != "not_a_feed" else "feed"
