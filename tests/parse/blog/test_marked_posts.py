"""Posts in elements that say that they are posts."""

from .pages import dates, names, plain, posts


def test_old_wordpress_boxes_give_title_date_category_and_text() -> None:
    five, four = posts(
        '<div id="content"><div class="post"><h2><a href="/five" rel="bookmark">Five</a></h2>'
        "<small>March 5th, 2026 <!-- by x --></small>"
        '<div class="entry"><p>Text of five.</p><p>More of five.</p></div>'
        '<p class="postmetadata">Posted in <a href="/cat/x" rel="category tag">X</a> |'
        ' <a href="/five#respond">No Comments</a></p></div>'
        '<div class="post"><h2><a href="/four" rel="bookmark">Four</a></h2><small>March 1st, 2026</small>'
        '<div class="entry"><p>Text of '
        'four. <a href="/four#more-4" class="more-link">Read the rest of this entry</a></p></div></div></div>'
        '<div id="sidebar"><ul><li><h2>Archives</h2><ul><li><a href="/2026/03">March 2026</a></li></ul></li></ul></div>'
    )
    assert (five.url, five.title, five.tags) == ("https://b.example/five", "Five", ("X",))
    assert (five.content_html, five.truncated) == ("<p>Text of five.</p><p>More of five.</p>", False)
    assert (plain(four.summary_html), four.content_html, four.truncated) == ("Text of four.", None, True)
    assert four.published is not None
    assert four.published.text == "2026-03-01"


def test_drupal_teaser_gives_author_and_is_cut_where_it_says_read_more() -> None:
    (post,) = posts(
        '<article class="node"><header><h2 class="node__title"><a href="/x" rel="bookmark"><span>X marks</span></a></h2>'
        '<div class="node__meta"><span>By <span class="field--name-uid"><span>Ann</span>'
        "</span>, 5 March, 2026</span></div></header>"
        '<div class="node__content"><div class="field"><p>A teaser.</p></div><ul class="links"><li>'
        '<a href="/x" rel="tag">Read more'
        '<span class="visually-hidden"> about X marks</span></a></li></ul></div></article>'
    )
    assert (post.title, post.author, post.tags, post.truncated) == ("X marks", "Ann", (), True)
    assert post.summary_html == "<p>A teaser.</p>"


def test_an_article_that_is_a_list_of_posts_is_no_post_itself() -> None:
    page = (
        '<article class="page hentry"><h1 class="entry-title">Archive</h1><div class="entry-content"><h3>2026</h3><ul>'
        '<li><a href="/a">A</a> <em>March 5</em></li><li><a href="/b">B</a> <em>January 2</em></li></ul><h3>2025</h3>'
        '<ul><li><a href="/c">C</a> <em>December 31</em></li></ul></div></article>'
    )
    assert names(page) == [("/a", "A"), ("/b", "B"), ("/c", "C")]
    assert dates(page) == ["2026-03-05", "2026-01-02", "2025-12-31"]


def test_an_article_about_the_blog_is_no_post() -> None:
    page = (
        '<article class="home-info"><h1>Welcome</h1><p>Hi.</p><a href="https://social.example/me"><svg></svg></a></article>'
        '<article><h2>First</h2><p>Text.</p><a class="entry-link" aria-label="post link to First" href="/first"></a></article>'
    )
    assert names(page) == [("/first", "First")]


def test_headings_inside_a_post_are_not_posts() -> None:
    page = (
        '<article><h2><a href="/week-9">Week 9</a></h2><h3><a href="https://x.example/1">One</a></h3><h3>'
        '<a href="https://x.example/2">Two'
        '</a></h3></article><article><h2><a href="/week-8">Week 8</a></h2><h3>'
        '<a href="https://x.example/3">Three</a></h3></article>'
    )
    assert names(page) == [("/week-9", "Week 9"), ("/week-8", "Week 8")]
    assert names(page.replace("<article>", '<div class="post">').replace("</article>", "</div>")) == names(page)


def test_a_featured_post_without_markup_joins_the_marked_ones_in_its_place() -> None:
    page = (
        '<main><div class="hero"><h2><a href="/hero">Hero</a></h2><p>January 9, 2026</p></div>'
        '<article><h3><a href="/a">A</a></h3></article><article><h3><a href="/b">B</a></h3></article>'
        '<article><h3><a href="/c">C</a></h3>'
        '</article><h3><a href="/all">All posts</a></h3></main>'
    )
    assert names(page) == [("/hero", "Hero"), ("/a", "A"), ("/b", "B"), ("/c", "C")]


def test_the_permalink_of_a_link_post_is_its_address() -> None:
    (post,) = posts(
        '<div class="h-entry"><h2 class="p-name"><a href="https://elsewhere.example/">They measured it</a></h2>'
        '<a class="u-url" href="/linked/7">★</a></div>'
    )
    assert (post.url, post.title) == ("https://b.example/linked/7", "They measured it")


def test_a_card_inside_a_link_has_the_links_address() -> None:
    page = '<a href="/a"><article><h3>A</h3><p>About.</p></article></a><a href="/b"><article><h3>B</h3></article></a>'
    assert names(page) == [("/a", "A"), ("/b", "B")]


def test_cards_without_headings_take_the_words_of_their_link() -> None:
    page = "".join(
        f'<article><a href="/{slug}"><img alt="{slug}"></a><div><span class="cat">News</span>'
        f'<a href="/{slug}">The {slug} title</a>'
        f'<p>Some words.</p><a href="/{slug}">Read More →</a></div></article>'
        for slug in ("a", "b")
    )
    assert names(page) == [("/a", "The a title"), ("/b", "The b title")]
    assert [(post.summary_html, post.truncated) for post in posts(page)] == [("<p>Some words.</p>", True)] * 2


def test_comments_quoted_inside_an_entry_are_not_the_page_s_posts() -> None:
    page = (
        '<div class="h-entry"><a class="p-name u-url" href="/a">A</a><div class="h-cite">'
        '<a class="u-url p-name" href="/c">C</a></div>'
        '<div class="h-entry"><a class="p-name u-url" href="/reply">Reply</a></div></div>'
    )
    assert names(page) == [("/a", "A")]


def test_popular_posts_in_a_sidebar_are_not_posts_of_the_page() -> None:
    page = (
        '<div id="main"><div class="post hentry"><h3 class="entry-title"><a href="/a">A</a></h3></div></div>'
        '<div class="sidebar"><div class="widget popular-posts"><article class="hentry">'
        '<h3 class="entry-title"><a href="/old">Old</a></h3>'
        "</article></div></div>"
    )
    assert names(page) == [("/a", "A")]
