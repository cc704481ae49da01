"""Reported cases about tweets, as far as reading a document decides them; read where they lie."""

from __future__ import annotations

import json
from typing import Any

from ingest.model import Document, Reading, TweetEntry
from ingest.parse.tweets import read_tweets
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared


def readings(name: str) -> list[Reading]:
    """Each input of a case, read with the address that the case gives it."""
    [folder] = (SHARED / "cases").glob(f"{name}-*")
    case: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return [
        read_tweets(
            Document(
                body=(folder / item["file"]).read_bytes(),
                kind="tweets",
                url=item["url"],
                content_type=item["headers"].get("content-type"),
            )
        )
        for item in case["inputs"]
    ]


def tweets(reading: Reading) -> list[TweetEntry]:
    return [entry for entry in reading.entries if isinstance(entry, TweetEntry)]


def test_088_counts_are_passed_on_as_shown() -> None:
    [reading] = readings("088")
    shown = ["1.2K", "15.5k", "3M", "1,234", "6,967", "8.393", "2 571", "1 256", "", "12", "1.1B", "2,5 Tsd.", "1.2万", "—"]
    assert [entry.replies for entry in tweets(reading)] == shown


def test_089_ids_are_exact_text() -> None:
    [reading] = readings("089")
    assert [entry.status_id for entry in tweets(reading)] == ["732822797798539264", "732822797798539300", "267081518403440641"]


def test_091_a_missing_date_is_none() -> None:
    [reading] = readings("091")
    assert [entry.posted for entry in tweets(reading)] == [None, None]


def test_092_dates_are_kept_and_milliseconds_made_readable() -> None:
    [reading] = readings("092")
    dates = [entry.posted for entry in tweets(reading)]
    assert [date.text for date in dates if date is not None and date.raw != date.text] == ["2018-10-10T20:19:24Z"]
    assert len([date for date in dates if date is not None]) == 9


def test_094_a_deleted_tweet_is_not_listed() -> None:
    first, second = readings("094")
    assert "2000000000000000104" in {entry.status_id for entry in tweets(first)}
    assert "2000000000000000104" not in {entry.status_id for entry in tweets(second)}


def test_095_an_edit_names_the_ids_before_it() -> None:
    first, second = readings("095")
    assert tweets(first)[0].edit_ids == ("1576994746135764992",)
    assert tweets(second)[0].edit_ids == ("1576994746135764992", "1576994789110992896")


def test_097_long_notes_alone_have_no_id_and_are_joined_where_both_are_in_one_document() -> None:
    [note] = tweets(readings("097")[1])
    assert (note.status_id, note.text_alone, note.text.endswith("END")) == (None, True, True)
    [folder] = (SHARED / "cases").glob("097-*")
    both = b"\n".join((folder / name).read_bytes() for name in ("input-1.js", "input-2.js"))
    [entry] = tweets(read_tweets(Document(body=both, kind="tweets")))
    assert entry.text.endswith("END")


def test_098_a_repost_is_the_repeated_tweet_and_a_typed_one_is_not() -> None:
    [reading] = readings("098")
    first, second = tweets(reading)
    assert (first.kind, first.author_handle, first.text, first.truncated) == ("repost", "alice", "a" * 200, False)
    assert first.posted is not None
    assert first.posted.raw == "Sun Jan 04 10:00:00 +0000 2026"
    assert second.kind == "post"
    assert [issue.code for issue in reading.issues] == ["maybe_repost"]


def test_100_entities_are_decoded_once() -> None:
    [reading] = readings("100")
    assert [entry.text for entry in tweets(reading)] == ["if a < b && c > d", "type &lt; for less-than"]


def test_101_the_parts_of_an_archive_are_read() -> None:
    assert [[entry.status_id for entry in tweets(reading)] for reading in readings("101")] == [["60", "61"], ["59", "61"]]


def test_103_an_archive_is_utf8() -> None:
    [reading] = readings("103")
    assert [entry.text for entry in tweets(reading)] == ["“smart” — 日本語 🧵"]


def test_104_a_deletion_that_the_archive_states_is_told() -> None:
    [reading] = readings("104")
    [issue] = reading.issues
    assert (issue.code, issue.entry_ref) == ("stated_deleted", "90")
    assert "2026-02-01T00:00:00.000Z" in issue.message


def test_106_a_new_handle_changes_no_id() -> None:
    first, second = readings("106")
    assert (
        [entry.status_id for entry in tweets(first)] == [entry.status_id for entry in tweets(second)] == ["2000000000000000301"]
    )


def test_107_a_pinned_tweet_is_marked_and_a_picture_has_no_text() -> None:
    first, second = readings("107")
    assert [(entry.status_id, entry.pinned) for entry in tweets(first)] == [
        ("1500000000000000001", True),
        ("2000000000000000402", False),
    ]
    assert [entry.text for entry in tweets(second)] == [""]


def test_109_quoted_words_are_not_the_persons_own() -> None:
    [reading] = readings("109")
    [entry] = tweets(reading)
    assert (entry.text, entry.quoted_text, entry.quoted_id) == ("my view", "quoted words", "1990000000000000600")


def test_110_errors_of_the_api_are_issues() -> None:
    first, second, third = readings("110")
    assert ([entry.status_id for entry in tweets(first)], [issue.entry_ref for issue in first.issues]) == (["1"], ["2"])
    assert (second.entries, [issue.entry_ref for issue in second.issues]) == ((), ["3"])
    assert (third.entries, third.issues) == ((), ())


def test_real_nitter_pages_and_feed_are_read_as_their_truth_says() -> None:
    folder = SHARED / "real" / "tweets" / "nitter"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    files = ("synthetic-profile-1.html", "synthetic-profile-2-later.html", "synthetic-profile.rss.xml")
    url = "https://nitter.example/orbit_lab"
    page, later, feed = (read_tweets(Document(body=(folder / name).read_bytes(), kind="tweets", url=url)) for name in files)
    first = truth["page1"]
    own = [entry for entry in tweets(page) if entry.kind != "repost"]
    assert [entry.status_id for entry in own] == first["own"]
    reposts = [entry for entry in tweets(page) if entry.kind == "repost"]
    assert [{"id": e.status_id, "author": e.author_handle, "by": e.reposted_by} for e in reposts] == first["retweets"]
    assert [entry.status_id for entry in tweets(page) if entry.pinned] == [first["pinned"]]
    assert [issue.entry_ref for issue in page.issues if issue.code == "tweet_unavailable"] == first["unavailable"]
    assert {e.status_id: e.quoted_id for e in own if e.quoted_id} == {k: v.split()[0] for k, v in first["quotes"].items()}
    assert page.profile is not None
    assert int((page.profile.followers or "").replace(",", "")) == first["profile"]["followers"]
    before, after = ({entry.status_id or "" for entry in tweets(reading)} for reading in (page, later))
    assert (sorted(after - before), sorted(before - after)) == (truth["page2_later"]["new"], truth["page2_later"]["missing"])
    assert len(tweets(feed)) == truth["rss"]["items"]
    assert {entry.status_id or "" for entry in tweets(feed)} <= before
