"""The levels of bots, as pages offer them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games import registry
from games.screens import level_strength
from games.tables.models import Level


@dataclass(frozen=True, slots=True)
class Offered:
    """A level to choose: its name, and what it is good for."""

    value: str
    label: str
    note: str


def offered(games: Collection[str]) -> list[Offered]:
    """Return the levels that the bots of these games have, the weakest first. What is said of a
    level holds in each of them."""
    names = {level: str(Level(level).label) for game in games for level in registry.levels(game)}
    lines = level_strength.lines({game: registry.levels(game) for game in games}, names)
    return [Offered(level, names[level], note) for level, note in lines.items()]
