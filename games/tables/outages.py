"""A database that was away for a moment: which errors say so, and a second try on a new connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")

HOPELESS = ("53100", "53200")  # no room on its disk, or in its memory: asking again makes neither
STANDBY = "25006"  # what a server answers to a write that is not, or not yet, the one to write to


def passes(error: BaseException | None) -> bool:
    """Return whether a server may answer the same question in a moment. SQLite has waited for its lock already when it fails."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return _state(error) == STANDBY
    return connection.vendor == "postgresql" and _state(error) not in HOPELESS


def _state(error: BaseException | None) -> str | None:
    return getattr(error.__cause__, "sqlstate", None) if error else None


def once_more(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function makes of its arguments, for threads that keep their connection: the server may have cut it meanwhile.

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
