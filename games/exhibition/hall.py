"""The spots where a card may go, and the reasons why it may not (4.3, 4.5).

Every rule is about one card, or about two. `alone`, `beside` and `across` state the rules: the
cards kept out and the reason. The sentences for players and the cards that fit each spot follow
from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import and_
from typing import Final, Literal, NamedTuple, TypeAlias

from games.exhibition.deck import (
    COLOURED,
    CONTINENT_OF,
    EINSTEIN,
    EVERY,
    FIRST_YEAR,
    NAMES,
    NO_CARD,
    OF_CONTINENT,
    OF_DECADE,
    WHITE,
    Bits,
    Card,
    Cards,
)
from games.exhibition.showcases import BASIC, FIRST, SIZES, WHERE, Showcase, Showcases
from games.kernel.protocol import Seat

ERA: Final = 10
SPREAD: Final = 20
LINK: Final = 5
"""Years between neighbours: at most ERA in One Era, at least SPREAD in Spread the Years, at most
LINK in Links."""

Why: TypeAlias = Literal[
    "filled",
    "white",
    "outside",
    "later",
    "earlier",
    "far",
    "near",
    "continent",
    "other",
    "link",
    "decade",
    "decades",
]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The reason why a card may not go to a spot.

    `card` is the card in the way; `seat` is its owner, if it lies in another seat's hall. `years`
    and `limit` are explained with the reason:

        filled      `card` lies in the spot
        white       white cards may not lie in a variation showcase
        outside     not one of the decades for this number of players, which run from the year
                    `years` to `limit` (Unique Decades)
        later       the year must be above that of `card`, on its left
        earlier     the year must be below that of `card`, on its right
        far         `years` from `card`, at most `limit` allowed (One Era)
        near        `years` from `card`, at least `limit` wanted (Spread the Years)
        continent   the continent of `card` is there already; with a `seat`: that player shows it
                    (One Continent)
        other       the showcase is for the continent of `card` (One Continent)
        link        neither the continent of the neighbour `card`, nor at most `limit` years from
                    it, but `years` (Links)
        decade      the showcase is for the decade of `card` (One Decade)
        decades     the decade of `card` is there already; with a `seat`: that player shows it
                    (Unique Decades)
    """

    why: Why
    card: str | None = None
    seat: Seat | None = None
    years: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot of a hall, its `number` from 1 as in codes, and all obstacles that keep a card from
    it, from the left; none where the card may go."""

    showcase: Showcase
    number: int
    obstacles: tuple[Obstacle, ...]

    @property
    def code(self) -> str:
        """Return the code that places the card here."""
        return f"place {self.showcase} {self.number}"


class Ban(NamedTuple):
    """The cards kept out, and the reason. `limit` is the number of years that the rule allows or
    wants."""

    why: Why
    cards: Bits
    limit: int | None = None


Bans: TypeAlias = tuple[Ban, ...]


# --- the rules ---


@cache
def alone(showcase: Showcase, seats: int) -> Bans:
    """Return the bans of a showcase, whatever cards lie in it."""
    if showcase in BASIC:
        return ()
    white = Ban("white", OF_CONTINENT[WHITE])
    if showcase != "unique":
        return (white,)
    first, last = unique_decades(seats)
    return white, Ban("outside", COLOURED & ~sum(OF_DECADE[first : last + 1]))


def unique_decades(seats: int) -> tuple[int, int]:
    """Return the first and the last decade of Unique Decades (4.5): all ten for five players, and
    one less at both ends for each player fewer."""
    fewer = 5 - seats
    return fewer, len(OF_DECADE) - 1 - fewer


@cache
def beside(showcase: Showcase, card: Card, offset: int) -> Bans:
    """Return the bans that a card makes for the spot `offset` to its right, or to its left if
    negative."""
    return (*_by_year(showcase, card, offset), *_by_kind(showcase, card))


def _by_year(showcase: Showcase, card: Card, offset: int) -> Iterator[Ban]:
    if card == EINSTEIN:  # he puts no limit on years, nor do others on his (E-e)
        return
    earlier, later = (1 << card) - 1, YEARS & ~((1 << card + 1) - 1)
    yield Ban("later", earlier) if offset > 0 else Ban("earlier", later)
    ahead = later if offset > 0 else earlier
    if showcase == "era":
        yield Ban("far", ahead & ~_within(card, ERA * abs(offset)), ERA * abs(offset))
    elif showcase == "spread":
        yield Ban("near", ahead & _within(card, SPREAD * abs(offset) - 1), SPREAD * abs(offset))
    elif showcase == "links" and abs(offset) == 1:
        yield Ban("link", ahead & ~_within(card, LINK) & ~OF_CONTINENT[CONTINENT_OF[card]], LINK)


def _by_kind(showcase: Showcase, card: Card) -> Iterator[Ban]:
    """By continent and decade. White cards have neither (4.3); they do not lie in variations
    (4.5)."""
    its = CONTINENT_OF[card]
    if its == WHITE:
        return
    if showcase == "one":
        yield Ban("other", COLOURED & ~OF_CONTINENT[its])
    elif showcase != "links":
        yield Ban("continent", OF_CONTINENT[its])
    if showcase == "decade":
        yield Ban("decade", COLOURED & ~OF_DECADE[card // 10])
    elif showcase == "unique":
        yield Ban("decades", OF_DECADE[card // 10])


@cache
def across(showcase: Showcase, card: Card) -> Bans:
    """Return the bans that a card in the showcase of one player makes for the same showcase of the
    others."""
    its = CONTINENT_OF[card]
    if its == WHITE:
        return ()
    if showcase == "one":
        return (Ban("continent", OF_CONTINENT[its]),)
    return (Ban("decades", OF_DECADE[card // 10]),) if showcase == "unique" else ()


YEARS: Final[Bits] = EVERY & ~(1 << EINSTEIN)


def _within(card: Card, years: int) -> Bits:
    """Return the cards that are at most so many years from this one."""
    first = max(0, card - years)
    return ((1 << card + years + 1) - 1) >> first << first & YEARS


# --- what may go to a spot ---


@cache
def bare(showcases: Showcases, seats: int) -> tuple[Bits, ...]:
    """Return by spot of an empty hall the cards that may go there."""
    return tuple([_left_by(alone(showcases[number], seats)) for number, _ in WHERE])


@cache
def narrowed(showcase: Showcase, card: Card, at: int, size: int) -> tuple[Bits, ...]:
    """Return by spot of a showcase the cards that may go there beside a card at spot `at`; none at
    its own spot."""
    return tuple(
        [_left_by(beside(showcase, card, spot - at)) if spot != at else 0 for spot in range(size)]
    )


@cache
def left_to_others(showcase: Showcase, card: Card) -> Bits:
    """Return the cards that may go to the same showcase of the others, beside a card in one
    player's."""
    return _left_by(across(showcase, card))


def _left_by(bans: Iterable[Ban]) -> Bits:
    left = EVERY
    for ban in bans:
        left &= ~ban.cards
    return left


def fitting(showcases: Showcases, halls: Sequence[Cards], seat: Seat) -> tuple[Bits, ...]:
    """Return by spot of a seat's hall the cards that may go there, computed from all cards in the
    halls."""
    spots = list(bare(showcases, len(halls)))
    for other, lying in enumerate(halls):
        for spot, card in enumerate(lying):
            if card != NO_CARD:
                number, at = WHERE[spot]
                first, size, showcase = FIRST[number], SIZES[number], showcases[number]
                left = (
                    narrowed(showcase, card, at, size)
                    if other == seat
                    else (left_to_others(showcase, card),) * size
                )
                spots[first : first + size] = map(and_, spots[first : first + size], left)
    return tuple(spots)


# --- why a card may not go there ---


def obstacles(
    showcases: Showcases, halls: Sequence[Cards], seat: Seat, spot: int, card: Card
) -> Iterator[Obstacle]:
    """Yield the obstacles that keep a card from a spot of a seat's hall, from the left; those in
    other halls last."""
    number, at = WHERE[spot]
    showcase, first, size = showcases[number], FIRST[number], SIZES[number]
    own = halls[seat][first : first + size]
    if own[at] != NO_CARD:
        yield Obstacle("filled", NAMES[own[at]])
        return
    for ban in _against(card, alone(showcase, len(halls))):
        yield _outside(len(halls)) if ban.why == "outside" else Obstacle(ban.why)
    for lying, other in enumerate(own):
        if other != NO_CARD:
            for why, _, limit in _against(card, beside(showcase, other, at - lying)):
                yield Obstacle(why, NAMES[other], None, abs(card - other) if limit else None, limit)
    for theirs, lying_there in enumerate(halls):
        for other in lying_there[first : first + size] if theirs != seat else ():
            if other != NO_CARD and (bans := _against(card, across(showcase, other))):
                yield Obstacle(bans[0].why, NAMES[other], theirs)
                break  # a second card there says nothing new


def _outside(seats: int) -> Obstacle:
    first, last = unique_decades(seats)
    return Obstacle("outside", years=FIRST_YEAR + 10 * first, limit=FIRST_YEAR + 10 * last + 9)


def _against(card: Card, bans: Bans) -> list[Ban]:
    return [ban for ban in bans if ban.cards >> card & 1]
