"""The tactics cards: when each may be played, and its effect (2.8). A tactics card goes from the
hand to a stone or to the discard pile."""

from __future__ import annotations

from collections.abc import Callable

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten import deck
from games.schotten_totten.actions import OUT, RECRUITER, Action, of, on
from games.schotten_totten.deck import BLIND, CLAN, ELITE, JOKERS, MODES, Card
from games.schotten_totten.state import State
from games.schotten_totten.turns import from_hand, recruiting, with_stone

DRAWS = 3


def tactical(state: State, seat: Seat, rooms: tuple[int, ...]) -> list[Action]:
    """Return the ways to play a tactics card. Afterwards a seat may have played at most one more
    than the other seat. A ruse needs a target (T-s)."""
    hand = [card for card in state.hands[seat] if card >= CLAN]
    if not hand or state.record.played[seat] > state.record.played[1 - seat]:
        return []
    return [action for card in hand for action in _choices(state, seat, card, rooms)]


def _choices(state: State, seat: Seat, card: Card, rooms: tuple[int, ...]) -> list[Action]:
    if card in ELITE:
        return (
            []
            if card in JOKERS and state.record.jokers[seat]
            else [on("play", card, stone) for stone in rooms]
        )
    if card in MODES:
        return [
            on("play", card, number)
            for number, stone in enumerate(state.stones)
            if stone.owner == NO_SEAT
        ]
    if card == deck.RECRUITER:
        return [RECRUITER]
    if card == deck.STRATEGIST:
        return [
            on("strategist", own, to)
            for own, at in _lying(state, seat)
            for to in (*rooms, OUT)
            if to != at
        ]
    if card == deck.BANSHEE:
        return [of("banshee", other) for other, _ in _lying(state, 1 - seat)]
    return [
        on("traitor", other, to)
        for other, _ in _lying(state, 1 - seat)
        if other < CLAN
        for to in rooms
    ]


def _lying(state: State, seat: Seat) -> list[tuple[Card, int]]:
    """Return (card, stone) for the seat's cards on unclaimed stones."""
    return [
        (card, number)
        for number, stone in enumerate(state.stones)
        if stone.owner == NO_SEAT
        for card in stone.sides[seat]
    ]


def fight(state: State, seat: Seat, action: Action) -> State:
    """Lay a combat mode on a stone, where it binds both sides."""
    stone = state.stones[action.stone]
    stone = stone.blinded() if action.card == BLIND else stone.muddied()
    return with_stone(from_hand(state, seat, action.card, state.stones), action.stone, stone)


def recruit(state: State, seat: Seat, action: Action) -> State:
    """Play the Recruiter."""
    return recruiting(_ruse(state, seat, deck.RECRUITER), seat, DRAWS)


def strategist(state: State, seat: Seat, action: Action) -> State:
    """Play the Strategist: move an own card."""
    return _moved(_ruse(state, seat, deck.STRATEGIST), seat, seat, action)


def banshee(state: State, seat: Seat, action: Action) -> State:
    """Play the Banshee: discard a card of the other seat."""
    return _moved(_ruse(state, seat, deck.BANSHEE), 1 - seat, seat, action)


def traitor(state: State, seat: Seat, action: Action) -> State:
    """Play the Traitor: take a clan card of the other seat."""
    return _moved(_ruse(state, seat, deck.TRAITOR), 1 - seat, seat, action)


def _ruse(state: State, seat: Seat, card: Card) -> State:
    """Return the state after a ruse went to the discard pile, where it lies before its target."""
    return _discarded(from_hand(state, seat, card, state.stones), card)


def _discarded(state: State, card: Card) -> State:
    return state._replace(record=state.record._replace(discards=(*state.record.discards, card)))


def _moved(state: State, giver: Seat, taker: Seat, action: Action) -> State:
    """Return the state after a card left the giver's side, for the taker's side of a stone or for
    the discard pile."""
    card = action.card
    at = next(number for number, stone in enumerate(state.stones) if card in stone.sides[giver])
    state = with_stone(state, at, state.stones[at].lifted(giver, card))
    if action.stone == OUT:
        return _discarded(state, card)
    return with_stone(state, action.stone, state.stones[action.stone].laid(taker, card))


RUSES: dict[str, Callable[[State, Seat, Action], State]] = {
    "recruiter": recruit,
    "strategist": strategist,
    "banshee": banshee,
    "traitor": traitor,
}
