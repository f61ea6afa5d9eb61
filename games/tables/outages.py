"""A database that was away for a moment: which errors say so, and a second try on a new
connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

AGAIN = "fairdeal.again"  # in the environment of a request that may be answered in a moment
HOPELESS = ("53100", "53200")  # PostgreSQL: no room on its disk, or in its memory
STANDBY = "25006"  # what a server answers to a write that is not, or not yet, the one to write to
FULL = ("53100", STANDBY)
SQLITE_FULL = (8, 13, 778)  # read-only, full, a write that fails before the commit
# busy, locked, no memory, read-only, input or output fails, full, cannot be opened
SQLITE_AWAY = (5, 6, 7, 8, 10, 13, 14)


def is_away(error: BaseException | None) -> bool:
    """Return whether the database could not do what it was asked, rather than that it was asked
    something wrong."""
    if connection.vendor == "postgresql":
        return isinstance(error, (OperationalError, InterfaceError)) or _state(error) == STANDBY
    return (
        isinstance(error, OperationalError)
        and getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in SQLITE_AWAY
    )


def is_full(error: BaseException | None) -> bool:
    """Return whether the database takes no writes, for want of room or because it is a copy: so
    nothing was written."""
    if connection.vendor == "postgresql":
        return _state(error) in FULL
    return (
        isinstance(error, OperationalError)
        and getattr(error.__cause__, "sqlite_errorcode", 0) in SQLITE_FULL
    )


def passes(error: BaseException | None) -> bool:
    """Return whether it may do the same in a moment. SQLite has waited for its lock already when it
    fails."""
    return connection.vendor == "postgresql" and is_away(error) and _state(error) not in HOPELESS


def _state(error: BaseException | None) -> str | None:
    return getattr(error.__cause__, "sqlstate", None) if error else None


def once_more(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function makes of its arguments, for threads that keep their connection: the
    server may have cut it meanwhile.

    The function must be fit to be run twice.
    """
    close_old_connections()
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if not passes(error):
            raise
        connection.close()
        return function(*args, **kwargs)
