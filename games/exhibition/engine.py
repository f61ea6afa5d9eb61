"""The rules of Exhibition: 20th Century. Numbers in brackets, 4.1 to 4.5, are those of the written
rules, E-a to E-n those of decisions about open points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.exhibition import turns
from games.exhibition import view as views
from games.exhibition.actions import Action
from games.exhibition.deck import DECADES, NAMES, NO_CARD, WHITE, cards
from games.exhibition.hall import bare
from games.exhibition.legal import LEGAL
from games.exhibition.options import OPTIONS, showcases
from games.exhibition.scoring import outcome, scores
from games.exhibition.state import EMPTY, Hall, Match, State
from games.exhibition.view import View
from games.kernel.protocol import (
    BadSetup,
    Engine,
    Option,
    Outcome,
    Seat,
    Setup,
    chosen,
    code_of,
)
from games.kernel.seats import ACTING, Seats, seat_cards, seat_order

DISPLAY = 3
"""Cards below each continent."""


class Exhibition:
    """The engine of Exhibition: 20th Century."""

    slug = "exhibition"
    title = "Exhibition: 20th Century"
    seats = range(1, 6)
    ruleset = 1
    options: tuple[Option, ...] = OPTIONS
    automatic: frozenset[str] = frozenset()
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    encode = staticmethod(code_of)

    def start(self, setup: Setup) -> State:
        """Return a game without cards. Raise BadSetup."""
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Exhibition ruleset 1 is for one to five")
        options = chosen(self.options, setup)
        return State(Match(setup.seats, showcases(options), options["decades"] == "on"))

    def chance(self, state: State) -> tuple[str, ...]:
        """Return the seats first, then the secret decades where they are played with, then all
        cards."""
        if state.step != "deal":
            return ()
        match = state.match
        if not match.order:
            return seat_cards(match.seats)
        return DECADES if match.secret and not match.decades else NAMES

    def deal(self, state: State, cards_dealt: tuple[str, ...]) -> State:
        """Set the order of play, or deal the secret decades, or the cards: three below each
        continent, and the stock."""
        match = state.match
        if not match.order:
            return State(match._replace(order=seat_order(cards_dealt)))
        if match.secret and not match.decades:
            return State(match._replace(decades=tuple(DECADES.index(name) for name in cards_dealt)))
        dealt = cards(cards_dealt)
        columns = tuple(
            tuple(sorted(dealt[i : i + DISPLAY])) for i in range(0, DISPLAY * WHITE, DISPLAY)
        )
        vehicles = tuple(match.order.index(seat) for seat in range(match.seats))
        halls = (Hall(EMPTY, bare(match.showcases, match.seats)),) * match.seats
        return State(
            match,
            "take",
            1,
            match.order[0],
            vehicles=vehicles,
            columns=columns,
            stock=dealt[DISPLAY * WHITE :],
            halls=halls,
        )

    def to_act(self, state: State) -> Seats:
        """Return the seat whose turn it is."""
        return ACTING[state.turn]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the legal actions of the step that the turn has reached."""
        return LEGAL[state.step](state, seat) if seat == state.turn else ()

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after the action of this verb."""
        return DOES[action.verb](state, seat, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the fame points, once all seats have finished (4.4)."""
        return outcome(state) if state.step == "over" else None

    def usual_length(self, setup: Setup) -> int:
        """Return the usual number of entries, which grows with the seats."""
        return 10 + 45 * setup.seats

    def facts(self, state: State) -> dict[str, str]:
        """Return the facts that a transcript may state: round, stock, taken card, empty spots,
        depots and scores."""
        totals = scores(state) if state.halls else ()
        empty = [hall.cards.count(NO_CARD) for hall in state.halls]
        depots = [len(hall.depot) for hall in state.halls]
        facts = {
            "round": str(state.round),
            "stock": str(len(state.stock)),
            "taken": "-" if state.taken == NO_CARD else NAMES[state.taken],
        }
        counts = {"empty": empty, "depot": depots, "scores": totals}
        return facts | {name: ",".join(map(str, values)) or "-" for name, values in counts.items()}


DOES: dict[str, Callable[[State, Seat, Action], State]] = {
    "take": turns.take,
    "move": turns.move,
    "place": turns.place,
    "depot": turns.depot,
    "finish": turns.finish,
}

ENGINE: Engine[State, Action, View] = Exhibition()
