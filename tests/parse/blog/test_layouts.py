"""A law: however a theme lays posts out, the same posts are read, in the same order, with the same dates."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .pages import entries, read


@dataclass(frozen=True)
class Post:
    slug: str
    title: str
    day: date

    @property
    def url(self) -> str:
        return f"/posts/{self.slug}/"

    @property
    def link(self) -> str:
        return f'<a href="{self.url}">{escape(self.title)}</a>'

    @property
    def published(self) -> str:
        return f'<time class="dt-published" datetime="{self.day}">x</time>'

    @property
    def shown(self) -> str:
        return f"{self.day:%B} {self.day.day}, {self.day.year}"


def _each(template: Callable[[Post], str]) -> Callable[[list[Post]], str]:
    return lambda posts: "".join(template(post) for post in posts)


def _by_year(posts: list[Post]) -> str:
    years = dict.fromkeys(post.day.year for post in posts)
    item = "<li>{0.day:%B} {0.day.day}: {0.link}</li>"
    return "".join(f"<h2>{year}</h2><ul>{''.join(item.format(p) for p in posts if p.day.year == year)}</ul>" for year in years)


LAYOUTS: dict[str, Callable[[list[Post]], str]] = {
    "articles": _each(lambda p: f'<article><h2>{p.link}</h2><time datetime="{p.day}">x</time><p>Words about it.</p></article>'),
    "h-entries": _each(
        lambda p: f'<div class="h-entry"><a class="u-url p-name" href="{p.url}">{escape(p.title)}</a> {p.published}</div>'
    ),
    "items": lambda posts: "<ul>" + _each(lambda p: f"<li>{p.link} ({p.day})</li>")(posts) + "</ul>",
    "rows": lambda posts: "<table>" + _each(lambda p: f"<tr><td>{p.day}</td><td>{p.link}</td></tr>")(posts) + "</table>",
    "terms": lambda posts: "<dl>" + _each(lambda p: f"<dt>{p.shown}</dt><dd>{p.link}</dd>")(posts) + "</dl>",
    "lines": lambda posts: "<p>" + _each(lambda p: f"{p.shown}: {p.link}<br>")(posts) + "</p>",
    "flat headings": _each(lambda p: f"<h2>{p.link}</h2><small>{p.shown}</small><p>Words about it, and more.</p>"),
    "dates above headings": _each(lambda p: f'<p class="date">{p.shown}</p><h2>{p.link}</h2><p>Words about it.</p>'),
    "cards": _each(
        lambda p: f'<a href="{p.url}"><span class="date">{p.shown}</span><h3>{escape(p.title)}</h3><p>Words about it.</p></a>'
    ),
    "years": _by_year,
}

WORDS = st.sampled_from("tide harbour winch rope & <knot> signal fog 灯台 Über lantern ebb".split())
POSTS = st.lists(
    st.builds(
        Post,
        slug=st.from_regex(r"[a-z]{3,8}", fullmatch=True),
        title=st.lists(WORDS, min_size=1, max_size=5).map(" ".join),
        day=st.dates(min_value=date(2001, 1, 1), max_value=date(2039, 12, 31)),
    ),
    min_size=2,
    max_size=12,
    unique_by=lambda post: post.slug,
).map(lambda posts: sorted(posts, key=lambda post: post.day, reverse=True))

FRAME = (
    '<html><head><title>B</title></head><body><header><h1><a href="/">B</a></h1><nav>'
    '<a href="/about/">About</a></nav></header><main>{}</main>'
    '<aside class="sidebar"><h3>Recent</h3><ul><li><a href="/posts/old/">Old</a> January 1, 2000</li></ul></aside>'
    '<nav class="pagination"><a href="/page/2/">Older</a></nav><footer>© 2026</footer></body></html>'
)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@given(posts=POSTS)
def test_every_layout_gives_the_posts_that_were_laid_out(layout: Callable[[list[Post]], str], posts: list[Post]) -> None:
    reading = read(FRAME.format(layout(posts)))
    found = [(post.url, post.title, post.published.text if post.published else None) for post in entries(reading)]
    assert found == [(f"https://b.example{post.url}", post.title, post.day.isoformat()) for post in posts]
    assert reading.next_url == "https://b.example/page/2/"
