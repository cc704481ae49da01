"""Summary and content of a post or feed item: for showing, for searching, for comparing. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ingest.model import Content
from ingest.normalise.identity import hash_of, print_of
from ingest.normalise.markup import comparable
from ingest.normalise.text import clean_html, excerpt, plain_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """`summary` is plain, at most 500 characters; `text` all words of the body; `prints` those of summary and content."""

    content: Content
    summary: str | None
    text: str
    prints: tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def read_body(summary_html: str | None, content_html: str | None) -> Body:
    """Both texts as sent, None where absent. A summary that is not stated is the beginning of the content."""
    main = content_html or summary_html
    text = plain_text(main) if main else ""
    summary = plain_text(summary_html) if summary_html and content_html else text
    stated = {"summary": summary_html, "content": content_html}
    return Body(
        content=_content(summary_html, content_html, text),
        summary=None if main is None else excerpt(summary),
        text=text or summary,
        prints=tuple((name, print_of(comparable(html))) for name, html in stated.items() if html is not None),
    )


def _content(summary_html: str | None, content_html: str | None, text: str) -> Content:
    if not summary_html and not content_html:
        return Content()
    summary = None if summary_html is None else clean_html(summary_html)
    content = None if content_html is None else clean_html(content_html)
    return Content(hash=hash_of(summary, content, text), summary_html=summary, content_html=content, content_text=text)


def text_content(text: str) -> Content:
    """The content of a tweet, which is words alone."""
    return Content(hash=hash_of(None, None, text), content_text=text) if text else Content()
