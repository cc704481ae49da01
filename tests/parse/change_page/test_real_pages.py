"""Real change pages, and pages made of real feeds, give what their documents say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ingest.model import Document, FeedEntry
from ingest.parse.change_page import looks_like_change_page
from ingest.parse.feed import read_feed
from tests.parse.change_page.test_reading import FORMS, URL, Form, codes, guids, noise, read, statement
from tests.shared import SHARED, needs_shared


@needs_shared
def test_the_seed_gives_what_it_shows() -> None:
    body = (SHARED / "seeds" / "003_590930addc056ec0.txt").read_bytes()
    assert looks_like_change_page(body)
    reading = read(body, url="https://pytorch.org/blog/feed/")
    said = statement(reading)
    assert (said.lines_added, said.lines_removed, said.body_bytes, said.status) == (168, 172, 201668, 200)
    assert said.external_ref == "ac8d7c9d415a6af73f2ac043796e90f7bec93480"
    assert (said.headers.age, said.headers.cf_cache_status, said.headers.content_length) == ("3761", None, "201668")
    assert guids(reading.entries) == ["https://pytorch.org/?p=172290", "https://pytorch.org/?p=171617"]
    assert guids(said.left) == ["https://pytorch.org/?p=169848", "https://pytorch.org/?p=167810"]
    assert (said.removed, said.edited) == ((), ())
    assert noise(reading) == {"build_date": 1, "image_loading": 1, "cache_comment": 1}
    assert all(entry.truncated for entry in (*reading.entries, *said.left) if isinstance(entry, FeedEntry))
    assert codes(reading) == ["lines_cut"]


@needs_shared
def test_the_trackers_own_page_about_json_gives_its_stamp() -> None:
    [path] = (SHARED / "real" / "captures" / "diffwire-site" / "changes").glob("*.html")
    reading = read(path.read_bytes())
    said = statement(reading)
    assert (said.source_name, said.external_ref, said.body_bytes) == ("openrouter-models", path.stem, 655445)
    assert (said.headers.cf_cache_status, said.headers.content_encoding, said.headers.etag) == ("HIT", "gzip", None)
    assert (reading.entries, codes(reading)) == ((), ["lines_cut", "not_a_feed"])


@needs_shared
@FORMS
@pytest.mark.parametrize(
    "history", ["bbc-technology-rss", "olshansk-aisi-rss", "330k-wordpress-feed", "taobojlen-anthropic-news-rss"]
)
def test_real_feeds_change_as_their_documents_say(history: str, form: Form) -> None:
    paths = sorted((SHARED / "real" / "histories" / history).glob("0*"))[2:14]
    for old, new in pairwise(paths):
        before, after = (read_feed(Document(body=path.read_bytes(), kind="feed", url=URL)) for path in (old, new))
        reading = read(form(old.read_bytes(), new.read_bytes(), limit=100_000))
        known, now = guids(before.entries), guids(after.entries)
        gone = [guid for guid in known if guid not in now]
        removed = [guid for guid in gone if any(older in now for older in known[known.index(guid) + 1 :])]
        assert guids(reading.entries) == [guid for guid in now if guid not in known], new.name
        assert guids(statement(reading).removed) == removed, new.name
        assert guids(statement(reading).left) == [guid for guid in gone if guid not in removed], new.name
