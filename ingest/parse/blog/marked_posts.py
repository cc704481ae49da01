"""Posts whose markup says that they are posts: microformats (h-entry, hentry), `<article>`, schema.org, classes. Pure.

http://microformats.org/wiki/h-entry, http://microformats.org/wiki/hatom and the HTML Standard's `article` agree that one
such element is one entry, and that elements of the kind inside it (a comment, a quoted post) are none of the page's.
"""

from __future__ import annotations

from ingest.parse.blog.dates_shown import Spot
from ingest.parse.blog.own_link import Titles, own_link
from ingest.parse.blog.page import Page
from ingest.parse.blog.page_links import Links
from ingest.parse.blog.unit import OwnLink, Unit

MARKUP = (
    "[class~=h-entry], [class~=hentry], article, [role=article], [itemtype$=BlogPosting], [itemtype$='/Article'], "
    "[itemtype$=NewsArticle], [itemtype$=TechArticle], [itemprop=blogPost]"
)
"""Elements that say by a standard that they are one post."""

CLASSES = tuple(
    (
        "post blog-post blogpost post-entry post-item post-card post-preview post-summary post-listing blog-entry blog-item "
        "blog-card entry article article-card article-item list-item archive-entry archive-item item card teaser story"
    ).split()
)
"""What themes call the box of a post, the plainest name first."""


def unlinked_posts(page: Page, titles: Titles, spots: tuple[Spot, ...]) -> tuple[Unit, ...]:
    """Posts that are marked as such and lead nowhere, each with its title and date, by which they are known (rule 5)."""
    starts = [spot.place for spot in spots]
    boxes = [place for place in page.in_reach(page.find(MARKUP)) if not page.idle[place]]
    units = []
    for number, box in enumerate(boxes):
        holds_others = number + 1 < len(boxes) and boxes[number + 1] <= page.last[box]
        heading = next(iter(page.within(box, titles.headings)), None)
        if not holds_others and heading is not None and page.within(box, starts):
            units.append(Unit(roots=(box,), own=OwnLink(title=heading, url=None)))
    return tuple(units) if len(units) > 1 else ()


def marked_posts(page: Page, links: Links, titles: Titles, selector: str) -> tuple[Unit, ...]:
    """The outermost elements of a kind that are posts; one that is a list or a text about the blog is passed over."""
    units: list[Unit] = []
    end = -1
    for place in page.in_reach(page.find(selector)):
        if place <= end or page.idle[place]:
            continue
        own = own_link(page, links, titles, (place,))
        if own is not None:
            units.append(Unit(roots=(place,), own=own))
            end = page.last[place]
    return tuple(units)
