"""The effects of actions in each step of a turn (4.3)."""

from __future__ import annotations

from operator import and_

from games.exhibition.actions import Action
from games.exhibition.deck import NO_CARD, OF_CONTINENT, WHITE, Bits, Cards, Continent
from games.exhibition.hall import left_to_others, narrowed
from games.exhibition.showcases import FIRST, SIZES, WHERE
from games.exhibition.state import Hall, State, Step
from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT


def take(state: State, seat: Seat, action: Action) -> State:
    """Take a card of the column where the vehicle stands."""
    match, _, round_, _, _, vehicles, columns, fresh, stock, halls, gone = state
    here, card = vehicles[seat], action.which
    column = columns[here]
    at = column.index(card)
    column = column[:at] + column[at + 1 :]
    return State(
        match,
        "travel",
        round_,
        seat,
        card,
        vehicles,
        _with(columns, here, column),
        fresh,
        stock,
        halls,
        gone,
    )


def move(state: State, seat: Seat, action: Action) -> State:
    """Move the vehicle: before a card is taken, to a column that has cards; afterwards to the
    card's continent. Then the stock refills the column that the card came from."""
    match, step, round_, _, taken, vehicles, columns, fresh, stock, halls, gone = state
    left, there = vehicles[seat], action.which
    vehicles = (*vehicles[:seat], there, *vehicles[seat + 1 :])
    if step == "seek":
        return State(
            match, "take", round_, seat, taken, vehicles, columns, fresh, stock, halls, gone
        )
    if stock:
        fresh, stock = stock[0], stock[1:]
        columns = _with(columns, left, tuple(sorted((*columns[left], fresh))))
    return State(match, "place", round_, seat, taken, vehicles, columns, fresh, stock, halls, gone)


def place(state: State, seat: Seat, action: Action) -> State:
    """Place the taken card in the hall. Fewer cards then fit beside it, and in the halls of
    others."""
    match, _, round_, _, card, _, _, _, _, halls, _ = state
    spot = action.which
    number, at = WHERE[spot]
    showcase, first, size = match.showcases[number], FIRST[number], SIZES[number]
    cards, fitting, shown, depot, all_six, _ = halls[seat]
    cards = (*cards[:spot], card, *cards[spot + 1 :])
    narrower = map(and_, fitting[first:], narrowed(showcase, card, at, size))
    fitting = (*fitting[:first], *narrower, *fitting[first + size :])
    shown |= 1 << card
    if not all_six and has_all_six(shown):
        all_six = round_
    hall = Hall(cards, fitting, shown, depot, all_six, NO_CARD not in cards)
    if showcase in ("one", "unique"):
        left = left_to_others(showcase, card)
        halls = tuple(_barred(other, first, size, left) for other in halls)
    return turn_over(state, seat, (*halls[:seat], hall, *halls[seat + 1 :]), state.gone)


def depot(state: State, seat: Seat, action: Action) -> State:
    """Put the taken card into the depot."""
    hall = state.halls[seat]
    hall = hall._replace(depot=(*hall.depot, state.taken))
    return turn_over(state, seat, (*state.halls[:seat], hall, *state.halls[seat + 1 :]), state.gone)


def finish(state: State, seat: Seat, action: Action) -> State:
    """Finish the hall. The taken card leaves the game."""
    hall = state.halls[seat]._replace(finished=True)
    return turn_over(
        state,
        seat,
        (*state.halls[:seat], hall, *state.halls[seat + 1 :]),
        (*state.gone, state.taken),
    )


def has_all_six(shown: Bits) -> bool:
    """Tell whether a set has a card of each continent. White cards count for none (E-i)."""
    return all(shown & of_one for of_one in OF_CONTINENT[:WHITE])


def turn_over(state: State, seat: Seat, halls: tuple[Hall, ...], gone: Cards) -> State:
    """Pass the turn to the next seat that has not finished; end the game if there is none. A round
    ends behind the last seat in the order of play (E-g)."""
    match, _, round_, _, _, vehicles, columns, fresh, stock, _, _ = state
    order = match.order
    at = order.index(seat) + 1
    for later in (*order[at:], NO_SEAT, *order[:at]):
        if later == NO_SEAT:
            round_ += 1
        elif not halls[later].finished:
            step = first_step(vehicles, columns, later)
            return State(
                match, step, round_, later, NO_CARD, vehicles, columns, fresh, stock, halls, gone
            )
    return State(
        match, "over", state.round, None, NO_CARD, vehicles, columns, fresh, stock, halls, gone
    )


def first_step(vehicles: tuple[Continent, ...], columns: tuple[Cards, ...], seat: Seat) -> Step:
    """Return the first step of a seat's turn: "seek" if there is no card where its vehicle
    stands."""
    return "take" if columns[vehicles[seat]] else "seek"


def _barred(hall: Hall, first: int, size: int, left: Bits) -> Hall:
    """Return the hall of another player after a showcase has become narrower for everybody else."""
    fitting = hall.fitting
    narrower = [cards & left for cards in fitting[first : first + size]]
    return hall._replace(fitting=(*fitting[:first], *narrower, *fitting[first + size :]))


def _with(columns: tuple[Cards, ...], continent: int, column: Cards) -> tuple[Cards, ...]:
    return (*columns[:continent], column, *columns[continent + 1 :])
