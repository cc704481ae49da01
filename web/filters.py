"""Filters and globals of our templates; whatever shows foreign text in a template goes through one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasette.app import Datasette
from markupsafe import Markup

from web.settings import Settings, settings_from
from web.stamps import day_words, moment_words, short_day, span_words, time_tag
from web.text import masked, plain, visible, web_address
from web.words import KIND_WORDS, SIGNS, Sentence, field_word, item_counters

if TYPE_CHECKING:
    from jinja2 import Environment


def add_filters(env: Environment, datasette: Datasette) -> None:
    """Put our filters into Datasette's template environment."""
    settings = settings_from(datasette.plugin_config("strandline"))
    env.filters["shown"] = lambda text: shown(text, settings)
    env.filters["said"] = lambda one: said(one, settings)
    env.filters["address"] = lambda url: address(url, settings)
    env.filters["web_address"] = lambda url: _unmasked_address(url, settings)
    env.filters.update(
        moment=time_tag, day_words=day_words, short_day=short_day, moment_words=moment_words, field_word=field_word
    )
    env.filters["short_moment"] = lambda text: time_tag(text, short=True)
    env.filters["number"] = lambda value: "—" if value is None else f"{value:,}"
    env.filters["item_counters"] = item_counters
    env.filters["step"] = lambda value: f"{value:+,}".replace("-", "−")
    env.filters["plain"] = lambda text: plain(masked(str(text)) if settings.mask_emails else str(text), 120)
    env.globals.update(strandline=settings, change_signs=SIGNS, change_words=KIND_WORDS, span_words=span_words)
    env.globals["dataset_metadata"] = lambda: datasette.metadata() or {}


def shown(text: object, settings: Settings) -> Markup:
    """Foreign text: escaped, masked, invisible characters labelled, isolated in its direction; a dash for null."""
    if text is None:
        return Markup('<span class="none">—</span>')
    words = str(text)
    return Markup("<bdi>{}</bdi>").format(visible(masked(words) if settings.mask_emails else words))


def said(one: Sentence, settings: Settings) -> Markup:
    """A sentence as HTML."""
    return one.html(mask=settings.mask_emails)


def address(url: str | None, settings: Settings) -> Markup:
    """A foreign URL as a link if it may be one, else as text."""
    target = _unmasked_address(url, settings)
    text = shown(url, settings)
    return Markup('<a class="out" rel="nofollow noreferrer" href="{}">{}</a>').format(target, text) if target else text


def _unmasked_address(url: str | None, settings: Settings) -> str | None:
    """The URL if it may be a link and holds no address that is to be masked."""
    target = web_address(url)
    return None if target and settings.mask_emails and masked(target) != target else target
