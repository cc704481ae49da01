"""feedparser's own assertions about what becomes a row of ours, put to our rows. They are evaluated here and nowhere else."""

from __future__ import annotations

import ast
import json
from functools import cache
from typing import Any
from urllib.parse import urljoin

import pytest

from ingest.errors import ReadError
from ingest.model import Document
from ingest.parse.feed import read_feed
from tests.peers.expected_entries import NotARow, namespace, row_parts
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

PEER = SHARED / "peers" / "feedparser"
HOST = "http://127.0.0.1:8097/"

DIFFERENCES = {  # what is read otherwise, and why
    "a guid is kept as written: one that is resolved changes when the feed moves": [
        "wellformed/base/http_entry_id_base_content_location.xml",
        "wellformed/base/http_entry_id_base_docuri.xml",
    ],
    "only links to the item's page and its files become rows": [
        "wellformed/atom/entry_link_multiple.xml",
        "wellformed/atom10/entry_link_multiple.xml",
        "wellformed/atom10/entry_link_rel_enclosure.xml",
        "wellformed/atom10/entry_link_rel_license.xml",
        "wellformed/atom10/entry_link_rel_other.xml",
        "wellformed/atom10/entry_link_rel_related.xml",
        "wellformed/atom10/entry_link_rel_self.xml",
        "wellformed/atom10/entry_link_rel_via.xml",
        "wellformed/psc/atomsimplechapterexternal.xml",
        "wellformed/rss/item_enclosure_url.xml",
    ],
    "a description is the summary, whichever of two stands first, and a second one is not the content": [
        "wellformed/rss/item_description_and_summary.xml",
        "wellformed/rss/item_summary_and_description.xml",
    ],
    "a generator is told with its version": ["wellformed/atom/feed_generator.xml", "wellformed/atom10/feed_generator.xml"],
    "a title is plain text; of one that is an image nothing is left": ["wellformed/atom10/tag_in_attr.xml"],
    "the language of a header is not the document's": ["wellformed/lang/http_content_language.xml"],
    "UTF-8 with one broken byte stays UTF-8 instead of becoming windows-1252 as a whole": ["encoding/bozo_linenoise.xml"],
    "HTML 5 gave these two entities other characters than HTML 4": ["entities/lang.xml", "entities/rang.xml"],
    "the link in a tag that a browser sees is resolved": ["wellformed/rss/item_description_not_a_doctype.xml"],
    "nh3 cleans where feedparser does, and leaves other scraps of hopeless markup": [
        "wellformed/sanitize/acceptable_element_br.xml",
        "wellformed/sanitize/entry_content_crazy.xml",
        "wellformed/sanitize/entry_summary_crazy.xml",
        "wellformed/sanitize/entry_title_crazy.xml",
        "wellformed/sanitize/feed_subtitle_crazy.xml",
        "wellformed/sanitize/feed_tagline_crazy.xml",
        "wellformed/sanitize/feed_title_crazy.xml",
        "wellformed/sanitize/item_content_encoded_crazy.xml",
        "wellformed/sanitize/item_content_encoded_script_nested_cdata.xml",
        "wellformed/sanitize/item_description_crazy.xml",
        "wellformed/sanitize/item_fullitem_crazy.xml",
        "wellformed/sanitize/xml_malicious_comment.xml",
    ],
    "a format that nothing has written for twenty years": ["wellformed/cdf/", "wellformed/base/cdf_item_abstract_xml_base.xml"],
}
ASSERTIONS_AT_LEAST = 1300


@cache
def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (PEER / "feedparser.jsonl").read_text("utf-8").splitlines()]


def document(case: dict[str, Any]) -> Document:
    headers = {name.lower(): value for name, value in case["headers"].items()}
    location = headers.get("content-location", "")
    url = urljoin(HOST, location) if not location.startswith("javascript:") else HOST + case["path"]
    url = url if location else HOST + case["path"]
    return Document(body=(PEER / case["path"]).read_bytes(), kind="feed", url=url, content_type=headers.get("content-type"))


def differs(path: str) -> bool:
    return any(path.startswith(known) for paths in DIFFERENCES.values() for known in paths)


def judge(case: dict[str, Any]) -> tuple[int, list[str]]:
    """How many assertions about rows a case makes, and those that do not hold."""
    parts = row_parts(case["expect"])
    if not parts:
        return 0, []
    names = namespace(read_feed(document(case)), bozo=not case["expect"].startswith("not bozo"))
    made, broken = 0, []
    for part in parts:
        source = ast.unparse(part)
        try:
            holds = eval(source, {"__builtins__": {"len": len, "ord": ord}}, dict(names))  # noqa: S307  a peer's own words
        except NotARow:
            continue
        made += 1
        if not holds:
            broken.append(source)
    return made, broken


def groups() -> list[str]:
    return sorted({f"{case['group']}/{case['sub']}" for case in cases()}) if PEER.is_dir() else ["none"]


@pytest.mark.parametrize("group", groups())
def test_what_feedparser_asserts_about_rows_holds(group):
    broken = []
    for case in cases():
        if f"{case['group']}/{case['sub']}" == group and not differs(case["path"]):
            try:
                broken += [f"{case['path']}: {source}" for source in judge(case)[1]]
            except ReadError as error:
                broken.append(f"{case['path']}: {error.kind}: {error}")
    assert broken == []


def test_the_assertions_that_are_put_are_many():
    assert sum(judge(case)[0] for case in cases() if not differs(case["path"])) >= ASSERTIONS_AT_LEAST


def test_every_difference_that_is_listed_is_one():
    listed = [known for paths in DIFFERENCES.values() for known in paths if known.endswith(".xml")]
    by_path = {case["path"]: case for case in cases()}
    for path in listed:
        try:
            made_and_broken = judge(by_path[path])
        except (ReadError, IndexError):
            continue
        assert made_and_broken[1], path
