"""Small pages for the tests of blog indexes, and short ways to say what was read from them."""

import re
from html import unescape

from ingest.model import Document, PostEntry, Reading
from ingest.parse.blog import read_blog

URL = "https://b.example/"


def read(html: str, at: str | None = URL, **selectors: str) -> Reading:
    return read_blog(Document(body=html.encode(), kind="blog", url=at, selectors=selectors))


def posts(html: str, at: str | None = URL, **selectors: str) -> tuple[PostEntry, ...]:
    return entries(read(html, at, **selectors))


def entries(reading: Reading) -> tuple[PostEntry, ...]:
    return tuple(entry for entry in reading.entries if isinstance(entry, PostEntry))


def names(html: str) -> list[tuple[str | None, str | None]]:
    """(path of the URL, title) of each post."""
    return [(post.url.removeprefix(URL.rstrip("/")) if post.url else None, post.title) for post in posts(html)]


def dates(html: str) -> list[str | None]:
    """What should be read as each post's date."""
    return [post.published.text if post.published else None for post in posts(html)]


def plain(html: str | None) -> str | None:
    """HTML as its words."""
    if html is None:
        return None
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
    return re.sub(r"\s+([.,])", r"\1", words)
