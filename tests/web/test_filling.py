"""Values filled into HTML come out as Markup's own `format` gives them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from web.filling import filled

TEMPLATE = '<a href="{}" width="100%"><title>{}</title>{}</a>'
VALUES = st.one_of(st.text(), st.integers(), st.none(), st.builds(Markup, st.text()))


@given(VALUES, VALUES, VALUES)
def test_values_are_escaped_save_for_what_is_html_already(one: object, two: object, three: object) -> None:
    assert filled(TEMPLATE, one, two, three) == Markup(TEMPLATE).format(one, two, three)  # noqa: S704 -- written above


def test_what_stands_in_a_value_is_no_template() -> None:
    assert filled("{}{}", "{0}", "<b>{}") == "{0}&lt;b&gt;{}"
