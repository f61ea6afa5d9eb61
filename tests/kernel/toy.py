"""The smallest game that has everything a kernel meets: two deals, hidden hands, turns of several
steps, options, forced steps.

Every seat has two cards. A turn is `play C3`, then perhaps `draw` from the stock, then `end`. The
seat that has played most points wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.kernel.protocol import (
    BadSetup,
    Engine,
    Option,
    Outcome,
    Rng,
    Seat,
    Setup,
    chosen,
    places,
)
from games.kernel.seats import ACTING, NOBODY, Seats, seat_cards, seat_order

HAND = 2


@dataclass(frozen=True, slots=True)
class State:
    deck: tuple[str, ...]
    seats: int
    turns: int
    order: tuple[Seat, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()  # by seat number, sorted
    played: tuple[tuple[str, ...], ...] = ()
    stock: tuple[str, ...] = ()
    turn: int = 0  # counts the turns of all seats
    step: str = "play"  # play, draw, end

    @property
    def over(self) -> bool:
        return self.turn == self.turns * self.seats


@dataclass(frozen=True, slots=True)
class View:
    viewer: Seat | None
    state: State  # hands of others and the stock are "?", one for each card


class Toy:
    slug = "toy"
    title = "Toy"
    seats = range(1, 5)
    ruleset = 1
    options: tuple[Option, ...] = (
        Option("cards", ("9", "8"), "9", "Cards"),
        Option("turns", ("1", "2"), "1", "Turns"),
    )
    automatic = frozenset({"end"})

    def start(self, setup: Setup) -> State:
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("the toy has ruleset 1 and one to three seats")
        options = chosen(self.options, setup)
        return State(
            tuple(f"C{card}" for card in range(1, int(options["cards"]) + 1)),
            setup.seats,
            int(options["turns"]),
        )

    def chance(self, state: State) -> tuple[str, ...]:
        if not state.order:
            return seat_cards(state.seats)
        return () if state.hands else state.deck

    def deal(self, state: State, cards: tuple[str, ...]) -> State:
        if not state.order:
            return replace(state, order=seat_order(cards))
        dealt = {seat: cards[HAND * i : HAND * i + HAND] for i, seat in enumerate(state.order)}
        hands = tuple(tuple(sorted(dealt[seat])) for seat in range(state.seats))
        return replace(
            state, hands=hands, played=((),) * state.seats, stock=cards[HAND * state.seats :]
        )

    def to_act(self, state: State) -> Seats:
        if not state.hands or state.over:
            return NOBODY
        return ACTING[state.order[state.turn % state.seats]]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[str]:
        if seat not in self.to_act(state):
            return ()
        if state.step == "play":
            return [f"play {card}" for card in state.hands[seat]]
        return ["draw", "end"] if state.step == "draw" and state.stock else ["end"]

    def apply(self, state: State, seat: Seat, action: str) -> State:
        if action == "end":
            return replace(state, turn=state.turn + 1, step="play")
        hand = list(state.hands[seat])
        if action == "draw":
            hand.append(state.stock[0])
            return replace(
                state, hands=_put(state.hands, seat, hand), stock=state.stock[1:], step="end"
            )
        card = action.removeprefix("play ")
        hand.remove(card)
        played = _put(state.played, seat, [*state.played[seat], card])
        return replace(state, hands=_put(state.hands, seat, hand), played=played, step="draw")

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        scores = tuple(sum(int(card[1:]) for card in played) for played in state.played)
        return Outcome(scores, places(scores))

    def view(self, state: State, viewer: Seat | None) -> View:
        hands = tuple(
            hand if seat == viewer else ("?",) * len(hand) for seat, hand in enumerate(state.hands)
        )
        return View(viewer, replace(state, hands=hands, stock=("?",) * len(state.stock)))

    def imagine(self, view: View, rng: Rng) -> State:
        seen = view.state
        known = {card for cards in (*seen.hands, *seen.played) for card in cards}
        hidden = [card for card in seen.deck if card not in known]
        rng.shuffle(hidden)
        hands = tuple(
            tuple(sorted(hidden.pop() if card == "?" else card for card in hand))
            for hand in seen.hands
        )
        return replace(seen, hands=hands, stock=tuple(hidden.pop() for _ in seen.stock))

    def usual_length(self, setup: Setup) -> int:
        return 2 + 3 * setup.seats * int(chosen(self.options, setup)["turns"])

    def encode(self, action: str) -> str:
        return action

    def facts(self, state: State) -> dict[str, str]:
        return {"stock": str(len(state.stock)), "turn": str(state.turn)}


def _put(
    piles: tuple[tuple[str, ...], ...], seat: Seat, cards: list[str]
) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(sorted(cards)) if number == seat else pile for number, pile in enumerate(piles)
    )


ENGINE: Engine[State, str, View] = Toy()
