"""Posts that are headings with links, with or without a box around them."""

from .pages import dates, names, plain, posts


def test_headings_with_text_after_them_are_posts_with_that_text() -> None:
    page = (
        '<table><tr><td><a href="/">Home</a><br><a href="/pics.html">Pictures</a></td><td><h3><a href="/e1">Entry one</a></h3>'
        '<i>March 5, 2026</i><p>Words, words.</p><h3><a href="/e0">Entry zero</a></h3><i>March 1, 2026</i>'
        "<p>More.</p><p>And more.</p></td></tr>"
        "</table>"
    )
    one, zero = posts(page)
    assert (one.title, plain(one.summary_html)) == ("Entry one", "Words, words.")
    assert (zero.title, plain(zero.content_html)) == ("Entry zero", "More. And more.")
    assert dates(page) == ["2026-03-05", "2026-03-01"]


def test_undated_headings_are_posts_where_nothing_is_dated() -> None:
    page = '<h1>B</h1><div><h2><a href="/1">One</a></h2><p>Alpha.</p></div><div><h2><a href="/2">Two</a></h2><p>Beta.</p></div>'
    assert names(page) == [("/1", "One"), ("/2", "Two")]
    assert [plain(post.summary_html) for post in posts(page)] == ["Alpha.", "Beta."]


def test_headings_of_sections_are_not_posts_where_their_lists_are_dated() -> None:
    page = (
        '<h2><a href="/blog">Writing</a></h2><ul><li><time datetime="2026-01-02">Jan 2</time> <a href="/blog/a">A</a></li>'
        '<li><time datetime="2026-01-01">Jan 1</time> <a href="/blog/b">B</a></li></ul>'
        '<h2><a href="/talks-and-more">Talks</a></h2><ul><li><a href="/t/x">X</a> a thing</li></ul>'
    )
    assert names(page) == [("/blog/a", "A"), ("/blog/b", "B")]


def test_years_that_link_to_their_archives_are_not_posts() -> None:
    page = '<h2><a href="/2026/">2026</a></h2><ul><li><a href="/a">A</a> March 5</li></ul><h2><a href="/2025/">2025</a></h2>'
    assert names(page) == [("/a", "A")]
    assert dates(page) == ["2026-03-05"]


def test_a_heading_that_ends_the_list_belongs_to_no_post() -> None:
    page = (
        '<h2><a href="/1">One</a></h2><p>4 May 2025</p><p>Alpha is a letter.</p><h2>Elsewhere</h2><p>Other words, and others.</p>'
    )
    (post,) = posts(page)
    assert plain(post.summary_html) == "Alpha is a letter."


def test_cards_that_are_links_around_headings_are_posts() -> None:
    page = "".join(
        f'<div role="listitem"><a href="/{slug}"><div class="date">March {day}, 2026</div><h3>{slug} post'
        f"</h3><p>About it.</p></a></div>"
        for slug, day in (("a", 5), ("b", 3))
    )
    assert names(page) == [("/a", "a post"), ("/b", "b post")]
    assert dates(page) == ["2026-03-05", "2026-03-03"]
    assert [plain(post.summary_html) for post in posts(page)] == ["About it.", "About it."]
