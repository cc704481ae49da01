"""Fills values into pieces of HTML, escaped. Pure; knows no page and no value."""

from __future__ import annotations

from markupsafe import Markup, escape


def filled(template: str, *values: object) -> Markup:
    """The template, which is written in the source, with the values in place of its `{}`.

    What `Markup(template).format(*values)` gives, in less than half its time: a page of charts has thousands.
    """
    return Markup(template.format(*map(escape, values)))  # noqa: S704 -- values are escaped, the template is ours
