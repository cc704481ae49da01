"""Whatever bytes a server sends, a plan ends in an attempt: answers that were good once, with some bytes changed."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator

import pytest

from ingest.fetch.settings import FetchSettings
from tests.fetch.harness import plan_for, run
from tests.fetch.server import chunked, head, raw, whole

RSS = b"<rss version='2.0'><channel><title>t</title></channel></rss>"
GOOD = [
    whole(200, RSS, {"etag": '"a"', "cache-control": "max-age=60", "content-type": "application/rss+xml; charset=utf-8"}),
    whole(200, gzip.compress(RSS), {"content-encoding": "gzip"}),
    head(200, {"transfer-encoding": "chunked"}) + chunked([RSS[:20], RSS[20:]]),
    head(304, {"etag": 'W/"a"', "expires": "Tue, 06 Jan 2026 14:00:00 GMT"}),
    whole(302, b"", {"location": "/elsewhere/?q=1#x"}),
    whole(429, b"slow down", {"retry-after": "120"}),
    head(103, {"link": "</style.css>"}) + whole(200, RSS),
]


def mangled(count: int, seed: int) -> Iterator[bytes]:
    chance = random.Random(seed)  # noqa: S311 -- repeatable, not secret
    for _ in range(count):
        data = bytearray(chance.choice(GOOD))
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(data))
            kind = chance.randrange(4)
            if kind == 0:
                data[place] = chance.randrange(256)
            elif kind == 1:
                del data[place : place + chance.randint(1, 9)]
            elif kind == 2:
                data[place:place] = chance.choice([b"\r\n", b"\r\n\r\n", b"\0", b"\xff" * 5, b"9" * 20, b":", b" "])
            else:
                data[place:place] = data[chance.randrange(len(data)) :][: chance.randint(1, 30)]
            data = data or bytearray(b" ")
        yield bytes(data)


@pytest.mark.parametrize("seed", range(2))
def test_every_mangled_answer_ends_in_an_attempt(seed: int) -> None:
    answers = list(mangled(700, seed))
    outcome = run(
        {**{f"/{number}": raw(data) for number, data in enumerate(answers)}, "/*": raw(whole(200, RSS))},
        lambda server: [plan_for(server.url(f"/{number}", host=f"h{number % 50}.example")) for number in range(len(answers))],
        settings=FetchSettings(host_gap=0.0, read_timeout=2.0, total_timeout=4.0, tries=1),
    )
    assert len(outcome.attempts) == len(answers)
    for attempt in outcome.attempts:
        assert (attempt.error is None) == (attempt.error_kind is None)
        assert attempt.status is not None or attempt.error_kind is not None
