"""The score sheet of a seat: its points and the reasons for them, as names and years."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.exhibition.deck import (
    COLOURED,
    CONTINENTS,
    FIRST_YEAR,
    OF_CONTINENT,
    OF_DECADE,
    Bits,
    Cards,
    names,
)
from games.exhibition.scoring import (
    COMPARED,
    HUNDRED,
    Category,
    against,
    categories,
    chain,
    focus,
    mid_points,
    middle,
    points,
    years,
)
from games.exhibition.state import State
from games.kernel.protocol import Seat


@dataclass(frozen=True, slots=True)
class Sheet:
    """The points of a seat and the reasons. None: missing, or hidden from the viewer."""

    points: tuple[int | None, ...]
    """Fame points in the order of `View.categories`; None for a decade that is secret to the
    viewer."""
    total: int
    """Fame points of all that the viewer may know. In a solo game 100 times those, and the points
    of Mid-Century."""
    all_six: int | None
    """The round in which the hall had all six continents."""
    gap: int | None
    """Years between the two cards of Years Gap."""
    short: int | None
    """Years between the left and the right card of Short Era."""
    antiquity: int | None
    """The year in the rightmost spot of Antiquity. `gap`, `short` and `antiquity` are None unless
    the showcase is full and all its cards have years."""
    against: tuple[tuple[str, ...], ...]
    """In a solo game, by category, the cards below the continents that cost it a point (Years Gap,
    Short Era, Antiquity)."""
    focus: tuple[str, ...]
    """The commonest continents of the hall."""
    decades: tuple[int, ...]
    """First years of the decades in the hall (1930)."""
    chain: tuple[int, int] | None
    """First and last year of the longest series, the earliest of several; None without a year."""
    middle: int | None
    """Distance of the Mid-Century card to 1950. It breaks ties: the smaller, the better; None is
    the worst."""
    mid: int | None
    """The points of Mid-Century in a solo game, 0 to 100."""


def sheets(state: State, viewer: Seat | None) -> tuple[Sheet, ...]:
    """Return the score sheet of each seat. Points for a secret decade are shown to its seat, and at
    the end to everybody."""
    by_category = points(state) if state.halls else ()
    return tuple(
        [
            _sheet(state, seat, viewer, [each[seat] for each in by_category])
            for seat in range(len(state.halls))
        ]
    )


def _sheet(state: State, seat: Seat, viewer: Seat | None, known: list[int | None]) -> Sheet:
    match, hall = state.match, state.halls[seat]
    counted = categories(match.showcases, match.secret)
    if match.secret and state.step != "over" and seat != viewer:
        known[counted.index("secret")] = None
    total = sum([each for each in known if each is not None])
    cards = {
        each: years(match.showcases, each, hall.cards)
        for each in COMPARED
        if each in match.showcases
    }
    worth = {each: COMPARED[each](own) for each, own in cards.items() if own is not None}
    lost: dict[Category, Cards] = {
        each: against(each, own, state.columns) for each, own in cards.items() if own is not None
    }
    solo = match.seats == 1
    return Sheet(
        points=tuple(known),
        total=HUNDRED * total + mid_points(hall) if solo else total,
        all_six=hall.all_six or None,
        gap=worth.get("gap"),
        short=-worth["short"] if "short" in worth else None,
        antiquity=FIRST_YEAR - worth["antiquity"] if "antiquity" in worth else None,
        against=tuple([names(lost.get(each, ())) for each in counted]) if solo else (),
        focus=_commonest(hall.shown),
        decades=_decades(hall.shown),
        chain=_longest(hall.shown),
        middle=middle(hall),
        mid=mid_points(hall) if solo else None,
    )


@lru_cache(1 << 10)  # a hall is looked at by everybody, and changes once in a round
def _commonest(shown: Bits) -> tuple[str, ...]:
    most = focus(shown)
    return tuple(
        [
            name
            for name, of_one in zip(CONTINENTS, OF_CONTINENT, strict=False)
            if (shown & of_one).bit_count() == most > 0
        ]
    )


@lru_cache(1 << 10)
def _decades(shown: Bits) -> tuple[int, ...]:
    return tuple(
        [FIRST_YEAR + 10 * number for number, of_one in enumerate(OF_DECADE) if shown & of_one]
    )


@lru_cache(1 << 10)
def _longest(shown: Bits) -> tuple[int, int] | None:
    shown &= COLOURED
    if not shown:
        return None
    length = chain(shown)
    starts = shown
    for above in range(1, length):
        starts &= shown >> above
    first = FIRST_YEAR + (starts & -starts).bit_length() - 1
    return first, first + length - 1
