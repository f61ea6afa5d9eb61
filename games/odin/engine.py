"""The rules of Odin. Numbers in brackets, 3.1 to 3.5, are those of the written rules."""

from __future__ import annotations

from collections.abc import Sequence

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
from games.odin import view as views
from games.odin.actions import PASS, Action, beats, leads, takes
from games.odin.sets import NAMES, SETS, Bits, as_bits
from games.odin.state import Finished, Match, Play, State
from games.odin.view import View

HAND = 9


class Odin:
    """The engine of Odin."""

    slug = "odin"
    title = "Odin"
    seats = range(2, 7)
    ruleset = 1
    options: tuple[Option, ...] = (
        Option(
            "target",
            ("10", "15", "20"),
            "15",
            gettext_noop("Played to"),
            (gettext_noop("10 points"), gettext_noop("15 points"), gettext_noop("20 points")),
            (
                gettext_noop("about 8 min"),
                gettext_noop("about 12 min"),
                gettext_noop("about 16 min"),
            ),
            (
                gettext_noop("to 10 points"),
                gettext_noop("to 15 points"),
                gettext_noop("to 20 points"),
            ),
            variation=False,
        ),
    )
    automatic: frozenset[str] = frozenset()
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    encode = staticmethod(code_of)

    def start(self, setup: Setup) -> State:
        """Return a match without cards. Raise BadSetup."""
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Odin ruleset 1 is for two to six")
        options = chosen(self.options, setup)
        nothing = (0,) * setup.seats
        return State(
            Match(setup.seats, int(options["target"])), None, False, 0, (), nothing, nothing, 0, 0
        )

    def chance(self, state: State) -> tuple[str, ...]:
        """Return the seats first, then the whole deck before each hand."""
        match = state.match
        if not match.order:
            return seat_cards(match.seats)
        return NAMES if state.turn is None and not match.over else ()

    def deal(self, state: State, cards_dealt: tuple[str, ...]) -> State:
        """Set the order of play, or deal the hands. The cards that are left stay out of play."""
        match = state.match
        if not match.order:
            return state._replace(match=match.seated(seat_order(cards_dealt)))
        starter = match.order[0] if match.starter == NO_SEAT else match.after[match.starter]  # O-a
        hands = [0] * match.seats
        for i, seat in enumerate(match.order):
            hands[seat] = as_bits(cards_dealt[i * HAND : (i + 1) * HAND])
        undealt = as_bits(cards_dealt[match.seats * HAND :])
        return State(
            match._replace(starter=starter),
            starter,
            False,
            0,
            (),
            tuple(hands),
            (0,) * match.seats,
            0,
            undealt,
        )

    def to_act(self, state: State) -> Seats:
        """Return the seat whose turn it is."""
        return ACTING[state.turn]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return all sets to lead; or all sets that beat the last one, and the pass; or the cards
        to take."""
        _, turn, taking, _, plays, hands, _, _, _ = state
        if seat != turn:
            return ()
        if taking:
            return takes(plays[-2].set.cards)
        if plays:
            return [*beats(hands[seat], plays[-1].set), PASS]
        return leads(hands[seat])

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after a set was played, a card was taken, or the seat passed."""
        verb = action.verb
        if verb == "pass":
            return _pass(state, seat)
        return (
            _play(state, seat, action.cards) if verb == "play" else _take(state, seat, action.cards)
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the penalty points, once a seat has reached the target (3.5). The lowest wins;
        level totals share a place (O-c)."""
        if state.turn is not None or not state.match.over:
            return None
        scores = state.match.totals()
        return Outcome(scores, places(scores, low_wins=True))  # level: shared (O-c)

    def usual_length(self, setup: Setup) -> int:
        """Return the usual number of entries, which grows with the target and with the seats."""
        return int(chosen(self.options, setup)["target"]) * (8 + 2 * setup.seats)

    def facts(self, state: State) -> dict[str, str]:
        """Return the facts for transcripts: number of the hand, value on the table, cards in the
        hands, and scores."""
        view = self.view(state, None)
        table = view.plays[-1].value if view.plays else "-"
        counts, totals = [
            ",".join(map(str, numbers)) for numbers in (view.hand_counts, view.totals)
        ]
        return {"hand": str(view.number), "table": str(table), "cards": counts, "scores": totals}


ENGINE: Engine[State, Action, View] = Odin()


def _play(state: State, seat: Seat, cards: Bits) -> State:
    match, _, _, _, plays, hands, taken, gone, undealt = state
    hand = hands[seat] ^ cards
    beaten = plays[-1].set if plays else None
    plays = (*plays, Play(seat, SETS[cards], 0))
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    known = taken[seat] & hand
    if known != taken[seat]:
        taken = (*taken[:seat], known, *taken[seat + 1 :])
    if not hand:  # the hand is over at once, and nothing is taken (3.3, O-f)
        return State(
            _finished(match, plays, hands),
            None,
            False,
            0,
            plays,
            hands,
            taken,
            gone | (beaten.cards if beaten else 0),
            undealt,
        )
    turn = seat if beaten else match.after[seat]
    return State(match, turn, beaten is not None, 0, plays, hands, taken, gone, undealt)


def _take(state: State, seat: Seat, card: Bits) -> State:
    match, _, _, _, plays, hands, taken, gone, undealt = state
    beaten, (_, played, _) = plays[-2].set, plays[-1]
    plays = (*plays[:-1], Play(seat, played, card))
    hands = (*hands[:seat], hands[seat] | card, *hands[seat + 1 :])
    taken = (*taken[:seat], taken[seat] | card, *taken[seat + 1 :])
    return State(
        match,
        match.after[seat],
        False,
        0,
        plays,
        hands,
        taken,
        gone | beaten.cards ^ card,
        undealt,
    )


def _pass(state: State, seat: Seat) -> State:
    match, _, _, passes, plays, hands, taken, gone, undealt = state
    passes += 1
    # the table is cleared, and the next seat is the one that played last
    if passes == match.seats - 1:
        gone |= plays[-1].set.cards
        passes, plays = 0, ()
    return State(match, match.after[seat], False, passes, plays, hands, taken, gone, undealt)


def _finished(match: Match, plays: tuple[Play, ...], hands: tuple[Bits, ...]) -> Match:
    """Return the match after a hand: each seat gets a point for each card left in its hand
    (3.4)."""
    out, laid, _ = plays[-1]
    whole = len(plays) == 1 and laid.size > 1
    ended = Finished(match.starter, out, laid, whole, tuple(hand.bit_count() for hand in hands))
    return match._replace(past=(*match.past, ended))
