"""Where a card may go, and why not (rules 4.3, 4.5). One truth: `clash` and its like say why, and the legal spots follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.exhibition.showcases import Showcase
from games.kernel.protocol import Seat

Why: TypeAlias = Literal["filled", "white", "outside", "later", "earlier", "far", "near", "continent", "other", "link", "decade", "decades"]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a card may not go to a spot. `card` is the one in the way; `seat` whose it is, if it lies in another seat's hall.

    filled      `card` lies in the spot
    white       white cards may not lie in a variation showcase
    outside     Unique Decades: not one of the decades for this number of players, which run from the year `years` to `limit`
    later       the year must be above that of `card`, on its left
    earlier     the year must be below that of `card`, on its right
    far         `years` from `card`, at most `limit` allowed (One Era)
    near        `years` from `card`, at least `limit` wanted (Spread the Years)
    continent   the continent of `card` is there already; with a `seat`: that player shows it (One Continent)
    other       the showcase is for the continent of `card` (One Continent)
    link        neither the continent of the neighbour `card`, nor at most `limit` years from it, but `years` (Links)
    decade      the showcase is for the decade of `card` (One Decade)
    decades     the decade of `card` is there already; with a `seat`: that player shows it (Unique Decades)
    """

    why: Why
    card: str | None = None
    seat: Seat | None = None
    years: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot of a hall, its `number` from 1 as in codes, and all that keeps a card from it, from the left; nothing where it may go."""

    showcase: Showcase
    number: int
    obstacles: tuple[Obstacle, ...]

    @property
    def code(self) -> str:
        return f"place {self.showcase} {self.number}"
