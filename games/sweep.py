"""Sweeps: things that are due are done, one after the other.

The bound of a sweep is on what was done and not on what was looked at: rows that stay due, since
somebody has locked them or they fail each time, would else fill the first places for ever, and
those behind them would never have a turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db import InterfaceError, OperationalError

log = logging.getLogger(__name__)
Row = TypeVar("Row")


def sweep(
    rows: Iterable[Row], do: Callable[[Row], int], *, limit: int | None = None, what: str
) -> int:
    """Do something to these rows, at most `limit` times; return how often it was done.
    `do` returns 0 where there was nothing to do. One that fails keeps no other back; the log says
    `what` could not be done and not why in words, as the text of an error may hold cards."""
    done = 0
    for row in rows:
        if limit is not None and done >= limit:
            break
        try:
            done += do(row)
        except (OperationalError, InterfaceError):
            raise  # the database is away or busy: so it will be for the next one
        except Exception as error:
            log.error("%s (%s). It stays due.", what, type(error).__name__)
    return done
