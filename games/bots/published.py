"""How good the bots are, in each game: from their own matches, as docs/bots.md tells them, and no
game that they play changes it.

Club is 1500 everywhere. 400 points are ten to one: a bot that takes the share p of first places
against n Club bots stands at
1500 + 400 log10(n p / (1 - p)). Numbers that change are for `manage.py rerate`.
"""

from __future__ import annotations

from games.bots.protocol import Level

DEVIATION = 40
"""± one standard deviation, after 400 games where the better one takes almost all; where they are
closer it is less."""

RATINGS: dict[str, dict[Level, int]] = {
    "lost_cities": {"beginner": 1110, "club": 1500, "expert": 1570},
    "schotten_totten": {"beginner": 1240, "club": 1500, "expert": 1600},
    "odin": {"beginner": 920, "club": 1500, "expert": 2040},
    "exhibition": {"beginner": 1280, "club": 1500, "expert": 1840},
}
"""By game and level, of games with two seats and the options of the first table in docs/bots.md."""

UNMEASURED: dict[Level, int] = {"beginner": 1350, "club": 1500, "expert": 1600}
"""Of a game whose bots have not played their matches yet."""


def rating(game: str, level: Level) -> int:
    return RATINGS.get(game, UNMEASURED)[level]
