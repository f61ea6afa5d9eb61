"""The rules of Schotten Totten. Numbers in brackets, 2.1 to 2.9, are those of the written rules,
T-a to T-t those of decisions about open points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.kernel.protocol import (
    BadSetup,
    Engine,
    Option,
    Outcome,
    Seat,
    Setup,
    chosen,
    code_of,
    gettext_noop,
    places,
)
from games.kernel.seats import ACTING, NO_SEAT, Seats, seat_cards, seat_order
from games.schotten_totten import tactics, turns
from games.schotten_totten import view as views
from games.schotten_totten.actions import Action
from games.schotten_totten.deck import CLAN_NAMES, MODES, TACTICS_NAMES, cards
from games.schotten_totten.endings import next_starter, owners
from games.schotten_totten.legal import LEGAL
from games.schotten_totten.state import Match, State, Turn
from games.schotten_totten.view import View


class SchottenTotten:
    """The engine of Schotten Totten."""

    slug = "schotten_totten"
    title = "Schotten Totten"
    seats = range(2, 3)
    ruleset = 1
    options: tuple[Option, ...] = (
        Option(
            "rounds",
            ("1", "2", "3", "5"),
            "1",
            gettext_noop("Rounds"),
            (gettext_noop("One"), gettext_noop("Two"), gettext_noop("Three"), gettext_noop("Five")),
            (
                gettext_noop("about 15 min"),
                gettext_noop("about 30 min"),
                gettext_noop("about 45 min"),
                gettext_noop("about 75 min"),
            ),
            (
                gettext_noop("1 round"),
                gettext_noop("2 rounds"),
                gettext_noop("3 rounds"),
                gettext_noop("5 rounds"),
            ),
            variation=False,
        ),
        Option(
            "tactics",
            ("off", "on"),
            "off",
            gettext_noop("Tactics"),
            (gettext_noop("Off"), gettext_noop("On")),
            (gettext_noop("54 clan cards"), gettext_noop("and ten tactics cards")),
            (gettext_noop("no tactics"), gettext_noop("tactics")),
        ),
        Option(
            "expert",
            ("off", "on"),
            "off",
            gettext_noop("Claims"),
            (gettext_noop("After playing"), gettext_noop("Before playing")),
            (gettext_noop("at once"), gettext_noop("the other has one turn to answer")),
            (gettext_noop("claims after playing"), gettext_noop("claims before playing")),
        ),
    )
    automatic: frozenset[str] = frozenset()
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    encode = staticmethod(code_of)

    def start(self, setup: Setup) -> State:
        """Return a match without cards. Raise BadSetup."""
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Schotten Totten ruleset 1 is for two")
        options = chosen(self.options, setup)
        return State(
            Match(int(options["rounds"]), options["tactics"] == "on", options["expert"] == "on")
        )

    def chance(self, state: State) -> tuple[str, ...]:
        """Return the seats first; before each round the clan cards, then the tactics cards where
        they are played with."""
        match = state.match
        if not match.order:
            return seat_cards(2)
        if state.turn.step == "deal tactics":
            return TACTICS_NAMES
        return CLAN_NAMES if state.turn.seat is None and not match.over else ()

    def deal(self, state: State, cards_dealt: tuple[str, ...]) -> State:
        """Set the order of play, or deal the hands, or put the tactics cards in order. Cards that
        are left are the decks."""
        match = state.match
        if not match.order:
            return State(match._replace(order=seat_order(cards_dealt)))
        dealt = cards(cards_dealt)
        if state.turn.step == "deal tactics":
            return state._replace(decks=(state.decks[0], dealt), turn=Turn(match.starter, "play"))
        match = match._replace(starter=next_starter(match))
        hands = [tuple(sorted(dealt[i * match.hand : (i + 1) * match.hand])) for i in range(2)]
        first, second = [hands[match.order.index(seat)] for seat in (0, 1)]
        state = State(match, hands=(first, second), decks=(dealt[2 * match.hand :], ()))
        return (
            state._replace(turn=Turn(None, "deal tactics"))
            if match.tactics
            else state._replace(turn=Turn(match.starter, "play"))
        )

    def to_act(self, state: State) -> Seats:
        """Return the seat whose turn it is."""
        return ACTING[state.turn.seat]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the legal actions of the step that the turn has reached."""
        turn = state.turn
        return LEGAL[turn.step](state, seat) if seat == turn.seat else ()

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after the action of this verb."""
        return DOES[action.verb](state, seat, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return the match points of all rounds together, once the last round is over."""
        if not state.match.over:
            return None
        scores = state.match.totals()
        return Outcome(scores, places(scores))

    def usual_length(self, setup: Setup) -> int:
        """Return the usual number of entries: about 95 for a round, 115 with tactics cards."""
        options = chosen(self.options, setup)
        return int(options["rounds"]) * (115 if options["tactics"] == "on" else 95)

    def facts(self, state: State) -> dict[str, str]:
        """Return the facts for transcripts: round, decks, owners of the stones, and points."""
        held = owners(state.stones)
        points = state.match.totals()
        facts = {"round": str(views.number(state)), "clan": str(len(state.decks[0]))}
        if state.match.tactics:
            facts["tactics"] = str(len(state.decks[1]))
        stones = "".join("-" if owner == NO_SEAT else str(owner) for owner in held)
        return {**facts, "stones": stones, "points": ",".join(map(str, points))}


def _play(state: State, seat: Seat, action: Action) -> State:
    return (
        turns.lay(state, seat, action)
        if action.card not in MODES
        else tactics.fight(state, seat, action)
    )


DOES: dict[str, Callable[[State, Seat, Action], State]] = {
    "play": _play,
    "pass": turns.pass_,
    "claim": turns.claim,
    "draw": turns.draw,
    "end": turns.end,
    "return": turns.return_,
    **tactics.RUSES,
}

ENGINE: Engine[State, Action, View] = SchottenTotten()
