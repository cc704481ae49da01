"""Reads blog indexes, as HTML or as plain text, into posts. Pure: bytes in, Reading out; no network, database or clock.

The way of a page: `page` opens it and `regions` marks what holds no posts; `page_links`, `dates_shown` and
`calendar_headings` say what links and dates there are; `choice` decides which parts are posts, out of the ways
`marked_posts`, `headings`, `archive_list`, `link_list` and `json_ld`; `entry` reads the fields of each.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.errors import ReadError
from ingest.model import Document, Reading
from ingest.parse.blog.html_index import read_html
from ingest.parse.blog.plain_text import read_plain_text
from ingest.parse.decoding import decode

__all__ = ["read_blog"]

_FEED = re.compile(
    r"\s*+(?:<\?[^>]*+>\s*+|<!--(?>.*?-->)\s*+|<!DOCTYPE\s+rss[^>]*+>\s*+)*+<(?:rss|feed|rdf:RDF)[\s>]", re.DOTALL | re.IGNORECASE
)
_JSON = re.compile(r"\s*[{\[]\s*[\"{\[\]}]")
_MARKUP = re.compile(r"\s*<(?:!doctype|!--|\?xml|/?[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)
_LINK = re.compile(r"<a\s[^>]*href\s*=", re.IGNORECASE)


def read_blog(document: Document) -> Reading:
    """The posts of a blog index.

    Raises ReadError: `empty_body`, `wrong_root` for a feed or JSON, `no_items` where no post is found or a selector of the
    source matches nothing, `bad_selector` for a selector that is none; and what `decode` raises.
    """
    decoded = decode(document.body, document.content_type)
    text = decoded.text
    if not text.strip():
        raise ReadError("empty_body", "the body is empty")
    if _FEED.match(text) or _JSON.match(text):
        raise ReadError("wrong_root", "a blog index was expected, and this is a feed or JSON; set the source's kind to `feed`")
    reading = read_html(text, document) if _MARKUP.match(text) or _LINK.search(text) else read_plain_text(text)
    return replace(reading, issues=(*decoded.issues, *reading.issues))
