"""Log lines about an outage of Redis or the database: one a minute, with the number of those left
out. Every task, part and library would log it with a traceback."""

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
FORMAT = struct.Struct("=dq")  # when it was logged, and how many lines were left out since


class Outages(logging.Filter):
    """Logs an outage in one line a minute. Processes that are forked later, such as those for bots,
    share the minute."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.share()

    def share(self) -> None:
        """Share a new minute with the processes that this one forks."""
        self.shared = mmap.mmap(-1, FORMAT.size * len(KINDS))
        for place in range(len(KINDS)):
            FORMAT.pack_into(self.shared, place * FORMAT.size, float("-inf"), 0)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to keep a record; rewrite one about an outage."""
        for error in _errors(record):
            if kind := _kind(error):
                return self._rewrite(record, kind, error)
        return True

    def _rewrite(self, record: logging.LogRecord, kind: str, error: BaseException) -> bool:
        place = KINDS.index(kind) * FORMAT.size
        now = time.monotonic()
        last, left_out = FORMAT.unpack_from(self.shared, place)
        if now < last + EVERY:
            FORMAT.pack_into(self.shared, place, last, left_out + 1)
            return False
        FORMAT.pack_into(self.shared, place, now, 0)
        # the error's text may hold a password
        record.msg = "%s does not answer, or takes no writes (%s)."
        record.args = (kind, type(error).__name__)
        if left_out:
            record.msg += " Left out since this was said last: %d lines."
            record.args += (left_out,)
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def begin() -> None:
    """Give this fork of the loader a minute of its own."""
    for handler in logging.getLogger().handlers:
        for each in handler.filters:
            if isinstance(each, Outages):
                each.share()


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Yield the errors of a record and their causes: of its traceback, its arguments, and its
    attribute `error`."""
    args = record.args if isinstance(record.args, tuple) else ()
    raised = record.exc_info[1:2] if record.exc_info else ()
    for error in (*raised, *args, getattr(record, "error", None)):
        while isinstance(error, BaseException):
            yield error
            # Celery's scheduler raises this one while it handles the error that it stands for
            of_celery = type(error).__name__ == "SchedulingError"
            error = error.__context__ if of_celery else error.__cause__


def _kind(error: BaseException) -> str:
    """Return what is down according to an error, or "". By name: not every process has loaded the
    libraries."""
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(error).__mro__}
    if names & REDIS:
        return KINDS[0]
    state, code = getattr(error, "sqlstate", None), getattr(error, "sqlite_errorcode", None)
    away = code & 0xFF in CODES if code is not None else state is None or state.startswith(STATES)
    return KINDS[1] if names & DATABASE and away else ""
