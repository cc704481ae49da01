"""Archive lists: items, rows, lines and definition lists that bring a date and a link together."""

import pytest

from .pages import dates, names, posts

TWO = [("/a", "A"), ("/b", "B")]
DAYS = ["2026-03-05", "2026-02-01"]

LAYOUTS = {
    "items, date first": '<ul><li>2026-03-05 <a href="/a">A</a></li><li>2026-02-01 <a href="/b">B</a></li></ul>',
    "items, date last": '<ul><li><a href="/a">A</a> (5 March 2026)</li><li><a href="/b">B</a> (1 February 2026)</li></ul>',
    "items, date in the link": '<ul><li><a href="/a">2026-03-05 A</a></li><li><a href="/b">B (2026-02-01)</a></li></ul>',
    "preformatted lines": '<pre>\n2026-03-05  <a href="/a">A</a>\n2026-02-01  <a href="/b">B</a>\n</pre>',
    "lines parted by br": '<p>March 5, 2026: <a href="/a">A</a><br>February 1, 2026: <a href="/b">B</a><br></p>',
    "links first, parted by br": '<p><a href="/a">A</a> - March 5, 2026<br><a href="/b">B</a> - February 1, 2026</p>',
    "definition list, date as term": (
        '<dl><dt>5 March 2026</dt><dd><a href="/a">A</a></dd><dt>1 February 2026</dt><dd><a href="/b">B</a></dd></dl>'
    ),
    "definition list, title as term": (
        '<dl><dt><a href="/a">A</a></dt><dd>5 March 2026</dd><dt><a href="/b">B</a></dt><dd>1 Feb 2026</dd></dl>'
    ),
    "table": (
        '<table><tr><th>When<th>What<tr><td>2026-03-05<td><a href="/a">A</a><tr><td>2026-02-01<td><a href="/b">B</a></table>'
    ),
    "divs": '<div><span>2026-03-05</span> <a href="/a">A</a></div><div><span>2026-02-01</span> <a href="/b">B</a></div>',
    "spans in a link": '<a href="/a"><span class="d">2026-03-05</span> A</a><a href="/b"><span class="d">2026-02-01</span> B</a>',
    "time elements": (
        '<p><a href="/a">A</a> <time datetime="2026-03-05">x</time></p><p><a href="/b">B</a>'
        ' <time datetime="2026-02-01">x</time></p>'
    ),
    "year as summary": (
        '<details><summary>2026</summary><ul><li>Mar 5 <a href="/a">A</a></li><li>Feb 1 <a href="/b">B</a></li></ul></details>'
    ),
    "year in bold": '<p><strong>2026</strong></p><ul><li>03-05 <a href="/a">A</a></li><li>02-01 <a href="/b">B</a></li></ul>',
    "year above a table": '<h2>2026</h2><table><tr><td>Mar 5<td><a href="/a">A</a><tr><td>Feb 1<td><a href="/b">B</a></table>',
    "days as headings": (
        '<h3>March 5, 2026</h3><ul><li><a href="/a">A</a></li></ul><h3>February 1, 2026</h3><ul><li><a href="/b">B</a></li></ul>'
    ),
}


@pytest.mark.parametrize("page", LAYOUTS.values(), ids=LAYOUTS)
def test_every_layout_gives_the_same_two_posts(page: str) -> None:
    assert names(page) == TWO
    assert dates(page) == DAYS


def test_a_row_without_a_date_among_dated_ones_is_a_post() -> None:
    page = '<ul><li><a href="/a">A</a> 2026-03-05</li><li><a href="/x">X</a></li><li><a href="/b">B</a> 2026-02-01</li></ul>'
    assert names(page) == [("/a", "A"), ("/x", "X"), ("/b", "B")]
    assert dates(page) == ["2026-03-05", None, "2026-02-01"]


def test_the_link_of_an_author_in_every_row_is_not_the_post() -> None:
    page = "".join(
        f'<div><a href="/u/ann">Ann Author</a> wrote <a href="/{slug}">{title}</a> on <time datetime="{day}">x</time></div>'
        for slug, title, day in (("a", "A", "2026-03-05"), ("b", "B", "2026-02-01"))
    )
    assert names(page) == TWO


def test_a_category_beside_the_title_is_a_tag() -> None:
    page = "<table>" + "".join(
        (
            f'<tr><td>{day}</td><td><a href="/category/news/">News and things</a></td><td>'
            f'<a href="/{slug}">{slug.upper()}</a></td></tr>'
        )
        for slug, day in (("a", "2026-03-05"), ("b", "2026-02-01"))
    )
    page += "</table>"
    assert names(page) == TWO
    assert [post.tags for post in posts(page)] == [("News and things",)] * 2


def test_a_date_that_a_sentence_mentions_makes_no_post_of_the_links_in_it() -> None:
    page = (
        '<p>In May 2024 we <a href="/x">moved</a>.</p>'
        '<p>Proc. of the 8th Conf., June 26-July 1 2011, Boston [<a href="/p.pdf">PDF</a>]</p>'
    )
    assert names(page + LAYOUTS["items, date first"]) == TWO


def test_the_words_of_a_row_beside_its_title_are_its_excerpt() -> None:
    (post,) = posts('<ul><li><a href="/a">A</a> (5 March 2026): what we found under the pier.</li></ul>')
    assert post.summary_html == "what we found under the pier."


def test_a_log_whose_titles_are_its_dates_keeps_them_as_titles() -> None:
    page = '<ul><li><a href="/d/5">March 5, 2026</a></li><li><a href="/d/4">March 4, 2026</a></li></ul>'
    assert names(page) == [("/d/5", "March 5, 2026"), ("/d/4", "March 4, 2026")]
    assert dates(page) == ["2026-03-05", "2026-03-04"]


def test_links_of_a_day_have_their_permalink_as_address_and_their_words_as_title() -> None:
    star = '<a class="permalink" href="/linked/{0}">★</a>'
    item = f'<dl><dt><a href="https://e.example/{{0}}">Link {{0}}</a> {star}</dt><dd><p>Words.</p></dd></dl>'
    page = f'<h2 class="dateline">Thursday, 5 March 2026</h2>{item.format(1)}{item.format(2)}'
    assert names(page) == [("/linked/1", "Link 1"), ("/linked/2", "Link 2")]
    assert dates(page) == ["2026-03-05", "2026-03-05"]


def test_a_date_that_links_to_the_archive_of_its_day_is_no_post() -> None:
    entry = (
        '<div><h3><a href="/e/{0}">Entry {0}</a></h3><p>Text of it.</p>'
        '<div class="foot">10:05 am / <a href="/2026/Jan/{0}/">{0} January 2026</a> / <a href="/tags/x/">x</a></div></div>'
    )
    assert names(entry.format(5) + entry.format(4)) == [("/e/5", "Entry 5"), ("/e/4", "Entry 4")]
