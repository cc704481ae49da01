"""Our own cases of index pages as widespread themes write them: what of a post is title, author, tag, text, or none."""

from __future__ import annotations

from tests.cases.build import case, page
from tests.cases.case import Case

_LOW = ("https://blog.example/low/", "Low water", "2026-01-05")
_ICE = ("https://blog.example/ice/", "Ice on the sand", "2026-01-02")


def _theme(name: str, what: str, form: str, *, around: str = "{}", below: str = "", **expect: object) -> Case:
    """A page of two posts; `form` is the markup of one, with its address, title, date and words."""
    posts = (
        form.format(url="/low/", title="Low water", date="2026-01-05", shown="Jan 5, 2026", words="What the tide left there."),
        form.format(url="/ice/", title="Ice on the sand", date="2026-01-02", shown="Jan 2, 2026", words="It froze in the night."),
    )
    known = {"urls": [_LOW[0], _ICE[0]], "titles": [_LOW[1], _ICE[1]], "published": [_LOW[2], _ICE[2]], "issues": []}
    words = {"summary": ["What the tide left there.", "It froze in the night."]}
    return case(name, what, page(around.format("".join(posts)), below=below), kind="blog", expect={**known, **words, **expect})


CASES: tuple[Case, ...] = (
    _theme(
        "theme-card-in-a-link",
        "A link goes around a whole card, by the class `gh-card-link`, which only looks like an h-card.",
        (
            "<article class='gh-card post'><a class=gh-card-link href={url}><figure><img src=/i.jpg alt=''></figure><div>"
            "<p class=gh-card-tag>Sea</p><h3 class=gh-card-title>{title}</h3><p class=gh-card-excerpt>{words}</p><footer>"
            "<span class=gh-card-author>By Mara Quill</span><time datetime={date}>{shown}</time></footer></div></a></article>"
        ),
        author=["Mara Quill", "Mara Quill"],
        tags=[["Sea"], ["Sea"]],
    ),
    _theme(
        "theme-previews",
        "Boxes that only their role calls articles; the one link beside the date is the author's.",
        (
            "<div role=article class=container><div><div><a href={url} data-testid=post-preview-title>{title}</a></div>"
            "<div><a href={url}>{words}</a></div><div><time datetime={date}>{shown}</time><span>•</span><a "
            "href='https://letters.example/@mara'>Mara Quill</a></div><div><button>12</button><a href={url}comments>3</a></div>"
            "</div><a href={url}><img src=/i.jpg></a></div>"
        ),
    ),
    _theme(
        "theme-claps",
        "Claps and reading time under each post.",
        (
            "<article><a href={url}><h2>{title}</h2></a><a href={url}><h3>{words}</h3></a><div><span>{shown}</span>"
            "<a href='/m/signin?for=x'>120</a><span>4 min read</span></div></article>"
        ),
    ),
    _theme(
        "theme-itemprop-category",
        "The category has an `itemprop=url` of its own.",
        (
            "<article itemscope itemtype='http://schema.org/Article'><h2 itemprop='name headline'><a href={url} itemprop=url>"
            "{title}</a></h2><time itemprop=datePublished datetime={date}>{shown}</time> <span itemprop=about itemscope>"
            "<a href=/categories/sea/ itemprop=url rel=index><span itemprop=name>Sea</span></a></span>"
            "<div itemprop=articleBody><p>{words}</p></div></article>"
        ),
        tags=[["Sea"], ["Sea"]],
    ),
    _theme(
        "theme-author-and-office",
        "Beside the author's name stands what the author does.",
        (
            "<article><header><h2><a href={url}>{title}</a></h2><time datetime={date}>{shown}</time><div class='col authorCol'>"
            "<div class=avatar__intro><a href='https://code.example/mara'><span class=authorName_x>Mara Quill</span></a>"
            "<small class=authorTitle>Keeper</small></div></div></header><div class=markdown><p>{words}</p></div></article>"
        ),
        author=["Mara Quill", "Mara Quill"],
    ),
    _theme(
        "theme-submitted-by",
        "The line with the date and the author is made of elements without names.",
        (
            "<article><h2><a href={url} rel=bookmark><span>{title}</span></a></h2><footer><div class=node__submitted>Submitted "
            "by <span class='field'><span lang>Mara</span></span> on <span class='field field--created'>{shown}</span></div>"
            "</footer><div><p>{words}</p></div></article>"
        ),
        author=["Mara", "Mara"],
    ),
    _theme(
        "theme-rdfa",
        "The date stands in RDFa, before the words; the category is an item of a list that leads nowhere.",
        (
            "<article><h2><a href={url}>{title}</a></h2><div class=submitted><span property='dc:date dc:created' "
            "content='{date}T10:00:00+01:00'>Submitted on {shown}</span></div><p>{words}</p><ul><li class=page-category>Sea</li>"
            "</ul></article>"
        ),
        published=["2026-01-05T09:00:00Z", "2026-01-02T09:00:00Z"],
        tags=[["Sea"], ["Sea"]],
    ),
    _theme(
        "theme-updated-and-published",
        "Both dates with their labels in one line, the later one first.",
        (
            "<article><h2><a href={url}>{title}</a></h2><p>Updated: <time datetime=2026-01-30>Jan 30, 2026</time> · Published: "
            "<time datetime={date}>{shown}</time></p><p>{words}</p></article>"
        ),
    ),
    _theme(
        "theme-every-line-a-byline",
        "Each line beside a post is called a by-line, that for sharing it and that with its date too.",
        (
            "<article><div class=byline><a href='#'>Share</a></div><h3><a href={url}>{title}</a></h3><span class='byline time'>"
            "<a href={url} rel=bookmark><time datetime={date}>{shown}</time></a></span><p>{words}</p>"
            "<div class='byline jump-link'><a href={url}>Read more</a></div></article>"
        ),
        author=[None, None],
    ),
    _theme(
        "theme-details",
        "A list of details beside each post, and dots that lead to the rest of it.",
        (
            "<div itemprop=blogPost itemscope><h2 itemprop=name><a href={url} itemprop=url>{title}</a></h2><dl "
            "class=article-info><dt>Details</dt><dd itemprop=author itemscope>Written by: <span itemprop=name>Mara</span></dd>"
            "<dd>Category: <a href=/index.php/sea itemprop=genre>Sea</a></dd><dd><time datetime={date} itemprop=datePublished>"
            "Published: {shown}</time></dd><dd>Hits: 51</dd></dl><p>{words} <a href={url}>...</a></p></div>"
        ),
        author=["Mara", "Mara"],
        tags=[["Sea"], ["Sea"]],
    ),
    _theme(
        "theme-notes",
        "Notes under each post are no words of it.",
        (
            "<article class=post><h2><a href={url}>{title}</a></h2><div class=body><p>{words}</p></div><footer>"
            "<a class=date href={url} title='3:00pm'>{shown}</a> <a href='{url}#notes' class=notes>12 notes</a></footer>"
            "</article>"
        ),
    ),
    _theme(
        "theme-date-in-a-linked-card",
        "A link goes around a card that begins with its date.",
        (
            "<div class=card-outer><a href={url}><div><img src=/i.jpg alt=''></div><div><div><time datetime={date}>{shown}</time>"
            "<span>•</span><span>4 min read</span></div><h2>{title}</h2><p class=clamp>{words}</p></div></a></div>"
        ),
    ),
    _theme(
        "theme-day-headings-and-months",
        "A day as heading above each post; months beside the posts lead to no post.",
        (
            "<h2 class=date-header>{shown}</h2><div class=entry><h3 class=entry-header><a href={url}>{title}</a></h3>"
            "<div class=entry-content><p>{words}</p></div><div class=entry-footer><p>Posted by Mara at 09:14 AM | "
            "<a class=permalink href={url}>Permalink</a></p></div></div>"
        ),
        below="<div id=beta><h2>Archives</h2><ul><li><a href=/2026/01/>January 2026</a></li></ul></div>",
        author=["Mara", "Mara"],
    ),
)
