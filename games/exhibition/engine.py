"""The rules of Exhibition: 20th Century. Numbers in brackets, 4.1 to 4.5, are those of the written
rules, E-a to E-n those of decisions about open points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from games.exhibition import turns
from games.exhibition import view as views
from games.exhibition.actions import DEPOT, FINISH, MOVE, TAKE, Action, placing
from games.exhibition.deck import CONTINENT_OF, DECADES, NAMES, NO_CARD, WHITE, cards
from games.exhibition.hall import bare
from games.exhibition.scoring import outcome, scores
from games.exhibition.showcases import DEPOT as DEPOT_SPOTS
from games.exhibition.showcases import Showcases
from games.exhibition.state import EMPTY, Hall, Match, State, Step
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
from games.kernel.protocol import gettext_noop as _
from games.kernel.seats import ACTING, Seats, seat_cards, seat_order

OPTIONS = (
    Option(
        "decades",
        ("off", "on"),
        "off",
        _("Secret decades"),
        (_("Off"), _("On")),
        (_("all points are open"), _("a point for each card of yours")),
        (_("no secret decades"), _("secret decades")),
    ),
    Option(
        "six",
        ("six", "links"),
        "six",
        _("Showcase of six"),
        (_("Six Continents"), _("Links")),
        (_("continents all different"), _("neighbours share a continent or are close in years")),
        (_("Six Continents"), _("Links")),
    ),
    Option(
        "era",
        ("era", "spread"),
        "era",
        _("Showcase of four"),
        (_("One Era"), _("Spread the Years")),
        (_("neighbours at most 10 years apart"), _("neighbours at least 20 years apart")),
        (_("One Era"), _("Spread the Years")),
    ),
    Option(
        "one",
        ("one", "decade", "short", "antiquity"),
        "one",
        _("Showcase of three"),
        (_("One Continent"), _("One Decade"), _("Short Era"), _("Antiquity")),
        (
            _("a continent nobody else shows"),
            _("all of one decade"),
            _("points for the shortest span"),
            _("points for the oldest year on the right"),
        ),
        (_("One Continent"), _("One Decade"), _("Short Era"), _("Antiquity")),
    ),
    Option(
        "gap",
        ("gap", "unique"),
        "gap",
        _("Showcase of two"),
        (_("Years Gap"), _("Unique Decades")),
        (_("points for the widest gap"), _("decades that nobody else shows")),
        (_("Years Gap"), _("Unique Decades")),
    ),
)


def showcases(chosen: Mapping[str, str]) -> Showcases:
    """Return the five showcases that the options choose."""
    return cast(Showcases, (chosen["six"], chosen["era"], chosen["one"], chosen["gap"], "mid"))


def _seek(state: State, seat: Seat) -> list[Action]:
    return [MOVE[continent] for continent, column in enumerate(state.columns) if column]


def _take(state: State, seat: Seat) -> list[Action]:
    return [TAKE[card] for card in state.columns[state.vehicles[seat]]]


def _travel(state: State, seat: Seat) -> Sequence[Action]:
    return TRAVEL[CONTINENT_OF[state.taken]]


def _place(state: State, seat: Seat) -> list[Action]:
    """Return the places for the card. Only a card without a legal spot lets a seat finish; any card
    may go to the depot (E-l)."""
    card, hall = state.taken, state.halls[seat]
    bit = 1 << card
    actions = [
        action
        for action, fitting in zip(placing(state.match.showcases), hall.fitting, strict=True)
        if fitting & bit
    ]
    if not actions:
        return [DEPOT, FINISH] if len(hall.depot) < DEPOT_SPOTS else [FINISH]
    if len(hall.depot) < DEPOT_SPOTS:
        actions.append(DEPOT)
    return actions


TRAVEL = (*[(action,) for action in MOVE], MOVE)
"""By continent of the card. A white card goes to any continent that its player chooses."""
assert len(TRAVEL) == WHITE + 1

LEGAL: dict[Step, Callable[[State, Seat], Sequence[Action]]] = {
    "seek": _seek,
    "take": _take,
    "travel": _travel,
    "place": _place,
}


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
        """Return the facts for transcripts: round, stock, taken card, empty spots, depots and
        scores."""
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
