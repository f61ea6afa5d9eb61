"""Sweeps over due rows.

The limit is on rows done, not on rows tried: otherwise rows that stay due, since they are locked or
fail, would block those behind them.
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
    """Call `do` for rows until `limit` are done; return the sum of its results, 0 for a row without
    work. A failure is logged as `what`, without the error's text, which may hold cards."""
    done = 0
    for row in rows:
        if limit is not None and done >= limit:
            break
        try:
            done += do(row)
        except (OperationalError, InterfaceError):
            raise  # an outage: the next row would fail, too
        except Exception as error:
            log.error("%s (%s). It stays due.", what, type(error).__name__)
    return done
