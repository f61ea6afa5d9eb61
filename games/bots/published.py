"""How good the bots are, in each game: from their own matches, as docs/bots.md tells them, and no game that they play changes it.

Club is 1500 everywhere. 400 points are ten to one: a bot that takes the share p of first places against n Club bots stands at
1500 + 400 log10(n p / (1 - p)). Numbers that change are for `manage.py rerate`.
"""

from __future__ import annotations

from games.bots.protocol import Level

DEVIATION = 40
"""± one standard deviation: what a few hundred games leave open."""

RATINGS: dict[str, dict[Level, int]] = {}
"""By game and level."""

UNMEASURED: dict[Level, int] = {"beginner": 1350, "club": 1500, "expert": 1600}
"""Of a game whose bots have not played their matches yet."""


def rating(game: str, level: Level) -> int:
    return RATINGS.get(game, UNMEASURED)[level]
