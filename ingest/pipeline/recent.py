"""The newest attempts at a source in little memory, for there may be thousands of sources: each streak said once. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from ingest.store import Said, Streak

REACH = 60
"""How many attempts are looked back on; the last applied answer is found however old it is."""

APPLIED = frozenset({"changed", "noise", "same"})

Mark = tuple[Said, datetime]
"""An attempt that plans may depend on."""

_BEGIN = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Recent:
    """The newest attempts, at most REACH of them, and before them the last applied one where it is older.

    It is the same however it was come by: read as a whole, or read long ago with every attempt since then added.
    """

    __slots__ = ("_counts", "_first", "_older", "_said", "_times")

    def __init__(self, streaks: Iterable[Streak] = ()) -> None:
        self._said: list[Said] = []  # what each streak says, and how many attempts it has
        self._counts = bytearray()
        self._times = array("q", bytes(8 * REACH))  # in milliseconds since 1970, round and round: it never grows
        self._first = 0  # where in `_times` the oldest is
        self._older: tuple[Said, int] | None = None  # the applied attempt that was the last to fall out of reach
        for said, times in streaks:
            self._extend(said, [_time(datetime.fromisoformat(at)) for at in times])

    @property
    def newest(self) -> Mark | None:
        """The newest attempt."""
        return (self._said[-1], _moment(self._at(sum(self._counts) - 1))) if self._said else None

    @property
    def since(self) -> datetime:
        """When the oldest attempt within reach was made; there is one."""
        return _moment(self._at(0))

    def add(self, said: Said, at: datetime) -> None:
        """Note an attempt that is newer than all others."""
        self._extend(said, (_time(at),))

    def _extend(self, said: Said, times: Sequence[int]) -> None:
        for _ in range(sum(self._counts) + len(times) - REACH):
            self._drop_oldest()
        for number, time in enumerate(times, start=self._first + sum(self._counts)):
            self._times[number % REACH] = time
        if not self._said or self._said[-1] != said:
            self._said.append(said)
            self._counts.append(0)
        self._counts[-1] += len(times)

    def marks(self) -> Iterator[Mark]:
        """The attempts that plans depend on, oldest first: not those in the middle of a streak.

        A streak's first and last tell since when and until when. Each change counts by itself.
        """
        if self._older is not None and not any(said.outcome in APPLIED for said in self._said):
            yield self._older[0], _moment(self._older[1])
        begin = 0
        for said, count in zip(self._said, self._counts, strict=True):
            step = 1 if said.outcome == "changed" else max(count - 1, 1)
            for number in range(begin, begin + count, step):
                yield said, _moment(self._at(number))
            begin += count

    def _at(self, number: int) -> int:
        """The time of an attempt, counted from the oldest."""
        return self._times[(self._first + number) % REACH]

    def _drop_oldest(self) -> None:
        if self._said[0].outcome in APPLIED:
            self._older = self._said[0], self._at(0)
        self._first = (self._first + 1) % REACH
        self._counts[0] -= 1
        if not self._counts[0]:
            del self._said[0], self._counts[0]


def _time(moment: datetime) -> int:
    return (moment - _BEGIN) // _MILLISECOND


def _moment(time: int) -> datetime:
    return _BEGIN + time * _MILLISECOND
