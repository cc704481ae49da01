"""What a page says of its blog."""

from ingest.model import SourceFields

from .pages import read

POST = '<article><h2><a href="/a">A</a></h2></article>'


def test_every_field_is_read_from_the_head() -> None:
    page = (
        '<html lang="de-DE"><head><title>Archiv | Strandgut</title><meta property="og:site_name" content="Strandgut">'
        '<meta name="description" content="Angespült &amp; notiert"><meta name="generator" content="Hugo 0.1"></head>'
        f'<body><a rel="home" href="/blog/">x</a>{POST}</body></html>'
    )
    assert read(page).source == SourceFields(
        title="Strandgut",
        description="Angespült & notiert",
        generator="Hugo 0.1",
        language="de-DE",
        home_url="https://b.example/blog/",
    )


def test_what_is_not_said_is_none() -> None:
    assert read(POST).source == SourceFields()


def test_the_title_of_the_page_stands_in_for_the_blog_s_name() -> None:
    assert read(f"<title>My\n  blog</title>{POST}").source.title == "My blog"


def test_the_first_link_of_the_header_is_home_only_if_it_leads_there() -> None:
    assert read(f'<header><a href="/">B</a></header>{POST}').source.home_url == "https://b.example/"
    assert read(f'<header><a href="/shop">B</a></header>{POST}').source.home_url is None
