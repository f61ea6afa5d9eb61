"""The rules of Lost Cities; rule numbers are those of the rules page (1.1 to 1.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

from games.kernel.protocol import BadSetup, Engine, Option, Outcome, Rng, Seat, Setup, chosen, gettext_noop, places
from games.lost_cities import view as seen
from games.lost_cities.deck import CARDS, NAMES, SUIT_OF, SUITS, Card, Suit, cards, deck, names
from games.lost_cities.scoring import earns_bonus, score, total
from games.lost_cities.view import View

HAND = 8
STOCK = -1
NO_SEAT = -1

T = TypeVar("T")
Hand: TypeAlias = tuple[Card, ...]
Hands: TypeAlias = tuple[Hand, Hand]
Pile: TypeAlias = tuple[Card, ...]
"""An expedition or a discard pile, top card last."""
Piles: TypeAlias = tuple[Pile, ...]
"""By suit."""
Expeditions: TypeAlias = tuple[Piles, Piles]
"""By seat. An expedition never falls, and only investments repeat: so a card fits where it is no lower than the top."""


class Round(NamedTuple):
    """A finished round."""

    starter: Seat
    expeditions: Expeditions


class Match(NamedTuple):
    """What stays the same throughout a round."""

    suits: int
    rounds: int
    order: tuple[Seat, ...] = ()
    past: tuple[Round, ...] = ()
    starter: Seat = NO_SEAT

    def totals(self) -> list[int]:
        """Scores of the finished rounds."""
        return [sum(total(played.expeditions[seat]) for played in self.past) for seat in (0, 1)]


class State(NamedTuple):
    """A moment of the game. A named tuple: a frozen dataclass takes four times as long to build."""

    match: Match
    turn: Seat | None  # None before a deal and at the end
    drawing: bool  # the second step of the turn
    closed: int  # a bit for the suit discarded this turn
    filled: int  # a bit for each suit whose discard pile has cards
    hands: Hands
    taken: Hands  # the part of each hand that was openly drawn from discard piles
    expeditions: Expeditions
    piles: Piles
    stock: tuple[Card, ...]  # next card first


@dataclass(frozen=True, slots=True)
class Action:
    """`which` is the card to play or discard, or the suit of the pile to draw from (or STOCK)."""

    verb: str
    which: int
    code: str


PLAY = tuple(Action("play", card, f"play {name}") for card, name in enumerate(NAMES))
DISCARD = tuple(Action("discard", card, f"discard {name}") for card, name in enumerate(NAMES))
DRAW_STOCK = Action("draw", STOCK, "draw stock")
DRAW = tuple(Action("draw", suit, f"draw {name}") for suit, name in enumerate(SUITS))
DRAWS = tuple((DRAW_STOCK, *(draw for draw in DRAW if piles >> draw.which & 1)) for piles in range(1 << len(SUITS)))
ACTING = (frozenset({0}), frozenset({1}))
NOBODY: frozenset[Seat] = frozenset()


class LostCities:
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
        ),
        Option(
            "suits",
            ("5", "6"),
            "5",
            gettext_noop("Suits"),
            (gettext_noop("Five"), gettext_noop("Six")),
            (gettext_noop("60 cards"), gettext_noop("72 cards")),
        ),
    )
    automatic: frozenset[str] = frozenset()

    def start(self, setup: Setup) -> State:
        if setup.seats not in self.seats or setup.ruleset != self.ruleset:
            raise BadSetup("Lost Cities ruleset 1 is for two")
        options = chosen(self.options, setup)
        return _cleared(Match(suits=int(options["suits"]), rounds=int(options["rounds"])))

    def chance(self, state: State) -> tuple[str, ...]:
        match = state.match
        if not match.order:
            return ("S0", "S1")
        if state.turn is None and len(match.past) < match.rounds:
            return names(deck(match.suits))
        return ()

    def deal(self, state: State, cards_dealt: tuple[str, ...]) -> State:
        match = state.match
        if not match.order:
            return _cleared(match._replace(order=tuple(int(name[1:]) for name in cards_dealt)))
        dealt = cards(cards_dealt)
        hands = {seat: tuple(sorted(dealt[i * HAND : (i + 1) * HAND])) for i, seat in enumerate(match.order)}
        starter = _next_starter(match)
        return _cleared(match._replace(starter=starter))._replace(turn=starter, hands=(hands[0], hands[1]), stock=dealt[2 * HAND :])

    def to_act(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.turn is None else ACTING[state.turn]

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        _, turn, drawing, closed, filled, hands, _, expeditions, _, _ = state
        if seat != turn:
            return ()
        if drawing:
            return DRAWS[filled ^ closed]
        hand, own = sorted(set(hands[seat])), expeditions[seat]
        plays = [PLAY[card] for card in hand if not (expedition := own[SUIT_OF[card]]) or card >= expedition[-1]]
        return plays + [DISCARD[card] for card in hand]

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        return STEPS[action.verb](state, seat, action.which)

    def outcome(self, state: State) -> Outcome | None:
        match = state.match
        if len(match.past) < match.rounds:
            return None
        scores = tuple(match.totals())
        return Outcome(scores, places(scores))

    def view(self, state: State, viewer: Seat | None) -> View:
        match = state.match
        running = state.turn is not None
        round_scores = tuple(map(total, state.expeditions))
        past_totals = match.totals()
        return View(
            viewer=viewer,
            suits=SUITS[: match.suits],
            rounds=match.rounds,
            order=match.order,
            round=len(match.past) + running,
            starter=None if match.starter == NO_SEAT else match.starter,
            turn=state.turn,
            step=("draw" if state.drawing else "put") if running else None,
            closed=SUITS[state.closed.bit_length() - 1] if state.closed else None,
            hand=() if viewer is None else names(sorted(state.hands[viewer])),
            hand_counts=tuple(map(len, state.hands)),
            taken=tuple(map(names, state.taken)),
            expeditions=_shown(state.expeditions),
            piles=tuple([seen.Pile(NAMES[pile[-1]] if pile else None, len(pile)) for pile in state.piles]),
            stock=len(state.stock),
            round_scores=round_scores,
            totals=tuple(map(sum, zip(past_totals, round_scores, strict=True))) if running else tuple(past_totals),
            past=tuple([_shown_round(played) for played in match.past]),
            over=len(match.past) == match.rounds,
        )

    def imagine(self, view: View, rng: Rng) -> State:
        """Cards out of sight go wherever they may be, each way equally likely: below the top of their suit's pile, hands, stock."""
        past = tuple([Round(played.starter, _unshown(played.expeditions)) for played in view.past])
        match = Match(len(view.suits), view.rounds, view.order, past, NO_SEAT if view.starter is None else view.starter)
        expeditions, taken = _unshown(view.expeditions), (cards(view.taken[0]), cards(view.taken[1]))
        hands = [cards(view.hand) if seat == view.viewer else taken[seat] for seat in (0, 1)]
        tops = [CARDS[pile.top] for pile in view.piles if pile.top]
        hidden = deck(match.suits)
        for card in chain(tops, *hands, *expeditions[0], *expeditions[1]):
            hidden.remove(card)
        rng.shuffle(hidden)
        piles = tuple([_imagined_pile(suit, pile, hidden) for suit, pile in enumerate(view.piles)])
        for seat, hand in enumerate(hands):
            missing = view.hand_counts[seat] - len(hand)
            hands[seat], hidden = hand + tuple(hidden[:missing]), hidden[missing:]
        return State(
            match=match,
            turn=view.turn,
            drawing=view.step == "draw",
            closed=1 << SUITS.index(view.closed) if view.closed else 0,
            filled=sum(1 << suit for suit, pile in enumerate(piles) if pile),
            hands=(hands[0], hands[1]),
            taken=taken,
            expeditions=expeditions,
            piles=piles,
            stock=tuple(hidden[: view.stock]),
        )

    def encode(self, action: Action) -> str:
        return action.code

    def facts(self, state: State) -> dict[str, str]:
        """What a line of a transcript may state about the position, besides whose turn it is."""
        view = self.view(state, None)
        return {"round": str(view.round), "stock": str(view.stock), "scores": ",".join(map(str, view.totals))}


ENGINE: Engine[State, Action, View] = LostCities()


def _cleared(match: Match) -> State:
    """An empty table, nobody to act."""
    nothing = ((),) * match.suits
    return State(match, None, False, 0, 0, ((), ()), ((), ()), (nothing, nothing), nothing, ())


def _next_starter(match: Match) -> Seat:
    """Drawn at random, then the higher running total; at level totals whoever did not start the last round (1.2, L-a, L-b, L-h)."""
    if match.starter == NO_SEAT:
        return match.order[0]
    first, second = match.totals()
    if first == second:
        return 1 - match.starter
    return 0 if first > second else 1


def _play(state: State, seat: Seat, card: Card) -> State:
    match, _, _, _, filled, hands, taken, expeditions, piles, stock = state
    suit = SUIT_OF[card]
    own = expeditions[seat]
    own = _topped(own, suit, own[suit] + (card,))
    hands, taken = _put_down(hands, taken, seat, card)
    return State(match, seat, True, 0, filled, hands, taken, _for_seat(expeditions, seat, own), piles, stock)


def _discard(state: State, seat: Seat, card: Card) -> State:
    match, _, _, _, filled, hands, taken, expeditions, piles, stock = state
    suit = SUIT_OF[card]
    piles = _topped(piles, suit, piles[suit] + (card,))
    hands, taken = _put_down(hands, taken, seat, card)
    return State(match, seat, True, 1 << suit, filled | 1 << suit, hands, taken, expeditions, piles, stock)


def _draw(state: State, seat: Seat, source: Suit) -> State:
    match, _, _, _, filled, hands, taken, expeditions, piles, stock = state
    if source == STOCK:
        hands, stock = _with(hands, seat, stock[0]), stock[1:]
        if not stock:  # the round stops at once; the table stays as it is until the next deal (1.5)
            match = match._replace(past=(*match.past, Round(match.starter, expeditions)))
            return State(match, None, False, 0, filled, hands, taken, expeditions, piles, stock)
    else:
        *below, card = piles[source]
        hands, taken, piles = _with(hands, seat, card), _with(taken, seat, card), _topped(piles, source, tuple(below))
        if not below:
            filled ^= 1 << source
    return State(match, 1 - seat, False, 0, filled, hands, taken, expeditions, piles, stock)


STEPS = {"play": _play, "discard": _discard, "draw": _draw}


def _put_down(hands: Hands, taken: Hands, seat: Seat, card: Card) -> tuple[Hands, Hands]:
    return _without(hands, seat, card), _without(taken, seat, card) if card in taken[seat] else taken


def _with(hands: Hands, seat: Seat, card: Card) -> Hands:
    return _for_seat(hands, seat, hands[seat] + (card,))


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    hand = hands[seat]
    i = hand.index(card)
    return _for_seat(hands, seat, hand[:i] + hand[i + 1 :])


def _for_seat(pair: tuple[T, T], seat: Seat, item: T) -> tuple[T, T]:
    return (pair[0], item) if seat else (item, pair[1])


def _topped(piles: Piles, suit: Suit, pile: Pile) -> Piles:
    return piles[:suit] + (pile,) + piles[suit + 1 :]  # noqa: RUF005


@cache  # as bounded as `score`
def _shown_pile(pile: Pile) -> seen.Expedition:
    return seen.Expedition(names(pile), score(pile), earns_bonus(pile))


def _shown(expeditions: Expeditions) -> seen.Expeditions:
    return tuple([tuple(map(_shown_pile, own)) for own in expeditions])


def _shown_round(played: Round) -> seen.Round:
    return seen.Round(played.starter, _shown(played.expeditions), tuple(map(total, played.expeditions)))


def _unshown(shown: seen.Expeditions) -> Expeditions:
    first, second = [tuple([cards(expedition.cards) for expedition in own]) for own in shown]
    return first, second


def _imagined_pile(suit: Suit, pile: seen.Pile, hidden: list[Card]) -> Pile:
    """The cards below the top are some of the hidden ones of that suit; takes them out of `hidden`."""
    if not pile.top:
        return ()
    below = [card for card in hidden if SUIT_OF[card] == suit][: pile.count - 1]
    for card in below:
        hidden.remove(card)
    return (*below, CARDS[pile.top])
