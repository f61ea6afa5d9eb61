"""The rules of Lost Cities. Numbers in brackets, 1.1 to 1.8, are those of the written rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from games.lost_cities import view as views
from games.lost_cities.deck import NAMES, SUIT_OF, SUITS, Card, Suit, cards, deck_names
from games.lost_cities.state import Match, Pile, Piles, Round, Side, State
from games.lost_cities.view import View

HAND = 8
STOCK = -1


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its code. `which` is the card to play or discard, or the suit of the pile to
    draw from (or STOCK)."""

    verb: str
    which: int
    code: str


PLAY = tuple(Action("play", card, f"play {name}") for card, name in enumerate(NAMES))
DISCARD = tuple(Action("discard", card, f"discard {name}") for card, name in enumerate(NAMES))
DRAW_STOCK = Action("draw", STOCK, "draw stock")
DRAW = tuple(Action("draw", suit, f"draw {name}") for suit, name in enumerate(SUITS))
DRAWS = tuple(
    (DRAW_STOCK, *(draw for draw in DRAW if piles >> draw.which & 1))
    for piles in range(1 << len(SUITS))
)


class LostCities:
    """The engine of Lost Cities."""

    slug = "lost_cities"
    title = "Lost Cities"
    seats = range(2, 3)
    ruleset = 1
    options: tuple[Option, ...] = (
        Option(
            "rounds",
            ("1", "3"),
            "1",
            gettext_noop("Rounds"),
            (gettext_noop("One"), gettext_noop("Three")),
            (gettext_noop("about 7 min"), gettext_noop("about 20 min")),
            (gettext_noop("1 round"), gettext_noop("3 rounds")),
            variation=False,
        ),
        Option(
            "suits",
            ("5", "6"),
            "5",
            gettext_noop("Suits"),
            (gettext_noop("Five"), gettext_noop("Six")),
            (gettext_noop("60 cards"), gettext_noop("72 cards")),
            (gettext_noop("5 suits"), gettext_noop("6 suits")),
        ),
    )
    automatic: frozenset[str] = frozenset()
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    encode = staticmethod(code_of)

    def start(self, setup: Setup) -> State:
        """Return a match without cards. Raise BadSetup."""
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Lost Cities ruleset 1 is for two")
        options = chosen(self.options, setup)
        return _cleared(Match(suits=int(options["suits"]), rounds=int(options["rounds"])))

    def chance(self, state: State) -> tuple[str, ...]:
        """Return the seats first, then the whole deck before each round."""
        match = state.match
        if not match.order:
            return seat_cards(2)
        if state.turn is None and not match.over:
            return deck_names(match.suits)
        return ()

    def deal(self, state: State, cards_dealt: tuple[str, ...]) -> State:
        """Set the order of play, or deal the hands of a round; the rest of the deck is the
        stock."""
        match = state.match
        if not match.order:
            return _cleared(match._replace(order=seat_order(cards_dealt)))
        dealt = cards(cards_dealt)
        starter = _next_starter(match)
        empty = _cleared(match._replace(starter=starter))
        hands = {seat: dealt[i * HAND : (i + 1) * HAND] for i, seat in enumerate(match.order)}
        first, second = [side._replace(hand=hands[seat]) for seat, side in enumerate(empty.sides)]
        return empty._replace(turn=starter, sides=(first, second), stock=dealt[2 * HAND :])

    def to_act(self, state: State) -> Seats:
        """Return the seat whose turn it is."""
        return ACTING[state.turn]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return all plays and then all discards, or all draws."""
        _, turn, drawing, closed, filled, sides, _, _ = state
        if seat != turn:
            return ()
        if drawing:
            return DRAWS[filled ^ closed]
        hand, _, own, _ = sides[seat]
        kinds = list(set(hand))
        kinds.sort()
        # An expedition never falls and only investments repeat: a card fits where it is no lower
        # than the top.
        plays = [
            PLAY[card]
            for card in kinds
            if not (expedition := own[SUIT_OF[card]]) or card >= expedition[-1]
        ]
        return plays + [DISCARD[card] for card in kinds]

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after a card was put down, or drawn."""
        verb = action.verb
        return (
            _draw(state, seat, action.which)
            if verb == "draw"
            else _put(state, seat, action.which, verb == "play")
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the scores of all rounds together, once the last round is over (1.6)."""
        if not state.match.over:
            return None
        scores = state.match.totals()
        return Outcome(scores, places(scores))

    def usual_length(self, setup: Setup) -> int:
        """Return the usual number of entries: about 90 for a round of five suits, 115 for six."""
        options = chosen(self.options, setup)
        return int(options["rounds"]) * (90 if options["suits"] == "5" else 115)

    def facts(self, state: State) -> dict[str, str]:
        """Return the facts for transcripts: round, stock and scores."""
        view = self.view(state, None)
        return {
            "round": str(view.round),
            "stock": str(view.stock),
            "scores": ",".join(map(str, view.totals)),
        }


ENGINE: Engine[State, Action, View] = LostCities()


def _cleared(match: Match) -> State:
    """Return a table without cards, where no seat must act."""
    nothing = ((),) * match.suits
    side = Side((), (), nothing)
    return State(match, None, False, 0, 0, (side, side), nothing, ())


def _next_starter(match: Match) -> Seat:
    """Return the seat that begins the next round: drawn at random, then the seat with the higher
    total; at level totals the seat that did not begin the last round (1.2, L-a, L-b, L-h)."""
    if match.starter == NO_SEAT:
        return match.order[0]
    first, second = match.totals()
    if first == second:
        return 1 - match.starter
    return 0 if first > second else 1


def _put(state: State, seat: Seat, card: Card, play: bool) -> State:
    match, _, _, closed, filled, sides, piles, stock = state
    hand, taken, expeditions, drawn = sides[seat]
    suit = SUIT_OF[card]
    if play:
        expeditions = _with(expeditions, suit, expeditions[suit] + (card,))
    else:
        closed = 1 << suit
        filled |= closed
        piles = _with(piles, suit, piles[suit] + (card,))
    at = hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    if card in taken:
        at = taken.index(card)
        taken = taken[:at] + taken[at + 1 :]
    side = Side(hand, taken, expeditions, drawn)
    return State(
        match,
        seat,
        True,
        closed,
        filled,
        (sides[0], side) if seat else (side, sides[1]),
        piles,
        stock,
    )


def _draw(state: State, seat: Seat, suit: Suit) -> State:
    match, _, _, _, filled, sides, piles, stock = state
    hand, taken, expeditions, drawn = sides[seat]
    turn: Seat | None = 1 - seat
    if suit == STOCK:
        card, stock = stock[:1], stock[1:]
        hand, drawn = hand + card, drawn + card
        if not stock:  # the round stops at once; the table stays as it is until the next deal (1.5)
            ended = Round(match.starter, (sides[0].expeditions, sides[1].expeditions))
            match, turn = match._replace(past=(*match.past, ended)), None
    else:
        pile = piles[suit]
        card = pile[-1:]
        hand, taken = hand + card, taken + card
        piles = _with(piles, suit, pile[:-1])
        if len(pile) == 1:
            filled ^= 1 << suit
    side = Side(hand, taken, expeditions, drawn)
    return State(
        match,
        turn,
        False,
        0,
        filled,
        (sides[0], side) if seat else (side, sides[1]),
        piles,
        stock,
    )


def _with(piles: Piles, suit: Suit, pile: Pile) -> Piles:
    return piles[:suit] + (pile,) + piles[suit + 1 :]  # noqa: RUF005 (unpacking is slower)
