"""Our own cases of index pages of blogs."""

from __future__ import annotations

from tests.cases.build import case, given, item, page, post, rss
from tests.cases.case import Case

_QUIET = {"new": 0, "changed": 0, "missing": 0}

_HTML = {"content-type": "text/html; charset=utf-8"}


def _blog(name: str, what: str, *bodies: object, expect: dict[str, object], **settings: object) -> Case:
    return case(name, what, *bodies, kind="blog", expect=expect, **settings)  # type: ignore[arg-type]


_YEARS = """<!doctype html><title>Archive</title><nav><a href=/about/>About</a></nav><main><h1>Archive</h1>
<h2>2026</h2><ul><li>January 5 <a href=/2026/low/>Low water</a></li>
<li>January 2 <a href=/2026/ice/>Ice on the sand</a></li></ul>
<h2>2025</h2><ul><li>December 30 <a href=/2025/storm/>The storm of the year</a></li>
<li>March 1 <a href=/2025/spring/>Spring tide</a></li></ul></main>"""

_MONTHS = """<!doctype html><title>Archive</title><h1>Archive</h1><h3>January 2026</h3><ul>
<li>5 &mdash; <a href=/low/>Low water</a></li><li>2 &mdash; <a href=/ice/>Ice on the sand</a></li></ul>
<h3>December 2025</h3><ul><li>30 &mdash; <a href=/storm/>The storm of the year</a></li></ul>"""

_TABLE = """<!doctype html><title>Posts</title><table><tr><th>Date</th><th>Title</th></tr><tr><td>2026-01-05</td><td>
<a href=/low/>Low water</a></td></tr>
<tr><td>2026-01-02</td><td><a href=/ice/>Ice on the sand</a></td></tr><tr><td>2025-12-30</td><td>
<a href=/storm/>The storm of the year</a></td></tr></table>"""

_HENTRY = """<!doctype html><title>T</title><div class=h-feed><div class=h-entry>
<a class="p-name u-url" href=/low/>Low water</a>
<time class=dt-published datetime="2026-01-05T10:00:00+01:00">Monday</time> <a class=p-category href=/tags/sea/>sea</a>
<p class=p-summary>What the tide left.</p></div>
<div class=h-entry><a class="p-name u-url" href=/ice/>Ice on the sand</a>
<time class=dt-published datetime="2026-01-02T10:00:00+01:00">Friday</time></div></div>"""

_JSON_LD = """<!doctype html><title>T</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Blog","blogPost":[
{"@type":"BlogPosting","headline":"Low water","url":"https://blog.example/low/","datePublished":"2026-01-05T10:00:00Z",
"author":{"name":"Mara"}},
{"@type":"BlogPosting","headline":"Ice on the sand","url":"https://blog.example/ice/","datePublished":"2026-01-02T10:00:00Z"}]}</script>
<div id=app></div>"""

_CARDS = """<!doctype html><title>T</title><main><div class=card><a href=/low/><img src=/low.jpg alt=""></a><div>
<a href=/cat/sea/>Sea</a><h3><a href=/low/>Low water</a></h3><span class=date>5 Jan 2026</span>
<p>What the tide left there.</p><a href=/low/>Read more</a></div></div>
<div class=card><a href=/ice/><img src=/ice.jpg alt=""></a><div><a href=/cat/ice/>Ice</a><h3>
<a href=/ice/>Ice on the sand</a></h3><span class=date>2 Jan 2026</span><p>It froze in the night.</p>
<a href=/ice/>Read more</a></div></div></main>"""

_LIST = """<!doctype html><title>T</title><body><h1>Notes</h1><ul><li><a href=/low/>Low water</a></li>
<li><a href=/ice/>Ice on the sand</a></li><li><a href=/storm/>The storm of the year</a></li></ul></body>"""


def _one_page(*names: str) -> str:
    parts = "".join(f"<h2 id={name}><a href='#{name}'>On {name}</a></h2><p>Words about {name}.</p>" for name in names)
    return f"<!doctype html><title>Log</title><a href='#all'>Skip</a><main id=all><h1>Log</h1>{parts}</main>"


def _unlinked(title: str, day: int) -> str:
    return f"<article><h2>{title}</h2><time datetime='2026-01-{day:02}'>{day} January</time><p>Words.</p></article>"


CASES: tuple[Case, ...] = (
    _blog(
        "year-headings",
        "Days under year headings.",
        _YEARS,
        expect={
            "titles": ["Low water", "Ice on the sand", "The storm of the year", "Spring tide"],
            "published": ["2026-01-05", "2026-01-02", "2025-12-30", "2025-03-01"],
        },
    ),
    _blog(
        "month-headings",
        "Days of the month under month headings.",
        _MONTHS,
        expect={
            "titles": ["Low water", "Ice on the sand", "The storm of the year"],
            "published": ["2026-01-05", "2026-01-02", "2025-12-30"],
        },
    ),
    _blog(
        "table-of-posts",
        "A table of dates and titles.",
        _TABLE,
        expect={
            "titles": ["Low water", "Ice on the sand", "The storm of the year"],
            "published": ["2026-01-05", "2026-01-02", "2025-12-30"],
        },
    ),
    _blog(
        "microformats",
        "h-entry with category links.",
        _HENTRY,
        expect={"titles": ["Low water", "Ice on the sand"], "published": ["2026-01-05T09:00:00Z", "2026-01-02T09:00:00Z"]},
    ),
    _blog(
        "json-ld-alone",
        "Posts in JSON-LD and nowhere else.",
        _JSON_LD,
        expect={"titles": ["Low water", "Ice on the sand"], "published": ["2026-01-05T10:00:00Z", "2026-01-02T10:00:00Z"]},
    ),
    _blog(
        "cards",
        "Cards: image link, category, title, date, read more.",
        _CARDS,
        expect={
            "titles": ["Low water", "Ice on the sand"],
            "published": ["2026-01-05", "2026-01-02"],
            "urls": ["https://blog.example/low/", "https://blog.example/ice/"],
        },
    ),
    _blog(
        "bare-list",
        "A list of links without dates: one is inserted, one removed.",
        _LIST,
        _LIST.replace("<ul>", "<ul><li><a href=/new/>A new one</a></li>"),
        _LIST.replace("<ul>", "<ul><li><a href=/new/>A new one</a></li>").replace(
            "<li><a href=/ice/>Ice on the sand</a></li>", ""
        ),
        expect={"items": 4, "second_fetch": {"new": 1, "missing": 0}, "third_fetch": {"removed": 1, "new": 0}},
    ),
    _blog(
        "retitled",
        "A title is changed, the address stays.",
        page(post("a", "Low water"), post("b", day=4)),
        page(post("a", "Lowest water"), post("b", day=4)),
        expect={"second_fetch": {"edited": 1, "changed_fields": ["title"]}},
    ),
    _blog(
        "excerpt-edited",
        "An excerpt is edited.",
        page(post("a", text="What the tide left there."), post("b", day=4)),
        page(post("a", text="What the flood left there."), post("b", day=4)),
        expect={"second_fetch": {"edited": 1, "changed_fields": ["summary"]}},
    ),
    _blog(
        "removed-from-index",
        "A post vanishes from the middle.",
        page(post("a"), post("b", day=4), post("c", day=3)),
        page(post("a"), post("c", day=3)),
        expect={"second_fetch": {"removed": 1, "left_window": 0}},
    ),
    _blog(
        "pages-by-query",
        "Pages by query: each with its own last capture.",
        page(post("d", day=9), post("c", day=8)),
        given(page(post("b", day=7), post("a", day=6)), url="https://blog.example/?page=2", headers=_HTML),
        page(post("e", day=10), post("d", day=9)),
        given(page(post("c", day=8), post("b", day=7)), url="https://blog.example/?page=2", headers=_HTML),
        expect={
            "items": 5,
            "second_fetch": {"new": 0},
            "third_fetch": {"new": 1, "left_window": 1, "removed": 0},
            "fourth_fetch": {"new": 0, "removed": 0},
        },
    ),
    _blog(
        "featured-and-listed",
        "A post stands on top as featured and again in the list.",
        page(
            "<section class=featured><article><h2><a href='/a/'>Low water</a></h2><p>Words of it.</p></article></section>",
            post("b", day=5),
            post("a", "Low water", day=4),
        ),
        expect={"items": 2},
    ),
    _blog(
        "blog-moves-house",
        "The blog moves to another engine: same addresses, other markup.",
        page(post("a", "Low water"), post("b", "Ice on the sand", day=4)),
        _CARDS.replace("/low/", "/a/").replace("/ice/", "/b/").replace("2 Jan", "4 Jan"),
        expect={"items": 2, "second_fetch": {"new": 0, "missing": 0}},
    ),
    _blog(
        "scripts-alone",
        "A page that is empty without scripts.",
        page(post("a"), post("b", day=4)),
        (
            "<!doctype html><html><head><title>T</title></head><body><div id=root></div><noscript>"
            "You need to enable JavaScript to run this app.</noscript><script src=/app.js></script>"
            "</body></html>"
        ),
        expect={"second_fetch": {"state": "no_items", **_QUIET}},
    ),
    _blog(
        "no-dates-and-no-text",
        "Headings with links and nothing else.",
        "<!doctype html><title>T</title><main><h2><a href=/a/>Low water</a></h2><h2><a href=/b/>Ice on the sand</a></h2></main>",
        expect={"titles": ["Low water", "Ice on the sand"], "published": [None, None]},
    ),
    _blog(
        "feed-where-page-was",
        "A feed comes where a page was.",
        page(post("a")),
        given(rss(item("a")), headers={"content-type": "application/rss+xml"}),
        expect={"second_fetch": {"state": "wrong_root", **_QUIET}},
    ),
    _blog(
        "all-on-one-page",
        "Every post is a part of the one page; its heading links to itself.",
        _one_page("storm", "low"),
        _one_page("ice", "storm", "low"),
        _one_page("ice", "low"),
        expect={
            "urls": ["https://blog.example/#storm", "https://blog.example/#low", "https://blog.example/#ice"],
            "second_fetch": {"new": 1, "missing": 0},
            "third_fetch": {"new": 0, "removed": 1},
        },
    ),
    _blog(
        "parts-of-a-page",
        "The headings lead to parts of another page.",
        (
            "<!doctype html><title>T</title><main><h2><a href='/log#low'>Low water</a></h2><p>Words.</p>"
            "<h2><a href='/log#ice'>Ice on the sand</a></h2><p>More words.</p></main>"
        ),
        expect={"urls": ["https://blog.example/log#low", "https://blog.example/log#ice"]},
    ),
    _blog(
        "posts-without-links",
        "Posts that lead nowhere are known by title and date; an error page in such a box is no post.",
        page(_unlinked("Low water", 5), _unlinked("Ice on the sand", 2)),
        page(_unlinked("A new one", 6), _unlinked("Low water", 5), _unlinked("Ice on the sand", 2)),
        page("<article><h1>Not found</h1><p>There is nothing here.</p></article>"),
        expect={
            "titles": ["Low water", "Ice on the sand", "A new one"],
            "urls": [None, None, None],
            "second_fetch": {"new": 1, "changed": 0, "missing": 0},
            "third_fetch": {"state": "no_items", **_QUIET},
        },
    ),
    _blog(
        "menu-as-a-list",
        "A menu that is a list like that of the posts.",
        (
            "<!doctype html><title>T</title><ul><li><a href=/>Home</a></li><li><a href=/blog/>Blog</a></li><li>"
            "<a href=/contact/>Contact</a></li></ul><h2>Posts</h2><ul><li><a href=/low/>Low water</a></li>"
            "<li><a href=/ice/>Ice on the sand</a></li></ul>"
        ),
        expect={"titles": ["Low water", "Ice on the sand"]},
    ),
    _blog(
        "selectors",
        "A page that no guess fits, with selectors.",
        (
            "<!doctype html><title>T</title><div class=row><b class=t><i data-x='/a'><a href='/a'>"
            "One</a></i></b> <em class=d>2026-01-05</em></div><div class=row><b class=t><a href='/b'>"
            "Two</a></b> <em class=d>2026-01-04</em></div>"
        ),
        selectors={"item": ".row", "url": ".t a", "title": ".t", "date": ".d"},
        expect={"titles": ["One", "Two"], "published": ["2026-01-05", "2026-01-04"]},
    ),
)
