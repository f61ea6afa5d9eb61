"""The view of Exhibition: a viewer's knowledge as card names and numbers; and `imagine`, which
makes states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.exhibition import state
from games.exhibition.deck import (
    CARDS,
    CONTINENTS,
    DECADES,
    FIRST_YEAR,
    NAMES,
    NO_CARD,
    Bits,
    Card,
    Cards,
    cards,
    names,
)
from games.exhibition.hall import Spot, fitting, obstacles
from games.exhibition.score_sheet import Sheet, sheets
from games.exhibition.scoring import Category, categories
from games.exhibition.showcases import FIRST, SIZES, WHERE, Showcases
from games.exhibition.state import Match, State, Step
from games.kernel.protocol import Rng, Seat

LYING: dict[str | None, Card] = dict([(None, NO_CARD), *CARDS.items()])
"""The card that lies at a spot, by its name; None for an empty spot."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall of a seat. `showcases` are in the order of `View.showcases`, each with its spots
    from the left, None where empty.

    `depot` is in the order of laying, without its empty spots. `all_six` is the round in which the
    hall had all six continents.
    """

    showcases: tuple[tuple[str | None, ...], ...]
    depot: tuple[str, ...]
    all_six: int | None
    finished: bool


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator (`viewer` is None), may know. Tuples are by seat, or by
    continent in the order of `deck.CONTINENTS`. Cards are named as in codes: "1923", "E"."""

    viewer: Seat | None
    seats: int
    showcases: Showcases
    """The five showcases of every hall, variations under their own names."""
    secret: bool
    """True if secret decades are played with."""
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    round: int
    """From 1; 0 before the cards are dealt."""
    turn: Seat | None
    """None before a deal and at the end."""
    step: Step
    """The step of the seat to act: "seek" (its column is empty, so it moves to another), "take",
    "travel", "place"."""
    taken: str | None
    """The card in the hand of the seat to act, in the steps "travel" and "place"."""
    vehicles: tuple[str, ...]
    """By seat, the continent ("OC") where the vehicle stands; empty before the cards are dealt."""
    columns: tuple[tuple[str, ...], ...]
    """By continent, ascending. One card is missing between taking and travelling."""
    fresh: str | None
    """The card that came last from the stock, wherever it is now."""
    stock: int
    halls: tuple[Hall, ...]
    gone: tuple[str, ...]
    """Cards that fitted nowhere and left the game."""
    decades: tuple[int | None, ...]
    """Secret decades by seat as their first year (1930): the viewer's own, and everybody's at the
    end. Empty without the variant."""
    categories: tuple[Category, ...]
    """The categories of this game, in the order of the score sheet."""
    sheets: tuple[Sheet, ...]
    """The points as they stand."""
    over: bool


def view(now: State, viewer: Seat | None) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    match = now.match
    return View(
        viewer=viewer,
        seats=match.seats,
        showcases=match.showcases,
        secret=match.secret,
        order=match.order,
        round=now.round,
        turn=now.turn,
        step=now.step,
        taken=_name(now.taken),
        vehicles=tuple([CONTINENTS[continent] for continent in now.vehicles]),
        columns=tuple(map(names, now.columns)),
        fresh=_name(now.fresh),
        stock=len(now.stock),
        halls=tuple(map(_hall, now.halls)),
        gone=names(now.gone),
        decades=_decades(now, viewer),
        categories=categories(match.showcases, match.secret),
        sheets=sheets(now, viewer),
        over=now.step == "over",
    )


def imagine(view: View, rng: Rng) -> State:
    """Return a state that agrees with the view. Each card out of sight lies, with equal likelihood,
    anywhere it can lie: the stock in any order, the secret decades at any seat."""
    state = known(view)
    seen = {state.taken, *state.gone}.union(
        *state.columns, *[cards(own.depot) for own in view.halls], *map(_lying, view.halls)
    )
    stock = [card for card in range(len(NAMES)) if card not in seen] if view.columns else []
    rng.shuffle(stock)
    match = state.match._replace(decades=_imagined_decades(view, rng))
    return state._replace(match=match, stock=tuple(stock))


def known(view: View) -> State:
    """Return the part of the state that the view shows: without a stock, and with the first decade
    for each one that is secret to the viewer."""
    decades = tuple([0 if first is None else (first - FIRST_YEAR) // 10 for first in view.decades])
    return State(
        match=Match(view.seats, view.showcases, view.secret, view.order, decades),
        step=view.step,
        round=view.round,
        turn=view.turn,
        taken=LYING[view.taken],
        vehicles=tuple(map(CONTINENTS.index, view.vehicles)),
        columns=tuple(map(cards, view.columns)),
        fresh=LYING[view.fresh],
        halls=_rebuilt(view.showcases, view.halls),
        gone=cards(view.gone),
    )


def spots(view: View, seat: Seat, card: str) -> tuple[Spot, ...]:
    """Return all sixteen spots of the seat's hall, in order, with the obstacles that keep the card
    from each. From public facts only."""
    return _spots(view.showcases, view.halls, seat, CARDS[card])


@lru_cache(1 << 10)  # asked for at each step of a turn, by whoever looks on as well
def _spots(
    showcases: Showcases, halls: tuple[Hall, ...], seat: Seat, card: Card
) -> tuple[Spot, ...]:
    lying = tuple(map(_lying, halls))
    return tuple(
        [
            Spot(showcases[number], at + 1, tuple(obstacles(showcases, lying, seat, spot, card)))
            for spot, (number, at) in enumerate(WHERE)
        ]
    )


def _hall(hall: state.Hall) -> Hall:
    return _shown(hall.cards, hall.depot, hall.all_six, hall.finished)


@lru_cache(1 << 12)
def _shown(lying: Cards, depot: Cards, all_six: int, finished: bool) -> Hall:
    showcases = [lying[first : first + size] for first, size in zip(FIRST, SIZES, strict=True)]
    return Hall(
        tuple([tuple(map(_name, each)) for each in showcases]),
        names(depot),
        all_six or None,
        finished,
    )


@lru_cache(1 << 6)  # a bot imagines one view many times
def _rebuilt(showcases: Showcases, halls: tuple[Hall, ...]) -> tuple[state.Hall, ...]:
    lying = tuple(map(_lying, halls))
    return tuple(
        [
            _with_cards(own, lying[seat], fitting(showcases, lying, seat))
            for seat, own in enumerate(halls)
        ]
    )


def _with_cards(own: Hall, lying: Cards, fits: tuple[Bits, ...]) -> state.Hall:
    shown = sum([1 << card for card in lying if card != NO_CARD])
    return state.Hall(lying, fits, shown, cards(own.depot), own.all_six or 0, own.finished)


def _lying(own: Hall) -> Cards:
    return tuple([LYING[name] for showcase in own.showcases for name in showcase])


def _decades(now: State, viewer: Seat | None) -> tuple[int | None, ...]:
    """Return the secret decades that the viewer may know. Those of nobody stay secret even at the
    end."""
    match = now.match
    return tuple(
        [
            FIRST_YEAR + 10 * match.decades[seat] if now.step == "over" or seat == viewer else None
            for seat in _dealt(match)
        ]
    )


def _dealt(match: Match) -> range:
    return range(match.seats if match.decades else 0)


def _imagined_decades(view: View, rng: Rng) -> tuple[int, ...]:
    if not view.decades:
        return ()
    known = [None if first is None else (first - FIRST_YEAR) // 10 for first in view.decades]
    hidden = [decade for decade in range(len(DECADES)) if decade not in known]
    rng.shuffle(hidden)
    return tuple(
        [
            hidden.pop() if decade is None else decade
            for decade in (*known, *[None] * (len(DECADES) - len(known)))
        ]
    )


def _name(card: Card) -> str | None:
    return None if card == NO_CARD else NAMES[card]
