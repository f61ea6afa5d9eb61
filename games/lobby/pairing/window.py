"""The window of ratings that a ticket accepts, growing while it waits. Pure."""

from __future__ import annotations

from datetime import timedelta

NARROW, WIDE = 100.0, 2000.0
"""The window at first, and one that fits everybody."""
LIVE, CORRESPONDENCE = 8.0, 100 / 3600
"""Points added for each second of waiting: everybody after four minutes, or after 19 hours."""
MET_LIVE, MET_CORRESPONDENCE = timedelta(seconds=60), timedelta(days=1)
"""The wait after which a recent opponent is accepted."""


def reach(waited: timedelta, live: bool) -> float:
    """Return the accepted difference of ratings after such a wait."""
    pace = LIVE if live else CORRESPONDENCE
    return min(WIDE, NARROW + pace * max(0.0, waited.total_seconds()))


def fit(ratings: tuple[int, int], waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two accept each other's ratings."""
    apart = abs(ratings[0] - ratings[1])
    return all(apart <= reach(each, live) or reach(each, live) >= WIDE for each in waited)


def again(waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two have waited long enough to meet again."""
    return min(waited) >= (MET_LIVE if live else MET_CORRESPONDENCE)
