"""Feeds for tests, written the way blog engines write them: one field a line, content over many lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LONG = "A long paragraph about boats and what they carry. " * 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What an item says."""

    number: int
    body: str = ""
    title: str = ""

    @property
    def guid(self) -> str:
        return f"https://feeds.example/?p={self.number}"


def paragraphs(number: int) -> str:
    """A body of its own for an item: no two share a line."""
    return "\n".join(
        [
            f"<h2>About boat {number}</h2>",
            f'<p><img loading="lazy" src="/boat-{number}.jpg" alt="boat {number}"> Boat {number} is made of wood.</p>',
            f"<p>{number}: {LONG}</p>",
            f"<pre><code>row({number})",
            f"sail({number})</code></pre>",
            f"<p>That was boat {number}.</p>",
        ]
    )


def rss(items: Sequence[Made], *, built: str = "Mon, 03 Feb 2031 04:00:00 +0000", hits: int = 1) -> bytes:
    """An RSS feed with a build date, a generator and the comment of a cache."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"',
        '\txmlns:content="http://purl.org/rss/1.0/modules/content/"',
        '\txmlns:dc="http://purl.org/dc/elements/1.1/"',
        "\t>",
        "",
        "<channel>",
        "\t<title>Boats</title>",
        "\t<link>https://feeds.example</link>",
        "\t<description></description>",
        f"\t<lastBuildDate>{built}</lastBuildDate>",
        "\t<language>en</language>",
        "\t<generator>https://engine.example/?v=6</generator>",
        "",
        *[line for item in items for line in _rss_item(item)],
        "\t</channel>",
        "</rss>",
        "",
        f"<!-- cached by plugin=shelf hits={hits} -->",
    ]
    return ("\n".join(lines) + "\n").encode()


def _rss_item(item: Made) -> list[str]:
    number = item.number
    return [
        "\t<item>",
        f"\t\t<title>{item.title or f'Boat {number}'}</title>",
        f"\t\t<link>https://feeds.example/boat-{number}/</link>",
        "\t\t",
        f"\t\t<dc:creator><![CDATA[Writer {number}]]></dc:creator>",
        f"\t\t<pubDate>Mon, {number % 28 + 1:02} Jan 2031 10:00:00 +0000</pubDate>",
        "\t\t\t\t<category><![CDATA[Boats]]></category>",
        f'\t\t<guid isPermaLink="false">{item.guid}</guid>',
        "",
        f"\t\t\t\t\t<description><![CDATA[Boat {number} in short&#8230;]]></description>",
        *f"\t\t\t\t\t<content:encoded><![CDATA[{item.body or paragraphs(number)}".split("\n"),
        "]]></content:encoded>",
        "\t\t\t\t\t",
        "\t\t\t\t",
        "\t\t\t</item>",
    ]


def atom(items: Sequence[Made], *, updated: str = "2031-02-03T04:00:00Z") -> bytes:
    """An Atom feed."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "  <title>Boats</title>",
        "  <id>https://feeds.example/</id>",
        f"  <updated>{updated}</updated>",
        *[line for item in items for line in _atom_entry(item)],
        "</feed>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _atom_entry(item: Made) -> list[str]:
    number = item.number
    body = (item.body or paragraphs(number)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return [
        "  <entry>",
        f"    <title>{item.title or f'Boat {number}'}</title>",
        f'    <link href="https://feeds.example/boat-{number}/"/>',
        f"    <id>{item.guid}</id>",
        f"    <updated>2031-01-{number % 28 + 1:02}T10:00:00Z</updated>",
        f'    <content type="html">{body}</content>',
        "  </entry>",
    ]
