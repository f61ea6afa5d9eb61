"""The published ratings of bots."""

from __future__ import annotations

from typing import cast

from games.bots import published_ratings
from games.bots.protocol import Level
from games.ratings.rating import Skill
from games.screens.player_ratings import ShownRating


def skill(game: str, level: str) -> Skill:
    """Return the published rating of a bot as a skill."""
    return Skill(
        float(published_ratings.rating(game, cast(Level, level))),
        float(published_ratings.DEVIATION),
    )


def standing(game: str, level: str) -> ShownRating:
    """Return the published rating of a bot for display."""
    found = skill(game, level)
    return ShownRating(round(found.mu), round(found.sigma), provisional=False)
