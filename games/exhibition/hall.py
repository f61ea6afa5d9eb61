"""Where a card may go, and why not (rules 4.3, 4.5).

Every rule is about one card, or about two. `alone`, `beside` and `across` state them once: what they yield is told to players, and
the sets of cards that may go to a spot are made of what they let through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import and_
from typing import Final, Literal, TypeAlias

from games.exhibition.deck import CONTINENT_OF, EINSTEIN, FIRST_YEAR, NAMES, NO_CARD, WHITE, Bits, Card, Cards
from games.exhibition.showcases import BASIC, FIRST, SIZES, WHERE, Showcase, Showcases
from games.kernel.protocol import Seat

ERA: Final = 10
SPREAD: Final = 20
LINK: Final = 5
"""Years between neighbours: at most in One Era, at least in Spread the Years, at most in Links."""

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


def alone(showcase: Showcase, seats: int, card: Card) -> Iterator[Obstacle]:
    """What keeps a card from a showcase, whatever lies there."""
    if showcase in BASIC:
        return
    if CONTINENT_OF[card] == WHITE:
        yield Obstacle("white")
    elif showcase == "unique":
        first, last = unique_decades(seats)
        if not first <= card // 10 <= last:
            yield Obstacle("outside", years=FIRST_YEAR + 10 * first, limit=FIRST_YEAR + 10 * last + 9)


def unique_decades(seats: int) -> tuple[int, int]:
    """The first and the last decade of Unique Decades (4.5): five players all ten, and for each player fewer one less at both ends."""
    fewer = 5 - seats
    return fewer, 9 - fewer


def beside(showcase: Showcase, card: Card, other: Card, offset: int) -> Iterator[Obstacle]:
    """What keeps a card from a spot when another card lies `offset` spots to its right, or to its left if negative."""
    name = NAMES[other]
    if EINSTEIN not in (card, other):  # he puts no limit on years (E-e)
        years = abs(card - other)
        if (card < other) != (offset > 0):
            yield Obstacle("earlier" if offset > 0 else "later", name)
        elif showcase == "era" and years > (limit := ERA * abs(offset)):
            yield Obstacle("far", name, years=years, limit=limit)
        elif showcase == "spread" and years < (limit := SPREAD * abs(offset)):
            yield Obstacle("near", name, years=years, limit=limit)
        elif showcase == "links" and abs(offset) == 1 and years > LINK and CONTINENT_OF[card] != CONTINENT_OF[other]:
            yield Obstacle("link", name, years=years, limit=LINK)
    yield from _same(showcase, card, other)


def _same(showcase: Showcase, card: Card, other: Card) -> Iterator[Obstacle]:
    """What keeps a card out of a showcase where another one lies, at whatever spot."""
    first, second = CONTINENT_OF[card], CONTINENT_OF[other]
    if first != WHITE and second != WHITE:
        if showcase == "one" and first != second:
            yield Obstacle("other", NAMES[other])
        elif showcase not in ("one", "links") and first == second:
            yield Obstacle("continent", NAMES[other])
    same_decade = card // 10 == other // 10
    if showcase == "decade" and not same_decade:
        yield Obstacle("decade", NAMES[other])
    elif showcase == "unique" and same_decade:
        yield Obstacle("decades", NAMES[other])


def across(showcase: Showcase, card: Card, other: Card, seat: Seat) -> Iterator[Obstacle]:
    """What keeps a card out of a showcase when another player, at that seat, shows a card in the same one."""
    if showcase == "one" and CONTINENT_OF[card] == CONTINENT_OF[other] != WHITE:
        yield Obstacle("continent", NAMES[other], seat)
    elif showcase == "unique" and card // 10 == other // 10:
        yield Obstacle("decades", NAMES[other], seat)


# --- the same as sets of cards ------------------------------------------------------------------------------------


@cache
def bare(showcases: Showcases, seats: int) -> tuple[Bits, ...]:
    """By spot of an empty hall, the cards that may go there."""
    fitting = [_unhindered(partial(alone, showcase, seats)) for showcase in showcases]
    return tuple([fitting[number] for number, _ in WHERE])


@cache
def fitting_beside(showcase: Showcase, other: Card, offset: int) -> Bits:
    return _unhindered(lambda card: beside(showcase, card, other, offset))


@cache
def narrowed(showcase: Showcase, card: Card, at: int, size: int) -> tuple[Bits, ...]:
    """By spot of a showcase, what a card at one of them lets go there; nothing to its own."""
    far = TELLING.get(showcase, 1)
    offsets = [max(-far, min(far, at - spot)) for spot in range(size)]
    return tuple([fitting_beside(showcase, card, offset) if offset else 0 for offset in offsets])


TELLING: Final[dict[Showcase, int]] = {"era": 3, "spread": 3, "links": 2}
"""From how many spots on it is all one how far two cards lie apart. Elsewhere only their sides matter."""


@cache
def left_to_others(showcase: Showcase, card: Card) -> Bits:
    """What a card in one player's showcase lets go to the same showcase of the others."""
    return _unhindered(lambda other: across(showcase, other, card, 0))


def fitting(showcases: Showcases, halls: Sequence[Cards], seat: Seat) -> tuple[Bits, ...]:
    """By spot of a seat's hall, the cards that may go there, made from all that lies in the halls."""
    spots = list(bare(showcases, len(halls)))
    for other, lying in enumerate(halls):
        for spot, card in enumerate(lying):
            if card != NO_CARD:
                number, at = WHERE[spot]
                first, size, showcase = FIRST[number], SIZES[number], showcases[number]
                left = narrowed(showcase, card, at, size) if other == seat else (left_to_others(showcase, card),) * size
                spots[first : first + size] = map(and_, spots[first : first + size], left)
    return tuple(spots)


def _unhindered(obstacles: Callable[[Card], Iterator[Obstacle]]) -> Bits:
    return sum([1 << card for card in range(len(NAMES)) if next(obstacles(card), None) is None])
