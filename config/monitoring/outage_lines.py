"""Lines of the logs about an outage of Redis or the database: one a minute, and how many more were
left out. Every task, part and library notices it by itself, with a traceback each time.
"""

from __future__ import annotations

import logging
import mmap
import struct
import time
from collections.abc import Iterator

EVERY = 60.0  # seconds
REDIS = {"redis.ConnectionError", "redis.TimeoutError", "kombu.OperationalError"}
DATABASE = {"psycopg.OperationalError", "psycopg.InterfaceError", "sqlite3.OperationalError"}
# PostgreSQL: no connection, too many, stopping or starting, no room, a read-only copy
STATES = ("08", "53", "57P", "25006")
# SQLite: read-only, input or output error, full, cannot be opened
CODES = (8, 10, 13, 14)
KINDS = ("Redis", "The database")
FORMAT = struct.Struct("=dq")  # when it was said, and what has been left out since


class Outages(logging.Filter):
    """Says an outage in a line, and says it again after a minute if it lasts. Processes that are
    forked later, as those for bots, share the minute."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.share()

    def share(self) -> None:
        """Begin minutes that this process shares with those that it forks."""
        self.shared = mmap.mmap(-1, FORMAT.size * len(KINDS))
        for place in range(len(KINDS)):
            FORMAT.pack_into(self.shared, place * FORMAT.size, float("-inf"), 0)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep a record. One about an outage becomes that line."""
        for error in _errors(record):
            if kind := _kind(error):
                return self._say(record, kind, error)
        return True

    def _say(self, record: logging.LogRecord, kind: str, error: BaseException) -> bool:
        place = KINDS.index(kind) * FORMAT.size
        now = time.monotonic()
        said, left_out = FORMAT.unpack_from(self.shared, place)
        if now < said + EVERY:
            FORMAT.pack_into(self.shared, place, said, left_out + 1)
            return False
        FORMAT.pack_into(self.shared, place, now, 0)
        # the error's own words may hold a password
        record.msg = "%s does not answer, or takes no writes (%s)."
        record.args = (kind, type(error).__name__)
        if left_out:
            record.msg += " Left out since this was said last: %d lines."
            record.args += (left_out,)
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def begin() -> None:
    """Begin minutes of this part of the site, which was forked from the loader as others were."""
    for handler in logging.getLogger().handlers:
        for each in handler.filters:
            if isinstance(each, Outages):
                each.share()


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Yield the errors that a record is about, and those that caused them: the one whose traceback
    it has, those among its arguments, and `error`, for lines that name no more than its kind."""
    args = record.args if isinstance(record.args, tuple) else ()
    shown = record.exc_info[1:2] if record.exc_info else ()
    for error in (*shown, *args, getattr(record, "error", None)):
        while isinstance(error, BaseException):
            yield error
            error = error.__cause__


def _kind(error: BaseException) -> str:
    """Return what is away, if this error says so. Goes by names: not every process has loaded the
    libraries."""
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(error).__mro__}
    if names & REDIS:
        return KINDS[0]
    state, code = getattr(error, "sqlstate", None), getattr(error, "sqlite_errorcode", None)
    away = code & 0xFF in CODES if code is not None else state is None or state.startswith(STATES)
    return KINDS[1] if names & DATABASE and away else ""
