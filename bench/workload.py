"""Made-up histories of feeds, the same ones every time: what a feed looks like from one version to the next.

Every version has one item more, one item less, and one item in which a few words (of three in ten, a paragraph) are others;
the build date and a cache comment move as well. `wp` has 20 long items as WordPress writes them, `small` 200 short ones, `noise`
is a `wp` of which nine versions in ten move nothing but date and comment; in `edited` an item is edited and none comes or goes.
A version has about 240 KB.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cache

START = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of feed: how many items, how many letters their content has, how many versions in ten move an item.

    Without `turnover` items neither come nor go; one is edited.
    """

    name: str
    items: int
    least: int
    most: int
    moving: int = 10
    turnover: bool = True


WP = Kind(name="wp", items=20, least=4_200, most=12_000)
SMALL = Kind(name="small", items=200, least=120, most=280)
NOISE = Kind(name="noise", items=20, least=4_200, most=12_000, moving=1)
EDITED = Kind(name="edited", items=20, least=4_200, most=12_000, turnover=False)
KINDS = {kind.name: kind for kind in (WP, SMALL, NOISE, EDITED)}


@dataclass(slots=True)
class _Item:
    number: int
    title: str
    published: datetime
    paragraphs: list[list[str]]


def versions(kind: Kind, count: int, seed: int = 1) -> Iterator[bytes]:
    """The feed's bytes, version after version."""
    chance = random.Random(f"{kind.name} {seed}")
    items = [_new_item(kind, chance, number) for number in range(kind.items)]
    for number in range(count):
        if number and number % 10 < kind.moving:
            if kind.turnover:
                items = [*items[1:], _new_item(kind, chance, items[-1].number + 1)]
            _edit(chance.choice(items[1:-1]), chance)
        yield _feed(kind, items, number).encode()


def moment(number: int) -> datetime:
    """When a version was scraped."""
    return START + number * STEP


# --- texts -----------------------------------------------------------------------------------------------------------


@cache
def _words() -> list[str]:
    chance = random.Random("words")
    starts, ends = (
        ["b", "br", "d", "f", "gl", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w"],
        ["", "n", "r", "s", "t", "ck", "ng"],
    )
    made = {
        "".join(
            f"{chance.choice(starts)}{chance.choice('aeiou')}{chance.choice(ends)}" for _ in range(chance.choice((1, 1, 2, 2, 3)))
        )
        for _ in range(9000)
    }
    return sorted(made)[:4000]


@cache
def _followers() -> list[list[int]]:
    """For each word those that may follow it: what makes a text as compressible as a written one."""
    chance = random.Random("followers")
    words = len(_words())
    return [[min(int(words * chance.random() ** 2), words - 1) for _ in range(40)] for _ in range(words)]


def _text(chance: random.Random, length: int) -> list[str]:
    words, followers = _words(), _followers()
    at, written, text = chance.randrange(len(words)), 0, list[str]()
    while written < length:
        at = chance.choice(followers[at])
        text.append(words[at] if chance.random() > 0.08 else f"{words[at]}{chance.choice((',', '.', ' –', ' &#38;'))}")
        written += len(text[-1]) + 1
    return text


def _new_item(kind: Kind, chance: random.Random, number: int) -> _Item:
    length = chance.randint(kind.least, kind.most)
    paragraphs: list[list[str]] = []
    while length > 0:
        part = min(length, chance.randint(250, 900))
        paragraphs.append(_text(chance, part))
        length -= part
    title = " ".join(_text(chance, 40)).title()
    return _Item(
        number=number, title=title, published=START + timedelta(hours=number - kind.items, minutes=7), paragraphs=paragraphs
    )


def _edit(item: _Item, chance: random.Random) -> None:
    paragraph = chance.choice(item.paragraphs)
    if chance.random() < 0.3:
        paragraph[:] = _text(chance, sum(map(len, paragraph)))
        return
    for _ in range(chance.randint(1, 3)):
        paragraph[chance.randrange(len(paragraph))] = chance.choice(_words())


# --- XML -------------------------------------------------------------------------------------------------------------


def _feed(kind: Kind, items: list[_Item], number: int) -> str:
    built = moment(number)
    body = "".join(_entry(kind, item) for item in reversed(items))
    return f"""<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
<channel>
	<title>The bench of {kind.name}</title>
	<atom:link href="https://bench.example/feed/" rel="self" type="application/rss+xml" />
	<link>https://bench.example</link>
	<description>Made to be measured</description>
	<lastBuildDate>{format_datetime(built)}</lastBuildDate>
	<language>en-GB</language>
	<sy:updatePeriod>hourly</sy:updatePeriod>
	<sy:updateFrequency>1</sy:updateFrequency>
	<generator>https://wordpress.org/?v=6.5</generator>
{body}</channel>
</rss>
<!-- cached {built:%Y-%m-%d %H:%M:%S} by the bench, {number * 7919 % 10007} ms -->
"""


def _entry(kind: Kind, item: _Item) -> str:
    address = f"https://bench.example/{item.published:%Y/%m}/post-{item.number}/"
    first = " ".join(item.paragraphs[0])[:200]
    content = "\n\n\n\n".join(_paragraph(item, place, words) for place, words in enumerate(item.paragraphs))
    return f"""	<item>
		<title>{item.title}</title>
		<link>{address}</link>
		<comments>{address}#respond</comments>
		<dc:creator><![CDATA[writer{item.number % 5}]]></dc:creator>
		<pubDate>{format_datetime(item.published)}</pubDate>
		<category><![CDATA[topic {item.number % 7}]]></category>
		<category><![CDATA[{kind.name}]]></category>
		<guid isPermaLink="false">https://bench.example/?p={item.number}</guid>
		<description><![CDATA[<p>{first} [&#8230;]</p>]]></description>
		<content:encoded><![CDATA[{content}]]></content:encoded>
		<slash:comments>0</slash:comments>
	</item>
"""


def _paragraph(item: _Item, place: int, words: list[str]) -> str:
    """One paragraph, list or heading with the markup of a written post: twenty to twenty-five tags in a thousand letters."""
    parts = [" ".join(words[at : at + 12]) for at in range(0, len(words), 12)]
    if place % 6 == 4:
        return f'<ul class="wp-block-list">\n{"".join(f"<li>{part}</li>{chr(10)}" for part in parts)}</ul>'
    marked = [_marked(item, place, number, part) for number, part in enumerate(parts)]
    heading = f'<h2 class="wp-block-heading">{" ".join(words[:5])}</h2>\n\n' if place % 4 == 1 else ""
    return f'{heading}<p class="wp-block-paragraph">{" ".join(marked)}</p>{_image(item, place) if place % 9 == 5 else ""}'


def _marked(item: _Item, place: int, number: int, text: str) -> str:
    first, _, rest = text.partition(" ")
    tag = ("a", "em", "strong", "code", "br")[(item.number + place + number) % 5]
    if tag == "a":
        return f'<a href="https://bench.example/{item.number}/{place}/{number}/" rel="noopener">{first}</a> {rest}'
    return f"{text}<br />" if tag == "br" else f"<{tag}>{first}</{tag}> {rest}"


def _image(item: _Item, place: int) -> str:
    source = f"https://bench.example/images/{item.number}-{place}"
    picture = (
        f'src="{source}.jpg" srcset="{source}-300.jpg 300w, {source}-800.jpg 800w" sizes="(max-width: 800px) 100vw, 800px" alt=""'
    )
    return (
        f'\n\n<figure class="wp-block-image"><img loading="lazy" decoding="async" width="800" height="600" {picture} /></figure>'
    )
