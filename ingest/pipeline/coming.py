"""The versions of a file in git that are still to be archived, some known before they are needed; archives nothing itself."""

from __future__ import annotations

from collections import deque

from ingest.errors import CaptureError
from ingest.importers import GitFile, GitVersion
from ingest.pipeline.ahead import WORTH_IT
from ingest.pipeline.place import Open

Batch = list[tuple[GitVersion, bool]]
"""Versions in the order of the log, each with whether it is new."""


class Coming:
    """Versions in batches; of those behind the batch, as many are known as make a second process worth its while."""

    def __init__(self, both: Open, file: GitFile) -> None:
        self._both = both
        self._file = file
        self._versions = file.versions()
        self._waiting: deque[tuple[GitVersion, bool]] = deque()
        self._fault: CaptureError | None = None  # what stopped the log; what came before it comes first

    def new(self) -> int:
        """How many new ones are known to come behind the last batch, whose bodies were read."""
        self._look_ahead(WORTH_IT)
        return sum(is_new for _, is_new in self._waiting)

    def batch(self, size: int) -> Batch:
        """The next versions, for whose bodies git is asked; empty at the end.

        Raises:
            CaptureError: the log cannot be read further.
        """
        self._look_ahead(size)
        if self._fault is not None and not self._waiting:
            raise self._fault
        batch = [self._waiting.popleft() for _ in range(min(size, len(self._waiting)))]
        self._file.expect([version for version, is_new in batch if is_new])
        return batch

    def _look_ahead(self, number: int) -> None:
        while self._fault is None and len(self._waiting) < number:
            try:
                version = next(self._versions, None)
            except CaptureError as error:
                self._fault = error
                return
            if version is None:
                return
            self._waiting.append((version, not self._is_known(version)))

    def _is_known(self, version: GitVersion) -> bool:
        file = self._file
        return self._both.archive.has_external(file.source.id, version.observed_at, version.commit, file.external_path)
