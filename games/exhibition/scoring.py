"""Points as they stand, and the outcome (4.4; solo 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from games.exhibition.deck import (
    COLOURED,
    EINSTEIN,
    NO_CARD,
    OF_CONTINENT,
    OF_DECADE,
    WHITE,
    Bits,
    Card,
    Cards,
)
from games.exhibition.showcases import FIRST, MID, Showcases
from games.exhibition.state import Hall, Match, State
from games.kernel.protocol import Outcome

Compared: TypeAlias = Literal["gap", "short", "antiquity"]
"""Showcases whose points depend on the halls of others, or in a solo game on the cards below the
continents."""
Category: TypeAlias = (
    Compared | Literal["six", "focus", "decades", "chain", "secret", "empty", "depot"]
)
Points: TypeAlias = tuple[int, ...]
"""By seat."""

BEST: Final = 5
"""Points of the first seat in a category that compares players."""
FIFTIES: Final[Card] = 50
"""The card of 1950."""
HUNDRED: Final = 100


@cache
def categories(showcases: Showcases, secret: bool) -> tuple[Category, ...]:
    """Return the categories of a game with these showcases, in the order of the score sheet."""
    compared: list[Compared] = [each for each in COMPARED if each in showcases]
    return ("six", *compared, "focus", "decades", "chain", *SECRET[secret], "empty", "depot")


SECRET: Final[tuple[tuple[Category, ...], ...]] = ((), ("secret",))


# --- one hall ---


@lru_cache(1 << 12)
def focus(shown: Bits) -> int:
    """Return the number of cards of the commonest continent. White cards do not count (E-i)."""
    return max([(shown & of_one).bit_count() for of_one in OF_CONTINENT[:WHITE]])


@lru_cache(1 << 12)
def decades(shown: Bits) -> int:
    """Return the number of decades of which the set has a card."""
    return sum([shown & of_one != 0 for of_one in OF_DECADE])


@lru_cache(1 << 12)
def chain(shown: Bits) -> int:
    """Return the length of the longest series of consecutive years, at least 1. 1945 is not in a
    series (E-i)."""
    shown &= COLOURED
    length = 1
    while shown := shown & shown << 1:
        length += 1
    return length


def secret(match: Match, hall: Hall, seat: int) -> int:
    """Return the number of cards of the seat's secret decade in its hall."""
    return (hall.shown & OF_DECADE[match.decades[seat]]).bit_count()


def middle(hall: Hall) -> int | None:
    """Return the distance in years of the Mid-Century card to 1950. None for an empty spot and for
    Einstein, which are worse than any year."""
    card = hall.cards[MID]
    return None if card in (NO_CARD, EINSTEIN) else abs(card - FIFTIES)


def mid_points(hall: Hall) -> int:
    """Return the points of Mid-Century in a solo game, 0 to 100 (E-k)."""
    distance = middle(hall)
    return 0 if distance is None else HUNDRED - 2 * distance


# --- showcases that are compared ---


def years(showcases: Showcases, showcase: Compared, lying: Sequence[Card]) -> Cards | None:
    """Return the cards of a showcase in a hall, if it is full and all its cards have a year; None
    otherwise."""
    number = showcases.index(showcase)
    cards = tuple(lying[FIRST[number] : FIRST[number + 1]])
    return None if NO_CARD in cards or EINSTEIN in cards else cards


def gap(cards: Cards) -> int:
    """Return the value of a Years Gap: its span in years."""
    return cards[-1] - cards[0]


def short(cards: Cards) -> int:
    """Return the value of a Short Era: its span, negative."""
    return cards[0] - cards[-1]


def antiquity(cards: Cards) -> int:
    """Return the value of an Antiquity: the year of its rightmost card, negative."""
    return -cards[-1]


COMPARED: Final[dict[Compared, Callable[[Cards], int]]] = {
    "gap": gap,
    "short": short,
    "antiquity": antiquity,
}
"""The value of the cards of a full showcase; more is better."""


def ranked(values: Sequence[int | None]) -> Points:
    """Return five points for the best value, and one less for each value that is strictly better
    (E-h); 0 for None."""
    there = [value for value in values if value is not None]
    return tuple(
        [0 if value is None else BEST - sum([other > value for other in there]) for value in values]
    )


def against(showcase: Compared, cards: Cards, columns: Sequence[Cards]) -> Cards:
    """Return the cards below the continents that cost a point each in a solo game: years outside a
    Years Gap, within a Short Era, before an Antiquity."""
    first, last = cards[0], cards[-1]
    shown = [card for column in columns for card in column if card != EINSTEIN]
    if showcase == "gap":
        return tuple([card for card in shown if card < first or card > last])
    if showcase == "short":
        return tuple([card for card in shown if first < card < last])
    return tuple([card for card in shown if card < last])


def _compared(state: State, category: Compared) -> Points:
    showcases = state.match.showcases
    cards = [years(showcases, category, hall.cards) for hall in state.halls]
    if state.match.seats > 1:
        value = COMPARED[category]
        return ranked([None if own is None else value(own) for own in cards])
    (own,) = cards
    return (0 if own is None else max(0, BEST - len(against(category, own, state.columns))),)


def _six(state: State) -> Points:
    """Return the points for six continents: a seat that had them in an earlier round is better. In
    a solo game they are one point."""
    if state.match.seats == 1:
        return (int(state.halls[0].all_six > 0),)
    return ranked([-hall.all_six or None for hall in state.halls])


def _secret(state: State) -> Points:
    return tuple([secret(state.match, hall, seat) for seat, hall in enumerate(state.halls)])


COUNT: Final[dict[Category, Callable[[State], Points]]] = {
    "six": _six,
    "gap": lambda state: _compared(state, "gap"),
    "short": lambda state: _compared(state, "short"),
    "antiquity": lambda state: _compared(state, "antiquity"),
    "focus": lambda state: tuple([focus(hall.shown) for hall in state.halls]),
    "decades": lambda state: tuple([decades(hall.shown) for hall in state.halls]),
    "chain": lambda state: tuple([chain(hall.shown) for hall in state.halls]),
    "secret": _secret,
    "empty": lambda state: tuple([-hall.cards.count(NO_CARD) for hall in state.halls]),
    "depot": lambda state: tuple([-len(hall.depot) for hall in state.halls]),
}


def points(state: State) -> tuple[Points, ...]:
    """Return the fame points as they stand, by category in the order of the score sheet, then by
    seat."""
    return tuple(
        [
            COUNT[category](state)
            for category in categories(state.match.showcases, state.match.secret)
        ]
    )


def scores(state: State) -> Points:
    """Return the fame points of each seat; in a solo game its final number."""
    sums = tuple(map(sum, zip(*points(state), strict=True)))
    return sums if state.match.seats > 1 else (HUNDRED * sums[0] + mid_points(state.halls[0]),)


def outcome(state: State) -> Outcome:
    """Return scores and places. The distance of the Mid-Century card to 1950 breaks ties; if it is
    equal too, the place is shared."""
    totals = scores(state)
    distances = [middle(hall) for hall in state.halls]
    standing = [
        (total, -HUNDRED if far is None else -far)
        for total, far in zip(totals, distances, strict=True)
    ]
    return Outcome(
        totals, tuple([1 + sum([other > own for other in standing]) for own in standing])
    )
