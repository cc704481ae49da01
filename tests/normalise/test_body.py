"""Summary and content of an item, stated, empty and absent."""

from ingest.normalise.body import read_body


def test_an_empty_text_hides_no_other() -> None:
    assert read_body("<p>words</p>", "").text == "words"
    assert (read_body("", "<p>words</p>").summary, read_body("", "<p>words</p>").content.content_text) == ("words", "words")


def test_an_empty_text_compares_otherwise_than_an_absent_one() -> None:
    assert dict(read_body("", None).prints) != dict(read_body(None, None).prints)
    assert (read_body("", None).summary, read_body(None, None).summary) == ("", None)
