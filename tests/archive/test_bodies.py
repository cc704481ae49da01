"""Chains of bodies: nothing is lost, everything is kept once, reading is bounded, damage stays where it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import sqlite
from ingest.archive.bodies import MOST_FRAMES, Bodies
from ingest.archive.opening import open_archive
from ingest.errors import ArchiveError
from tests.archive.noise import noise


def sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite.Connection]:
    opened = open_archive(tmp_path / "archive.db", create=True, read_only=False)
    yield opened
    opened.close()


def versions(count: int, seed: int = 1, size: int = 6000) -> list[bytes]:
    """A page that changes a little from version to version."""
    page = bytearray(noise(seed, size))
    pages = []
    for number in range(count):
        edit = noise(1000 * seed + number, 10)
        place = int.from_bytes(edit[:2]) % size
        page[place : place + 8] = edit[2:]
        pages.append(bytes(page))
    return pages


def put_in_a_row(bodies: Bodies, pages: list[bytes]) -> list[int]:
    ids: list[int] = []
    for page in pages:
        ids.append(bodies.put(page, lambda: ids[-2:][::-1]).id)
    return ids


class TestKeeping:
    @settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(pages=st.lists(st.binary(max_size=300), max_size=12))
    def test_any_bodies_in_any_order_come_back_byte_for_byte(self, connection: sqlite.Connection, pages: list[bytes]) -> None:
        put_in_a_row(Bodies(connection), pages)
        fresh = Bodies(connection)
        assert [fresh.get(sha256(page)) for page in pages] == pages

    def test_edited_versions_of_a_page_come_back_byte_for_byte(self, connection: sqlite.Connection) -> None:
        pages = versions(200)
        put_in_a_row(Bodies(connection), pages)
        for page in sorted(pages, key=sha256):
            assert Bodies(connection).get(sha256(page)) == page
        assert list(Bodies(connection).problems()) == []

    def test_equal_bodies_are_kept_once(self, connection: sqlite.Connection) -> None:
        bodies = Bodies(connection)
        first = bodies.put(b"the same")
        assert bodies.put(b"something else") != first
        assert bodies.put(b"the same") == first
        assert connection.execute("SELECT count(*) FROM bodies").fetchone() == (2,)

    def test_a_body_that_is_there_is_not_compared_with_others(self, connection: sqlite.Connection) -> None:
        bodies = Bodies(connection)
        bodies.put(b"the same")

        def never() -> list[int]:
            raise AssertionError

        bodies.put(b"the same", never)

    def test_small_edits_cost_little(self, connection: sqlite.Connection) -> None:
        put_in_a_row(Bodies(connection), versions(60))
        total, first = connection.execute("SELECT sum(length(data)), max(length(data)) FROM bodies").fetchone()
        assert total < 2 * first

    def test_an_empty_and_a_large_body_come_back(self, connection: sqlite.Connection) -> None:
        large = noise(9, 2_000_000) * 20
        ids = put_in_a_row(Bodies(connection), [b"", large, b"", large + b"!"])
        assert len(set(ids)) == 3
        fresh = Bodies(connection)
        assert (fresh.get(sha256(b"")), fresh.get(sha256(large)), fresh.get(sha256(large + b"!"))) == (b"", large, large + b"!")


class TestChains:
    def test_no_body_needs_more_frames_than_allowed(self, connection: sqlite.Connection) -> None:
        put_in_a_row(Bodies(connection), versions(3 * MOST_FRAMES))
        rows = connection.execute("SELECT id, base_id, depth FROM bodies").fetchall()
        base_of = {body_id: base_id for body_id, base_id, _ in rows}
        for body_id, _, depth in rows:
            frames, place = 1, base_of[body_id]
            while place is not None:
                frames, place = frames + 1, base_of[place]
            assert frames == depth + 1 <= MOST_FRAMES

    def test_a_full_chain_goes_on_from_its_first_body_while_that_pays(self, connection: sqlite.Connection) -> None:
        put_in_a_row(Bodies(connection), versions(3 * MOST_FRAMES))
        assert connection.execute("SELECT count(*) FROM bodies WHERE base_id IS NULL").fetchone() == (1,)

    def test_a_full_chain_whose_first_body_is_of_no_use_starts_anew(self, connection: sqlite.Connection) -> None:
        window = [noise(number, 500) for number in range(2 * MOST_FRAMES + 8)]
        put_in_a_row(Bodies(connection), [b"".join(window[start : start + 8]) for start in range(2 * MOST_FRAMES)])
        starts = connection.execute("SELECT id FROM bodies WHERE base_id IS NULL").fetchall()
        assert len(starts) == 2
        assert MOST_FRAMES < starts[1][0] <= MOST_FRAMES + 2

    def test_a_body_that_resembles_nothing_stands_alone(self, connection: sqlite.Connection) -> None:
        put_in_a_row(Bodies(connection), [noise(1, 3000), noise(2, 3000)])
        assert connection.execute("SELECT base_id FROM bodies").fetchall() == [(None,), (None,)]

    def test_the_better_of_two_predecessors_is_taken(self, connection: sqlite.Connection) -> None:
        one, other = noise(1, 3000), noise(2, 3000)
        put_in_a_row(Bodies(connection), [one, other, one + b"!", other + b"!"])
        assert connection.execute("SELECT base_id FROM bodies").fetchall() == [(None,), (None,), (1,), (2,)]

    def test_bodies_of_a_rolled_back_transaction_are_not_remembered(self, connection: sqlite.Connection) -> None:
        bodies = Bodies(connection)
        connection.execute("BEGIN")
        bodies.put(b"a page that is taken back" * 9)
        connection.execute("ROLLBACK")
        bodies.forget_kept()
        page = b"another page under the same number" * 9
        bodies.put(page)
        assert bodies.get(sha256(page)) == page


class TestDamage:
    def damaged(self, connection: sqlite.Connection, at: int, length: int = 6) -> list[bytes]:
        pages = versions(length) + versions(3, seed=7)
        bodies = Bodies(connection)
        put_in_a_row(bodies, pages[:length])
        put_in_a_row(bodies, pages[length:])
        connection.execute("UPDATE bodies SET data = zeroblob(length(data)) WHERE id = ?", (at,))
        return pages

    def test_a_damaged_frame_names_itself_and_how_much_is_lost_with_it(self, connection: sqlite.Connection) -> None:
        pages = self.damaged(connection, at=3)
        bodies = Bodies(connection)
        with pytest.raises(ArchiveError) as caught:
            bodies.get(sha256(pages[4]))
        message = str(caught.value)
        assert message.startswith(f"body {sha256(pages[4])} is lost: the frame of body {sha256(pages[2])} is damaged")
        assert message.endswith("and with it 3 more; `strandline verify` names them")

    def test_damage_touches_nothing_else(self, connection: sqlite.Connection) -> None:
        pages = self.damaged(connection, at=3)
        bodies = Bodies(connection)
        for number in (0, 1, 6, 7, 8):
            assert bodies.get(sha256(pages[number])) == pages[number]
        for number in (2, 3, 4, 5):
            with pytest.raises(ArchiveError):
                bodies.get(sha256(pages[number]))

    def test_a_check_names_each_lost_body_once(self, connection: sqlite.Connection) -> None:
        pages = self.damaged(connection, at=4)
        problems = list(Bodies(connection).problems())
        assert problems[0].startswith(f"body {sha256(pages[3])} is damaged: ")
        assert problems[1:] == [f"body {sha256(lost)} is lost with body {sha256(pages[3])}" for lost in pages[4:6]]

    def test_bytes_that_unpack_to_something_else_are_no_body(self, connection: sqlite.Connection) -> None:
        bodies = Bodies(connection)
        bodies.put(b"short")
        connection.execute("UPDATE bodies SET data = CAST('shirt' AS BLOB)")
        with pytest.raises(ArchiveError, match="its bytes do not have its hash"):
            Bodies(connection).get(sha256(b"short"))

    def test_a_new_body_is_kept_although_its_predecessor_is_damaged(self, connection: sqlite.Connection) -> None:
        pages = self.damaged(connection, at=6)
        new = pages[5] + b"!"
        bodies = Bodies(connection)
        bodies.put(new, lambda: [6, 5])
        assert Bodies(connection).get(sha256(new)) == new

    def test_a_body_that_was_never_kept_is_said(self, connection: sqlite.Connection) -> None:
        with pytest.raises(ArchiveError, match="the archive has no body abc"):
            Bodies(connection).get("abc")


def test_repacking_spares_room_and_every_body_reads_back(connection: sqlite.Connection) -> None:
    pages = [b"".join(b"<p>%x</p>" % byte for byte in page) for page in versions(2 * MOST_FRAMES)]
    bodies = Bodies(connection)
    put_in_a_row(bodies, pages)
    before, shape = stored(connection)
    spared = list(bodies.repack())
    after, same_shape = stored(connection)
    assert len(spared) == len(pages)
    assert sum(spared) == before - after > 0
    assert same_shape == shape
    again = Bodies(connection)
    assert [again.get(sha256(page)) for page in pages] == pages
    assert not list(again.problems())
    assert not any(again.repack())


def test_repacking_leaves_what_is_damaged_and_what_hangs_on_it(connection: sqlite.Connection) -> None:
    bodies = Bodies(connection)
    ids = put_in_a_row(bodies, versions(6))
    connection.execute("UPDATE bodies SET data = x'00' WHERE id = ?", (ids[2],))
    lost = connection.execute("SELECT id, data FROM bodies WHERE id >= ?", (ids[2],)).fetchall()
    assert len(list(bodies.repack())) == 3
    assert connection.execute("SELECT id, data FROM bodies WHERE id >= ?", (ids[2],)).fetchall() == lost


def stored(connection: sqlite.Connection) -> tuple[int, list[tuple[int | None, int]]]:
    """Bytes of all frames, and what continues what."""
    (total,) = connection.execute("SELECT sum(length(data)) FROM bodies").fetchone()
    return int(total), connection.execute("SELECT base_id, depth FROM bodies ORDER BY id").fetchall()
