"""The newest attempts at a source in little memory, for there may be thousands of sources: each streak said once. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
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

    __slots__ = ("_count", "_older", "_streaks")

    def __init__(self, streaks: Iterable[Streak] = ()) -> None:
        # Times are in milliseconds since 1970.
        self._streaks = [(said, array("q", [_time(datetime.fromisoformat(at)) for at in times])) for said, times in streaks]
        self._count = sum(len(times) for _, times in self._streaks)
        self._older: tuple[Said, int] | None = None  # the applied attempt that was the last to fall out of reach
        self._keep_within_reach()

    @property
    def newest(self) -> Mark | None:
        """The newest attempt."""
        if not self._streaks:
            return None
        said, times = self._streaks[-1]
        return said, _moment(times[-1])

    @property
    def since(self) -> datetime:
        """When the oldest attempt within reach was made; there is one."""
        return _moment(self._streaks[0][1][0])

    def add(self, said: Said, at: datetime) -> None:
        """Note an attempt that is newer than all others."""
        time = _time(at)
        if self._streaks and self._streaks[-1][0] == said:
            self._streaks[-1][1].append(time)
        else:
            self._streaks.append((said, array("q", (time,))))
        self._count += 1
        self._keep_within_reach()

    def _keep_within_reach(self) -> None:
        while self._count > REACH:
            said, times = self._streaks[0]
            time = times.pop(0)
            self._count -= 1
            if not times:
                del self._streaks[0]
            if said.outcome in APPLIED:
                self._older = said, time

    def marks(self) -> Iterator[Mark]:
        """The attempts that plans depend on, oldest first: not those in the middle of a streak.

        A streak's first and last tell since when and until when. Each change counts by itself.
        """
        if self._older is not None and not any(said.outcome in APPLIED for said, _ in self._streaks):
            yield self._older[0], _moment(self._older[1])
        for said, times in self._streaks:
            ends = times if said.outcome == "changed" or len(times) == 1 else (times[0], times[-1])
            for time in ends:
                yield said, _moment(time)


def _time(moment: datetime) -> int:
    return (moment - _BEGIN) // _MILLISECOND


def _moment(time: int) -> datetime:
    return _BEGIN + time * _MILLISECOND
