"""A change page is known by its bytes, and nothing else is taken for one."""

from __future__ import annotations

import json

from ingest.parse.change_page import looks_like_change_page
from tests.parse.change_page.made_feeds import Made, rss
from tests.parse.change_page.tracker_page import COMMIT, html_page, text_page
from tests.shared import SHARED, needs_shared


def test_a_change_page_is_known_in_both_forms_and_below_a_menu() -> None:
    old, new = rss([Made(number=1)]), rss([Made(number=2)])
    assert looks_like_change_page(html_page(old, new).encode())
    assert looks_like_change_page(text_page(old, new).encode())
    assert looks_like_change_page(("tracker\nChanges\nFeed\n\n" + text_page(old, new).replace("\n", "\r\n")).encode())


@needs_shared
def test_nothing_but_change_pages_looks_like_one() -> None:
    found = {path for path in SHARED.rglob("*") if path.is_file() and looks_like_change_page(path.read_bytes())}
    changes = set((SHARED / "real" / "captures" / "diffwire-site" / "changes").glob("*.html"))
    assert found == changes | {SHARED / "seeds" / "003_590930addc056ec0.txt"}


def test_a_page_that_talks_of_change_pages_is_none() -> None:
    words = f"<p>{COMMIT}: Lines added, Lines removed, Stored bytes at this commit, Raw artifact at this commit</p>"
    assert not looks_like_change_page(f"<!doctype html><html><body>{words}</body></html>".encode())
    assert not looks_like_change_page(f"<rss><channel><description>{words}</description></channel></rss>".encode())
    assert not looks_like_change_page(json.dumps({"Change": words}).encode())
