"""What the real documents must become."""

import shutil
from pathlib import Path

from tests.pipeline.command import Workplace
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared
EZYANG = "https://blog.ezyang.com"


def put(place: Workplace, source: str, kind: str, url: str, file: Path, name: str) -> None:
    shutil.copy(file, place.captures(source, kind, url) / name)


def seed(number: str) -> Path:
    return next((SHARED / "seeds").glob(f"{number}_*"))


def test_a_blog_index_as_text(place: Workplace) -> None:
    put(place, "ez", "blog", EZYANG, seed("000"), "20261001T120000Z.txt")
    place.run("import", place.folder / "captures")
    query = "SELECT count(*), count(title), count(url), count(published), sum(truncated), count(DISTINCT position) FROM posts"
    assert place.rows(query) == [(50, 0, 0, 0, 10, 50)]
    assert place.one("SELECT sum(summary LIKE '%…') FROM posts WHERE truncated") == 9


def test_saved_tweets(place: Workplace) -> None:
    put(place, "ez", "tweets", "https://twitxy.example/ezyang", seed("002"), "20261022T120000Z.txt")
    place.run("import", place.folder / "captures")
    profile = (
        "SELECT following, following_shown, followers, followers_exact, posts, joined, verified, location, website FROM profiles"
    )
    assert place.rows(profile) == [(1700, "1.7K", 18000, 0, 9200, "May 2008", 1, "Edison, NJ", "blog.ezyang.com")]
    counts = "SELECT replies, reposts, likes, views, kind FROM tweets ORDER BY position"
    assert place.rows(counts) == [(14, 19, 177, 19000, "post"), (4, 0, 25, 3100, "quote"), (3, 9, 161, 8600, "quote")]
    quoted = place.rows("SELECT quoted_handle, quoted_posted_raw, quoted_text IS NULL FROM tweets ORDER BY position")
    assert quoted == [(None, None, 1), (None, None, 0), ("sanketpurandare", "Oct 20", 0)]
    assert place.one("SELECT count(*) FROM tweets WHERE text LIKE '%Gave a talk%' OR text LIKE '%sharing Dist-MoE%'") == 0
    codes = {code for (code,) in place.rows("SELECT code FROM issues")}
    assert {"fewer_than_announced", "quote_unattributed"} <= codes


def test_a_change_page(place: Workplace) -> None:
    put(place, "pt", "feed", "https://pytorch.org/blog/feed/", seed("003"), "change.txt")
    place.run("import", place.folder / "captures")
    fetch = place.rows(
        "SELECT observed_at, origin_date, status, final_url, etag, last_modified, date, age, cache_control, cf_cache_status, "
        "content_encoding, content_length, body_bytes, lines_added, lines_removed, items_added, items_left, items_edited, "
        "items_removed, items_seen, external_path, length(external_ref), provenance, outcome FROM fetches"
    )
    assert fetch == [
        (
            "2026-10-06T06:21:09.578Z", "2026-10-06T05:18:28.000Z", 200, "https://pytorch.org/blog/feed/",
            '"6e359a17025d75ce914cbb99201711c6"', "Mon, 05 Oct 2026 20:45:50 GMT", "Tue, 06 Oct 2026 06:21:09 GMT", "3761",
            "public, max-age=60, s-maxage=43200, stale-while-revalidate=86400, stale-if-error=604800", None, None, "201668",
            201668, 168, 172, 2, 2, 0, 0, None, "raw/pytorch-blog-feed/response.xml", 40, "third_party", "changed",
        )
    ]  # fmt: skip
    assert {kind for (kind,) in place.rows("SELECT kind FROM noise")} == {"build_date", "cache_comment", "image_loading"}
    left = place.rows("SELECT first_seen_at, state FROM feed_items WHERE state <> 'present'")
    assert left == [(None, "left_window"), (None, "left_window")]
    assert place.one("SELECT sum(truncated) FROM feed_items WHERE state = 'present'") == 2


def test_a_change_page_about_no_feed(place: Workplace) -> None:
    page = next((SHARED / "real/captures/diffwire-site/changes").glob("*.html"))
    put(place, "models", "feed", "https://openrouter.ai/api/v1/models", page, "change.html")
    place.run("import", place.folder / "captures", expect=None)
    assert place.rows("SELECT status, body_bytes, lines_added, lines_removed FROM fetches") == [(200, 655445, 1, 1)]
    assert place.one("SELECT count(*) FROM feed_items") == 0
    assert place.one("SELECT count(*) FROM issues") >= 1


def test_index_archive_and_feed_of_one_blog_are_joined(place: Workplace) -> None:
    pages = SHARED / "real/captures/ezyang-blog"
    put(place, "index", "blog", f"{EZYANG}/", pages / "index.html", "20260106T120000Z.html")
    put(place, "archive", "blog", f"{EZYANG}/archives/", pages / "archives.html", "20260106T120000Z.html")
    put(place, "feed", "feed", f"{EZYANG}/feed.xml", pages / "feed.xml", "20260106T120000Z.xml")
    place.run("import", place.folder / "captures")
    query = "SELECT source_id, count(*), count(title), sum(url LIKE 'http%'), count(published) FROM posts GROUP BY 1 ORDER BY 1"
    assert place.rows(query) == [("archive", 428, 428, 428, 428), ("index", 10, 10, 10, 10)]
    joined = "SELECT count(*) FROM posts JOIN feed_items USING (canonical_url) WHERE posts.source_id = ?"
    assert place.one(joined, "index") == 10
    assert place.one(joined, "archive") == 428
    assert place.one("SELECT count(*) FROM same_work") > 0
