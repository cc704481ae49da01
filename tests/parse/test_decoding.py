"""Bytes to text: which charset is believed, what is said about it, and that nothing unstorable comes out."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.errors import ReadError
from ingest.parse.decoding import clean_text, decode, scrub, utf8_of

WORDS = "Tūi ate 三つ – “peaches”"


def codes(decoded):
    return [issue.code for issue in decoded.issues]


@pytest.mark.parametrize(
    ("body", "content_type", "encoding"),
    [
        (WORDS.encode(), None, "utf-8"),
        (b"\xef\xbb\xbf" + WORDS.encode(), "text/html; charset=gbk", "utf-8"),
        (b"\xff\xfe" + WORDS.encode("utf-16-le"), None, "utf-16-le"),
        (b"\xfe\xff" + WORDS.encode("utf-16-be"), "text/xml; charset=utf-8", "utf-16-be"),
        (b"\x00\x00\xfe\xff" + WORDS.encode("utf-32-be"), None, "utf-32-be"),
        (WORDS.encode("gb18030", "ignore"), "text/html; charset=gb2312", "gb18030"),
    ],
)
def test_a_mark_or_a_true_declaration_is_believed(body, content_type, encoding):
    decoded = decode(body, content_type)
    assert decoded.encoding == encoding
    assert decoded.text.startswith("T")
    assert "peaches" in decoded.text
    assert codes(decoded) == []


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ('<?xml version="1.0" encoding="windows-1251"?><a>Маяк</a>'.encode("cp1251"), "application/xml", "Маяк"),
        ('<meta charset="Shift_JIS"><p>灯台</p>'.encode("cp932"), None, "灯台"),
        ('<META http-equiv="Content-Type" content="charset=gbk"><p>灯塔</p>'.encode("gbk"), "text/html; charset=none", "灯塔"),
        ("<p>Café “fin”</p>".encode("cp1252"), "text/html; charset=ISO-8859-1", "Café “fin”"),
        ("<p>Café</p>".encode("cp1252"), None, "Café"),
        ('<?xml version="1.0"?><a>Wide</a>'.encode("utf-16-le"), None, "Wide"),
        ('{"a": "Wide"}'.encode("utf-16-be"), "application/json", "Wide"),
        ('["Wider"]'.encode("utf-32-le"), None, "Wider"),
        ('<?xml version="1.0" encoding="ebcdic-cp-us"?><a>Old</a>'.encode("cp037"), None, "Old"),
        (b'<?xml version="1.0" encoding="utf-16"?><a>not at all</a>', None, "not at all"),
    ],
)
def test_the_charset_is_taken_from_where_it_is_said(body, content_type, text):
    decoded = decode(body, content_type)
    assert text in decoded.text
    assert codes(decoded) == []


@pytest.mark.parametrize("lie", ["gbk", "big5", "iso-8859-1", "windows-1251", "us-ascii"])
def test_a_header_that_lies_about_utf8_is_passed_over_with_an_issue(lie):
    decoded = decode('<?xml version="1.0" encoding="utf-8"?><a>Zoë – 家居とニュース</a>'.encode(), f"text/xml; charset={lie}")
    assert "Zoë – 家居とニュース" in decoded.text
    assert codes(decoded) == ["charset_mismatch"]


def test_a_lie_that_changes_nothing_is_no_finding():
    assert codes(decode(b"<a>plain</a>", "text/xml; charset=windows-1251")) == []


def test_two_characters_of_gbk_that_happen_to_be_utf8_stay_gbk():
    decoded = decode("联通".encode("gbk"), "text/plain; charset=gbk")
    assert decoded.text == "联通"


def test_utf8_with_broken_places_keeps_its_good_characters():
    decoded = decode(b"good \xc3\xa9, cp1252 \xe9, cut \xe2\x82", "text/xml; charset=utf-8")
    assert decoded.text == "good é, cp1252 \ufffd, cut \ufffd"
    assert codes(decoded) == ["undecodable_bytes"]


def test_a_mostly_sound_utf8_page_is_not_read_as_latin1_for_one_broken_byte():
    decoded = decode(("é" * 50).encode() + b"\xff", "text/html; charset=iso-8859-1")
    assert decoded.text == "é" * 50 + "\ufffd"
    assert set(codes(decoded)) == {"charset_mismatch", "undecodable_bytes"}


@pytest.mark.parametrize("label", ["utf-7", "rot13", "unicode_escape", "hex", "none", "\x00", "no-such-charset", "idna"])
def test_a_label_that_is_no_charset_is_ignored(label):
    assert decode(b"a+ADw-b \\u0041", f"text/html; charset={label}").text == "a+ADw-b \\u0041"


def test_nul_and_control_characters_go_and_it_is_said():
    decoded = decode(b"be\x00fore\x0b\x1b[0m\tend\r\n")
    assert decoded.text == "before[0m\tend\r\n"
    assert codes(decoded) == ["control_characters"]
    assert not decoded.binary


@pytest.mark.parametrize("body", [bytes(range(256)) * 8, b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02" * 40])
def test_bytes_that_are_no_text_are_called_binary(body):
    assert decode(body).binary


def test_compressed_bytes_are_opened_first():
    decoded = decode(gzip.compress(WORDS.encode()))
    assert decoded.text == WORDS
    assert codes(decoded) == ["undeclared_compression"]


def test_lone_surrogates_become_the_replacement_character():
    assert scrub("cut \ud83d end")[0] == "cut \ufffd end"


@given(st.binary(max_size=200), st.none() | st.text(max_size=30).map(lambda label: f"text/html; charset={label}"))
def test_any_bytes_give_text_that_can_be_stored(body, content_type):
    try:
        decoded = decode(body, content_type)
    except ReadError:
        return
    assert decoded.text.encode("utf-8").decode("utf-8") == decoded.text
    assert "\x00" not in decoded.text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\ufffe\uffff"), max_size=80))
def test_utf8_is_read_as_it_was_written(text):
    assert decode(f"<{text}".encode()).text == f"<{text}"


SNIPPETS = [
    b"<",
    b"\n<",
    b'<?xml version="1.0" encoding="utf-8"?>',
    b'<?xml version="1.0" encoding="windows-1251"?>',
    b'<!-- <?xml encoding="gbk"?>',
    b"-->",
    b'<meta charset="utf-8">',
    b"<meta charset=latin1>",
    b" " * 70,
    b"x^2",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x1f\x8b\x08",
    b"\x00",
    b"\x0c",
    b"\x7f",
    b"\xc2\x85",
    b"\xef\xbf\xbe",
    b"\xc3\xa9",
    b"\xe9",
    b"\xe4\xb8\x89",
]
LABELS = [
    None,
    "text/xml",
    "text/xml; charset=utf-8",
    "text/xml; charset=gbk",
    "text/xml; charset=latin1",
    "text/xml; charset=none",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=8).map(b"".join), st.sampled_from(LABELS), st.integers(0, 60))
def test_what_is_said_to_be_utf8_is_read_so_part_by_part_and_without_a_word(body, content_type, at):
    text = utf8_of(body, content_type) or b""
    cut = text.find(b"<", at)  # a place between two characters
    parts = (clean_text(text[:cut]), clean_text(text[cut:])) if cut >= 0 else (clean_text(text),)
    if text and None not in parts:
        decoded = decode(body, content_type)
        assert (decoded.text, decoded.encoding, decoded.issues, decoded.binary) == ("".join(parts), "utf-8", (), False)


def test_most_feeds_are_said_to_be_utf8():
    feed = b'<?xml version="1.0" encoding="UTF-8"?><rss/>'
    assert utf8_of(feed, "application/rss+xml; charset=UTF-8") == feed
    assert utf8_of("\n<rss>é</rss>".encode(), None) == "\n<rss>é</rss>".encode()
    assert utf8_of(b"\xef\xbb\xbf<rss/>", "text/xml; charset=iso-8859-1") == b"<rss/>"
    assert utf8_of(b"<rss/>", "text/xml; charset=iso-8859-1") is None
