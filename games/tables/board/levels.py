"""The levels of bots, as pages offer them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games import registry
from games.tables.models import Level


@dataclass(frozen=True, slots=True)
class Offered:
    """A level to choose, with its name."""

    value: str
    label: str


def offered(games: Collection[str]) -> list[Offered]:
    """Return the levels that the bots of these games have, the weakest first."""
    having = {level for game in games for level in registry.levels(game)}
    return [Offered(level.value, str(level.label)) for level in Level if level.value in having]
