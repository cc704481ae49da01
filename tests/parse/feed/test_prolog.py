"""No DTD gets past the prolog, and what it said in plain words is kept."""

from __future__ import annotations

import pytest

from ingest.parse.feed.prolog import MAX_EXPANSION, open_prolog


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("<rss/>", "<rss/>"),
        ('\n<?xml version="1.1" encoding="utf-7"?>\n<rss/>', "<rss/>"),
        ("<!-- kept --><rss/>", "<!-- kept --><rss/>"),
        ('<!DOCTYPE rss [<!ENTITY me "Ada &#38; co">]><rss>&me;&me;</rss>', "<rss>Ada &#38; coAda &#38; co</rss>"),
        ('<!DOCTYPE rss PUBLIC "a>b" "c"><rss a="&copy;">&eacute;&amp;</rss>', '<rss a="©">é&amp;</rss>'),
        ("<rss><![CDATA[&eacute;]]><!-- &eacute; -->&eacute;</rss>", "<rss><![CDATA[&eacute;]]><!-- &eacute; -->é</rss>"),
        ("<rss>&LT;&nosuch;</rss>", "<rss>&lt;&amp;nosuch;</rss>"),
    ],
)
def test_declaration_and_doctype_go_and_entities_are_put_in_place(text, opened):
    assert open_prolog(text).text == opened


@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY y "ha"><!ENTITY x "&y;&y;">', '<!ENTITY % p "x"><!ENTITY x "%p;">'],
)
def test_an_entity_that_could_fetch_or_grow_stays_as_written(declaration):
    assert open_prolog(f"<!DOCTYPE rss [{declaration}]><rss>&x;</rss>").text == "<rss>&amp;x;</rss>"


def test_expansion_stops_at_its_limit():
    text = f'<!DOCTYPE rss [<!ENTITY x "{"x" * 1000}">]><rss>{"&x;" * 5000}</rss>'
    assert len(open_prolog(text).text) < MAX_EXPANSION + 5000 * len("&amp;x;")


def test_only_entities_that_no_dtd_may_have_declared_are_a_problem():
    assert open_prolog("<rss>&eacute;</rss>").problems == ("entities that XML does not know",)
    assert open_prolog('<!DOCTYPE rss SYSTEM "rss-0.91.dtd"><rss>&eacute;</rss>').problems == ()
    assert open_prolog("<rss>&amp;&#233;</rss>").problems == ()


def test_a_comment_may_stand_before_the_declaration():
    opened = open_prolog("<!-- cached --><?xml version='1.0'?><rss/>")
    assert (opened.text, opened.junk, opened.problems) == ("<!-- cached --><rss/>", True, ())


def test_what_a_script_printed_first_is_cut_off():
    opened = open_prolog("Warning: <b>x</b>\n<?xml version='1.0'?>\n<rss/>")
    assert (opened.text, opened.junk) == ("<rss/>", True)
