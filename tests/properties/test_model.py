"""What the database says of a made-up history is what the rules say, event by event, whatever the source is written in."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from ingest.model import Source
from tests.properties.examples import examples
from tests.properties.observer import Form, Observer
from tests.properties.play import desk
from tests.properties.render import FORMS, attempt_of, seen_of
from tests.properties.told import Told, as_told
from tests.properties.world import Shot, histories

FEED = Form(
    fields=lambda e: {"title": e.title, "summary": e.text, "published": e.published}, sign=lambda e: e.link, id_field="guid"
)
ATOM = Form(fields=lambda e: {**FEED.fields(e), "updated": e.revised}, sign=FEED.sign, id_field="guid", has_updated=True)
INDEX = Form(
    fields=FEED.fields, sign=lambda e: e.published and (e.title, e.text, e.published), id_field="url",
    id_is_address=True, needs_items=True,
)  # fmt: skip
TWEETS = Form(
    fields=lambda e: {"text": f"{e.title}: {e.text}"}, sign=lambda _e: None, id_field="status_id",
    needs_items=True, has_counts=True,
)  # fmt: skip


@examples(60)
@given(histories())
def test_a_feed_tells_what_the_rules_say(shots: tuple[Shot, ...]) -> None:
    agree("rss", FEED, shots)


@examples(30)
@given(histories())
def test_a_full_listing_tells_what_the_rules_say(shots: tuple[Shot, ...]) -> None:
    agree("rss", FEED, shots, full=True)


@examples(30)
@given(histories())
def test_a_feed_that_states_when_it_was_updated_tells_what_the_rules_say(shots: tuple[Shot, ...]) -> None:
    agree("atom", ATOM, shots)


@examples(30)
@given(histories())
def test_a_blog_index_tells_what_the_rules_say(shots: tuple[Shot, ...]) -> None:
    agree("index", INDEX, shots)


@examples(30)
@given(histories(always_dated=True))
def test_a_page_of_tweets_tells_what_the_rules_say(shots: tuple[Shot, ...]) -> None:
    agree("tweets", TWEETS, tuple(map(as_of_tweets, shots)))


def as_of_tweets(shot: Shot) -> Shot:
    """Their ids alone tell the day, and half a JSON document is none."""
    entries = tuple(replace(e, published=e.published and e.published.replace(minute=0)) for e in shot.entries)
    return replace(shot, entries=entries, answer="failed" if shot.answer == "cut" else shot.answer)


def agree(form: str, words: Form, shots: tuple[Shot, ...], *, full: bool = False) -> None:
    source = Source(id="s", kind=FORMS[form][0], url="https://blog.example/feed", listing="full" if full else "window")
    attempts = [attempt_of(shot, form) for shot in shots]
    observer = Observer(form=words, full=full)
    expected = [observer.look(shot, seen_of(shot), attempt.body) for shot, attempt in zip(shots, attempts, strict=True)]
    with desk() as place:
        place.take_in(source, attempts)
        told = Told(place, form)
        assert told.looks() == expected
        assert told.items() == {item.first_name: as_told(item) for item in observer.items}
