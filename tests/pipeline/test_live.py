"""fetch and watch through the command, against a real server on loopback: asked, archived, applied, said."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from ingest.sqlite import writer_lock
from tests.fetch.server import Behaviour, Line, Seen, Server, answer
from tests.pipeline.command import Workplace, feed

ROOT = Path(__file__).resolve().parents[2]
RSS = {"Content-Type": "application/rss+xml"}


@contextmanager
def serving(routes: Mapping[str, Behaviour]) -> Iterator[Server]:
    """The server in a thread of its own, while the command runs in this one or in another process."""
    server, loop, stop = Server(), asyncio.new_event_loop(), asyncio.Event()
    server.routes.update(routes)
    ready = threading.Event()

    async def live() -> None:
        async with server:
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(live(),), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()


def sources(place: Workplace, server: Server, *entries: tuple[str, str, str], **more: object) -> None:
    keys = "".join(f"{name} = {value}\n" for name, value in more.items())
    text = "[defaults]\nhost_gap = 0\nallow_private = true\n" + keys
    for name, kind, path in entries:
        text += f'[[source]]\nid = "{name}"\nkind = "{kind}"\nurl = "{server.url(path)}"\n'
    (place.folder / "sources.toml").write_text(text)


def validated(body: str, etag: str = '"v1"') -> Behaviour:
    async def behave(seen: Seen, line: Line) -> None:
        if seen.headers.get("if-none-match") == etag:
            await answer(304, b"", {"ETag": etag})(seen, line)
        else:
            await answer(200, body.encode(), {**RSS, "ETag": etag})(seen, line)

    return behave


def outcomes(place: Workplace) -> list[str]:
    return [str(outcome) for (outcome,) in place.rows("SELECT outcome FROM fetches ORDER BY observed_at")]


def test_a_source_is_asked_and_then_only_whether_it_moved(place: Workplace) -> None:
    with serving({"/feed": validated(feed(("a", "A")))}) as server:
        sources(place, server, ("quay", "feed", "/feed"))
        first = place.run("fetch").output
        place.run("fetch")
    assert "source=quay outcome=changed status=200" in first
    assert outcomes(place) == ["changed", "not_modified"]
    assert [seen.headers.get("if-none-match") for seen in server.seen] == [None, '"v1"']
    assert place.run("verify").output == "All good.\n"


def test_an_answer_that_could_not_be_applied_gives_no_validators(place: Workplace) -> None:
    routes = {"/feed": answer(200, b"<html><title>Log in</title><p>x</p></html>", {"ETag": '"bad"'})}
    with serving(routes) as server:
        sources(place, server, ("quay", "feed", "/feed"))
        place.run("fetch", expect=1)
        place.run("fetch", expect=1)
    assert outcomes(place) == ["held", "held"]
    assert [seen.headers.get("if-none-match") for seen in server.seen] == [None, None]


def test_a_blogs_address_leads_to_its_feed_and_says_so(place: Workplace) -> None:
    page = b'<html><head><title>Quay</title><link rel="alternate" type="application/rss+xml" href="/feed"></head><p>x</p></html>'
    with serving({"/": answer(200, page, {"Content-Type": "text/html"}), "/feed": validated(feed(("a", "A")))}) as server:
        sources(place, server, ("quay", "feed", "/"))
        place.run("fetch")
        place.run("fetch")
        assert f"its feed was found at {server.url('/feed')}" in place.run("status").output
    assert outcomes(place) == ["held", "changed", "not_modified"]
    assert [seen.path for seen in server.seen] == ["/", "/feed", "/feed"]
    assert ("feed_discovered",) in place.rows("SELECT code FROM issues")


def test_a_move_for_good_is_followed_and_suggested(place: Workplace) -> None:
    with serving({"/new": validated(feed(("a", "A")))}) as server:
        server.routes["/old"] = answer(301, b"", {"Location": "/new"})
        sources(place, server, ("quay", "feed", "/old"))
        place.run("fetch")
        assert f"moved for good to {server.url('/new')}" in place.run("status").output
    assert place.rows("SELECT json_array_length(redirects), final_url FROM fetches") == [(1, server.url("/new"))]


def listing(*names: str, more: str | None = None) -> Behaviour:
    posts = "".join(f"<article><h2><a href='/{n}/'>Post {n}</a></h2><p>Words of {n}.</p></article>" for n in names)
    nav = "" if more is None else f"<nav><a rel='next' href='{more}'>Older posts</a></nav>"
    return answer(200, f"<html><title>Quay</title><main>{posts}</main>{nav}</html>".encode(), {"Content-Type": "text/html"})


def test_pages_that_lead_in_a_circle_are_asked_for_once(place: Workplace) -> None:
    with serving({"/": listing("c", "d", more="/page/2/"), "/page/2/": listing("a", "b", more="/")}) as server:
        sources(place, server, ("quay", "blog", "/"), pages=9)
        assert "leads nowhere new" in place.run("fetch").output
    assert place.one("SELECT count(*) FROM fetches") == 2


def test_further_pages_of_a_listing_are_asked_for(place: Workplace) -> None:
    with serving({"/": listing("c", "d", more="/page/2/"), "/page/2/": listing("a", "b")}) as server:
        sources(place, server, ("quay", "blog", "/"), pages=2)
        place.run("fetch")
    assert place.rows("SELECT page, count(*) FROM posts GROUP BY 1 ORDER BY 1") == [("1", 2), ("2", 2)]


def test_without_a_network_every_source_is_a_failed_row(place: Workplace) -> None:
    text = "".join(f'[[source]]\nid = "s{n}"\nkind = "feed"\nurl = "http://s{n}.invalid/feed"\n' for n in range(3))
    (place.folder / "sources.toml").write_text(text)
    result = subprocess.run(  # a process of its own: this one may not look names up
        [sys.executable, "-m", "ingest", *options(place), "fetch"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, "Traceback" in result.stderr) == (1, False)
    assert place.rows("SELECT outcome, error_kind, count(*) FROM fetches GROUP BY 1, 2") == [("failed", "dns", 3)]


def test_an_unknown_source_is_one_line(place: Workplace) -> None:
    (place.folder / "sources.toml").write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://a.example/"\n')
    assert "no source 'key'" in place.run("fetch", "key", expect=2).output


def test_a_second_process_says_who_is_writing(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    (place.folder / "sources.toml").write_text('[[source]]\nid = "quay"\nkind = "feed"\nurl = "https://a.example/"\n')
    monkeypatch.setattr("ingest.pipeline.place.WAIT", 0.2)
    with writer_lock(place.folder / "archive.db"):
        result = place.run("fetch", expect=2)
    assert "another process" in result.output
    assert result.output.count("\n") == 1


def options(place: Workplace) -> list[str]:
    named = {"sources": "sources.toml", "archive": "archive.db", "db": "data.db"}
    return [part for name, file in named.items() for part in (f"--{name}", str(place.folder / file))]


def test_killed_at_any_moment_it_loses_nothing_that_had_ended(place: Workplace) -> None:
    """The server answers every source; the process is killed for real, again and again, then left to finish."""
    names = [f"s{n}" for n in range(40)]
    with serving({f"/{name}": validated(feed((name, name))) for name in names}) as server:
        sources(place, server, *((name, "feed", f"/{name}") for name in names))
        for pause in (0.45, 0.6, 0.75, 0.9):
            process = subprocess.Popen(
                [sys.executable, "-m", "ingest", *options(place), "fetch"], cwd=ROOT, stdout=subprocess.PIPE, text=True
            )
            time.sleep(pause)
            process.kill()
            said = process.communicate(timeout=30)[0].splitlines()
            kept = place.one("SELECT count(*) FROM fetches") if (place.folder / "data.db").exists() and said else 0
            assert isinstance(kept, int)
            assert kept >= len(said)
        place.run("fetch")
    assert place.one("SELECT count(DISTINCT source_id) FROM fetches") == 40
    assert place.run("verify").output == "All good.\n"


def test_watch_keeps_its_pace_and_stops_cleanly(place: Workplace) -> None:
    with serving({"/feed": validated(feed(("a", "A")))}) as server:
        sources(place, server, ("quay", "feed", "/feed"), every=1)
        process = subprocess.Popen(
            [sys.executable, "-m", "ingest", *options(place), "watch"], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + 30
        while len(server.seen) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=30)[0].splitlines()
    assert process.returncode == 0
    assert said[0] == "watching 1 source"
    assert said[-1] == "stopped"
    assert outcomes(place)[:3] == ["changed", "not_modified", "not_modified"]
