"""The published ratings of the bots, by game. They come from matches between
bots (docs/building/bots.md), and games on the site do not change them.

Club is 1500 in every game. 400 points mean odds of ten to one: a bot that takes the share p of
first places against n Club bots has 1500 + 400 log10(n p / (1 - p)). After a change of these
numbers, run `manage.py rerate`.
"""

from __future__ import annotations

from games.bots.protocol import Level

DEVIATION = 40
"""One standard deviation in points, after 400 games of which the better bot takes almost all.
Between bots of closer strength it is less."""

RATINGS: dict[str, dict[Level, int]] = {
    "lost_cities": {"beginner": 1210, "club": 1500, "expert": 1620, "master": 1690},
    "schotten_totten": {"beginner": 1150, "club": 1500, "expert": 1700, "master": 1830},
    "odin": {"beginner": 850, "club": 1500, "expert": 1620, "master": 1740},
    "exhibition": {"beginner": 1040, "club": 1500, "expert": 1790, "master": 1860},
}
"""By game and level: games with two seats and the options of the first table in
docs/building/bots.md. A Master stands above the Expert by their match, and a bot that never wins
stands 650 points below."""

UNMEASURED: dict[Level, int] = {"beginner": 1350, "club": 1500, "expert": 1600, "master": 1700}
"""For a game whose bots have not played their matches yet."""


def rating(game: str, level: Level) -> int:
    """Return the published rating of a bot, in points."""
    return RATINGS.get(game, UNMEASURED)[level]
