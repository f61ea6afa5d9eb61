"""Short outages of the database: the errors that mean one, and a second try on a new connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

AGAIN = "fairdeal.again"  # the key in the environment of a request that may succeed in a moment
HOPELESS = ("53100", "53200")  # PostgreSQL: no room on its disk or in its memory
STANDBY = "25006"  # PostgreSQL: this server is a read-only copy
FULL = ("53100", STANDBY)
SQLITE_FULL = (8, 13, 778)  # read-only, full, a write error before the commit
# Busy, locked, no memory, read-only, input or output error, full, cannot be opened.
SQLITE_AWAY = (5, 6, 7, 8, 10, 13, 14)


def is_away(error: BaseException | None) -> bool:
    """Return whether the database was unable to answer. False if the request itself was wrong."""
    if connection.vendor == "postgresql":
        return isinstance(error, (OperationalError, InterfaceError)) or _state(error) == STANDBY
    return (
        isinstance(error, OperationalError)
        and getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in SQLITE_AWAY
    )


def is_full(error: BaseException | None) -> bool:
    """Return whether the database takes no writes, because it has no room or is a read-only copy.
    Then nothing was written."""
    if connection.vendor == "postgresql":
        return _state(error) in FULL
    return (
        isinstance(error, OperationalError)
        and getattr(error.__cause__, "sqlite_errorcode", 0) in SQLITE_FULL
    )


def passes(error: BaseException | None) -> bool:
    """Return whether a second try in a moment may succeed. False for SQLite, which has waited for
    its lock before it fails."""
    return connection.vendor == "postgresql" and is_away(error) and _state(error) not in HOPELESS


def _state(error: BaseException | None) -> str | None:
    return getattr(error.__cause__, "sqlstate", None) if error else None


def once_more(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function, and once more if the database was away for a moment; return its result. For
    threads that keep their connection, which the server may have closed meanwhile.

    The function must be safe to run twice.
    """
    close_old_connections()
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if not passes(error):
            raise
        connection.close()
        return function(*args, **kwargs)
