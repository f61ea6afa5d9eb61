"""The rules of Thirty One."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.protocol import BadSetup, Engine, Option, Outcome, Seat, Setup, chosen, places
from games.kernel.seats import ACTING, Seats, seat_cards, seat_order
from games.thirty_one import view as views
from games.thirty_one.state import HAND, NAMES, State
from games.thirty_one.view import View


class ThirtyOne:
    """The rules as one value."""

    slug = "thirty_one"
    title = "Thirty One"
    seats = range(2, 3)
    ruleset = 1
    options: tuple[Option, ...] = ()
    automatic: frozenset[str] = frozenset()
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)

    def start(self, setup: Setup) -> State:
        """Return the state before the seats are dealt; raise BadSetup."""
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Thirty One ruleset 1 is for two")
        chosen(self.options, setup)  # refuses options, as there are none
        return State()

    def chance(self, state: State) -> tuple[str, ...]:
        """Return the cards to be shuffled now, or ()."""
        if not state.order:
            return seat_cards(2)
        return () if state.hands else NAMES

    def deal(self, state: State, cards: tuple[str, ...]) -> State:
        """Return the state after chance has put the cards in this order."""
        if not state.order:
            return State(seat_order(cards))
        dealt = {seat: cards[HAND * i : HAND * (i + 1)] for i, seat in enumerate(state.order)}
        hands = tuple([tuple(sorted(dealt[seat])) for seat in range(2)])
        return State(state.order, hands, cards[2 * HAND :])

    def to_act(self, state: State) -> Seats:
        """Return the seats that have to act."""
        return ACTING[state.turn]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[str]:
        """Return everything that the seat may do now."""
        return [f"play {card}" for card in state.hands[seat]] if seat == state.turn else ()

    def apply(self, state: State, seat: Seat, action: str) -> State:
        """Return the state after a legal action."""
        card = action.removeprefix("play ")
        left = [other for other in state.hands[seat] if other != card]
        hand = tuple(sorted([*left, state.stock[0]]))
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        return State(state.order, hands, state.stock[1:], (*state.played, card))

    def outcome(self, state: State) -> Outcome | None:
        """Return scores and places at the end, None before."""
        if not state.over:
            return None
        loser = state.order[(len(state.played) - 1) % 2]
        scores = tuple([int(seat != loser) for seat in range(2)])
        return Outcome(scores, places(scores))

    def encode(self, action: str) -> str:
        """Return the code of an action: it is its own code."""
        return action


ENGINE: Engine[State, str, View] = ThirtyOne()
