"""Captures of sources whose titles, texts, addresses, headers and handles are meant to do harm."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
BIDI = "safe\u202egpj.exe\u202c"
TEMPLATE = "{{ 7 * 7 }} {% raw %} ${x} </title></textarea>"
FORMULA = '=HYPERLINK("http://evil.example/","x")'
QUOTES = "'\"`&<>"
CONTROLS = "bell\x07 escape\x1b[31m delete\x7f next\x85 line\u2028"
TITLES = [SCRIPT, IMAGE, BIDI, TEMPLATE, FORMULA, QUOTES, "a\u200bb", "نص عربي", "🏴‍☠️ é", "x" * 5000]
URLS = ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "https://e.example/?a=1&b=<x>'\"", "JAVASCRIPT:x"]
ADDRESS = "jane.doe@secret.example"


def item(number: int, title: str, text: str, url: str) -> str:
    guid = f'<guid isPermaLink="false">{number}-{escape(title[:40])}</guid>'
    return (
        f"<item><title>{escape(title)}</title><link>{escape(url)}</link>{guid}"
        f"<pubDate>Mon, 05 Oct 2026 10:{number:02}:00 GMT</pubDate><description>{escape(text)}</description></item>"
    )


def feed(texts: list[str]) -> bytes:
    items = "".join(item(n, TITLES[n], texts[n], URLS[n % len(URLS)]) for n in range(len(TITLES)))
    title = f"<title>{escape(SCRIPT)} {ADDRESS}</title>"
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{title}{items}</channel></rss>'.encode()


def json_feed(word: str) -> bytes:
    """Characters that XML cannot hold and JSON can."""
    items = [
        {"id": "1", "title": CONTROLS, "content_text": f"{CONTROLS} {word}", "url": "https://e.example/\x07"},
        {
            "id": "\u202e2",
            "title": f"{BIDI} {word}",
            "content_html": f"<p>{escape(BIDI)} {word}</p>",
            "url": "javascript:alert(1)",
        },
    ]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": CONTROLS, "items": items}).encode()


def tweets(handle: str, text: str) -> bytes:
    value = [{"id": "2114421873783267913", "text": text, "author": {"screen_name": handle}, "url": "javascript:alert(1)"}]
    return json.dumps(value).encode()


def captures(folder: Path) -> Path:
    """Two captures each of a feed, a JSON feed and a page of tweets, under `folder`."""
    old = [f"<p>{SCRIPT}<b onclick='x()'>old</b> {ADDRESS} {title}</p>" for title in TITLES]
    bodies = {
        "evil/20261006T120000Z.xml": feed(old),
        "evil/20261007T120000Z.xml": feed([text.replace("old", "new " + IMAGE) for text in old]),
        "controls/20261006T120000Z.json": json_feed("old"),
        "controls/20261007T120000Z.json": json_feed("new"),
        "one/20261006T120000Z.json": tweets('x"><script>', f"{SCRIPT} {ADDRESS}"),
        "one/20261007T120000Z.json": tweets('x"><script>', f"{SCRIPT} {IMAGE} {ADDRESS}"),
    }
    for name, body in bodies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    sidecar = {"etag": f'"{SCRIPT}"', "final_url": "javascript:alert(1)", "content_type": f"text/xml; x={IMAGE}", "status": 200}
    (folder / "evil" / "20261007T120000Z.xml.headers.json").write_text(json.dumps(sidecar))
    kinds = {"evil": "feed", "controls": "feed", "one": "tweets"}
    settings = [f'[[source]]\nid = "{name}"\nkind = "{kind}"\nurl = "https://{name}.example/"\n' for name, kind in kinds.items()]
    (folder / "sources.toml").write_text("".join(settings))
    return folder
