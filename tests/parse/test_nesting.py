"""Documents that nest without end."""

import pytest

from ingest.errors import ReadError
from ingest.parse.nesting import DEEPEST, nests_without_end
from tests.parse.blog.pages import read


@pytest.mark.parametrize("tag", ["div", "b", "svg", "x-y"])
def test_a_tower_of_elements_is_told_before_it_is_parsed(tag: str) -> None:
    assert nests_without_end(f"<{tag}>" * (DEEPEST + 10))


@pytest.mark.parametrize(
    "page",
    [
        "<p>x<br>" * (DEEPEST + 10),
        "<ul>" + "<li>x" * (DEEPEST + 10) + "</ul>",
        "<div></div>" * (DEEPEST + 10),
        "<script>" + "a<b;" * (DEEPEST + 10) + "</script>",
        "<!--" + "<div>" * (DEEPEST + 10) + "-->",
        "<DIV></DIV>" * (DEEPEST + 10),
    ],
)
def test_long_flat_documents_are_not_deep(page: str) -> None:
    assert not nests_without_end(page)


def test_such_a_page_is_refused_with_its_reason() -> None:
    with pytest.raises(ReadError, match="nests more than 5,000 elements") as caught:
        read("<div>" * 20_000 + '<a href="/x">x</a>')
    assert caught.value.kind == "too_deep"
