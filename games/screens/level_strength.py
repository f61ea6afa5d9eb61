"""The strength of a level of bots in words, derived from the published ratings alone.

The words compare a level with the one below: how often of two players at one table the stronger one
ends ahead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_noop

from games.bots import published_ratings
from games.bots.protocol import LEVELS, Level

# Shares of games won: the words for one game, and those that hold for several.
WORDS = (
    (
        1 / 2,
        gettext_noop("about as strong as %(level)s"),
        gettext_noop("at least as strong as %(level)s"),
    ),
    (
        3 / 5,
        gettext_noop("beats %(level)s three games in five"),
        gettext_noop("beats %(level)s at least three games in five"),
    ),
    (
        2 / 3,
        gettext_noop("beats %(level)s two games in three"),
        gettext_noop("beats %(level)s at least two games in three"),
    ),
    (
        3 / 4,
        gettext_noop("beats %(level)s three games in four"),
        gettext_noop("beats %(level)s at least three games in four"),
    ),
    (
        4 / 5,
        gettext_noop("beats %(level)s four games in five"),
        gettext_noop("beats %(level)s at least four games in five"),
    ),
    (
        9 / 10,
        gettext_noop("beats %(level)s nine games in ten"),
        gettext_noop("beats %(level)s at least nine games in ten"),
    ),
    (
        0.97,
        gettext_noop("hardly ever loses to %(level)s"),
        gettext_noop("hardly ever loses to %(level)s"),
    ),
)
ROUNDED = 0.005  # ratings are rounded to ten points: 70 stand for three games in five


def share(gap: int) -> float:
    """Return the share of games that the stronger of two players wins, from the points between
    them: 400 are odds of ten to one."""
    return float(1 / (1 + 10 ** (-gap / 400)))


def words(gap: int, below: str) -> str:
    """Return how often a level beats the level below, which is so many points weaker."""
    won = share(gap)
    _share, nearest, _at_least = min(WORDS, key=lambda row: abs(row[0] - won))
    return gettext(nearest) % {"level": below}


def at_least(gaps: Sequence[int], below: str) -> str:
    """Return the words that hold in several games, from the gap in each."""
    won = share(min(gaps)) + ROUNDED
    row = max((row for row in WORDS if row[0] <= won), default=WORDS[0])
    return gettext(row[2]) % {"level": below}


def lines(games: Mapping[str, Sequence[Level]], names: Mapping[Level, str]) -> dict[Level, str]:
    """Return the strength in words of each level in these games, the weakest first. `games` are the
    levels that each game has, `names` what they are called. The words hold for every game that has
    the level."""
    offered = [level for level in LEVELS if any(level in levels for levels in games.values())]
    found: dict[Level, str] = {}
    for below, level in zip([None, *offered], offered, strict=False):
        having = [game for game, levels in games.items() if level in levels and below in levels]
        found[level] = _line(having, level, below, names) if below else _newcomers()
    return found


def _newcomers() -> str:
    return gettext("for children and first games")


def _line(games: Sequence[str], level: Level, below: Level, names: Mapping[Level, str]) -> str:
    name = names[below]
    if not games or not {*games} <= {*published_ratings.RATINGS}:
        return gettext("stronger than %(level)s") % {"level": name}
    gaps = [
        published_ratings.rating(game, level) - published_ratings.rating(game, below)
        for game in games
    ]
    said = {words(gap, name) for gap in gaps}
    return said.pop() if len(said) == 1 else at_least(gaps, name)
