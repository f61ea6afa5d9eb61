"""The ratings of players as tables show them: tables do not import the ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from games.provided import Provided
from games.screens.rating_weights import Counted


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating, rounded: `value` ± `deviation` before this table counted, and `after` it; None if
    it has not counted yet."""

    value: int
    deviation: int
    provisional: bool
    after: int | None = None
    counted: Counted | None = None
    """The weight of this game, if it counted."""

    @property
    def text(self) -> str:
        """Return the rating as all pages show it: "1500 ± 50"."""
        return f"{self.value} ± {self.deviation}"


Standings: TypeAlias = dict[int | str, ShownRating]
"""Ratings by user id, and of bots by level. Players without a rating are missing."""
found: Provided[[str, str, int, Iterable[int], Collection[str]], Standings] = Provided({})


def of(
    table_id: str, game: str, seats: int, user_ids: Iterable[int], bots: Collection[str] = ()
) -> Standings:
    """Return the ratings of these users and bots for a game with this number of seats, by user id
    or level. `table_id` is "" for a new table."""
    return found(table_id, game, seats, user_ids, bots)
