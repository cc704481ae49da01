"""The exceptions that one stage raises and another handles; this file holds no logic.

StrandlineError            anything we expect to go wrong; its text says what, where and what to do
|- UsageError              the command or its arguments cannot be carried out           -> exit 2
|- ConfigError             sources.toml or metadata.yml is wrong; names file and key     -> exit 2
|- CaptureError            a saved capture cannot be taken in (no time, no source)       -> exit 2
|- ArchiveError            archive.db cannot be read or written, or a body is damaged    -> exit 2
|- StoreError              data.db cannot be read or written                             -> exit 2
|- LockedError             another process is writing the same database                  -> exit 2
|- ReadError               bytes are not what the source's kind allows                   -> a `held` row
`- FetchError              no usable response came back                                  -> a `failed` row
"""


class StrandlineError(Exception):
    """Something that was foreseen; the message is a sentence for the person at the terminal."""


class UsageError(StrandlineError):
    """The command was given something that it cannot carry out."""


class ConfigError(StrandlineError):
    """A settings file is wrong; the message names the file and the key."""


class CaptureError(StrandlineError):
    """A saved capture cannot be taken in; the message names the path and the remedy."""


class ArchiveError(StrandlineError):
    """archive.db is missing, locked, damaged or of another version."""


class StoreError(StrandlineError):
    """data.db is missing, locked, damaged or of another version."""


class LockedError(StrandlineError):
    """Another process is writing the same database and did not end in time."""


class ReadError(StrandlineError):
    """A body is not what its source's kind allows.

    `kind` is a short code for `fetches.error_kind` (`empty_body`, `not_a_feed`, `no_items`, `wrong_root`, ...).
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class FetchError(StrandlineError):
    """No usable response; `kind` is a short code for `fetches.error_kind` (`timeout`, `dns`, `too_large`, ...)."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
