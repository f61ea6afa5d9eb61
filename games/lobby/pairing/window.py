"""The window of ratings that somebody accepts, by the time of waiting: pure arithmetic."""

from __future__ import annotations

from datetime import timedelta

NARROW, WIDE = 100.0, 2000.0
"""Points at first, and so many that everybody fits."""
LIVE, CORRESPONDENCE = 8.0, 100 / 3600
"""Points that each second of waiting adds: everybody after four minutes, or after 19 hours."""
MET_LIVE, MET_CORRESPONDENCE = timedelta(seconds=60), timedelta(days=1)
"""The waiting after which somebody whom one has just met will do."""


def reach(waited: timedelta, live: bool) -> float:
    """Return how many points from the own rating somebody accepts who has waited so long."""
    pace = LIVE if live else CORRESPONDENCE
    return min(WIDE, NARROW + pace * max(0.0, waited.total_seconds()))


def fit(ratings: tuple[int, int], waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two accept each other's ratings."""
    apart = abs(ratings[0] - ratings[1])
    return all(apart <= reach(each, live) or reach(each, live) >= WIDE for each in waited)


def again(waited: tuple[timedelta, timedelta], live: bool) -> bool:
    """Return whether two have waited long enough to meet somebody whom they have just met."""
    return min(waited) >= (MET_LIVE if live else MET_CORRESPONDENCE)
