"""The view of Lost Cities: a viewer's knowledge as card names and numbers; and `imagine`, which
makes states that agree with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from games.kernel.protocol import Rng, Seat
from games.kernel.seats import NO_SEAT
from games.lost_cities.deck import CARDS, NAMES, SUIT_OF, SUITS, Card, cards, deck, names
from games.lost_cities.scoring import earns_bonus, score, total
from games.lost_cities.state import Match, Piles, Round, Side, State
from games.lost_cities.state import Pile as Cards

Step: TypeAlias = Literal["put", "draw"]


@dataclass(frozen=True, slots=True)
class Expedition:
    """The cards of one seat in one suit, in the order played, and their score as they lie."""

    cards: tuple[str, ...]
    score: int
    bonus: bool


Expeditions: TypeAlias = tuple[tuple[Expedition, ...], ...]
"""By seat, then by suit in the order of `View.suits`."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round; `scores` are by seat."""

    starter: Seat
    expeditions: Expeditions
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile. The cards below the top may not be looked at (1.4)."""

    top: str | None
    count: int


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator (`viewer` is None), may know. Tuples are by seat, or by
    suit in the order of `suits`."""

    viewer: Seat | None
    suits: str
    rounds: int
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    round: int
    """The number of the round on the table, from 1; 0 before the first deal. A finished round stays
    until the next deal."""
    starter: Seat | None
    turn: Seat | None
    """None before a deal and at the end."""
    step: Step | None
    closed: str | None
    """The suit that was discarded this turn. Its pile may not be drawn from."""
    hand: tuple[str, ...]
    """The viewer's own cards, sorted."""
    newest: str
    """The card that came last into the viewer's hand; "" while the viewer is to draw, and for a
    spectator."""
    drawn: tuple[str, ...]
    """The cards that the viewer drew from the stock in this round, in order; () for a spectator."""
    hand_counts: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    """By seat, the cards that it openly drew from a discard pile and that have not left its hand
    since."""
    expeditions: Expeditions
    piles: tuple[Pile, ...]
    stock: int
    round_scores: tuple[int, ...]
    """The scores of the round on the table, as it stands."""
    totals: tuple[int, ...]
    """The scores of the finished rounds and of the round on the table together."""
    past: tuple[Result, ...]
    """Finished rounds; the last of them may still be on the table."""
    over: bool


def view(state: State, viewer: Seat | None) -> View:
    """Return the view of a seat, or of a spectator (None).

    Every move and every imagined state needs one, so its tuples are made from lists, which is
    faster than from generators.
    """
    match, sides = state.match, state.sides
    running = state.turn is not None
    round_scores = tuple([total(side.expeditions) for side in sides])
    totals = match.totals()
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
        hand=() if viewer is None else names(sorted(sides[viewer].hand)),
        newest=_newest(state, viewer),
        drawn=() if viewer is None else names(sides[viewer].drawn),
        hand_counts=tuple([len(side.hand) for side in sides]),
        taken=tuple([names(side.taken) for side in sides]),
        expeditions=_shown([side.expeditions for side in sides]),
        piles=tuple(map(_pile, state.piles)),
        stock=len(state.stock),
        round_scores=round_scores,
        totals=tuple(map(sum, zip(totals, round_scores, strict=True))) if running else totals,
        past=tuple(map(_result, match.past)),
        over=match.over,
    )


def imagine(view: View, rng: Rng) -> State:
    """Return a state that agrees with the view. Each card out of sight lies, with equal likelihood,
    anywhere it can lie: below the top of its suit's pile, in a hand, or in the stock."""
    hidden = out_of_sight(view)
    rng.shuffle(hidden)
    piles = tuple([_imagined_pile(suit, pile, hidden) for suit, pile in enumerate(view.piles)])
    # The piles took the first cards of their suits: those that are left would lie too late.
    rng.shuffle(hidden)
    first, second = [_imagined_side(view, seat, hidden) for seat in (0, 1)]
    past = tuple(
        [Round(played.starter, tuple(map(_cards, played.expeditions))) for played in view.past]
    )
    return State(
        match=Match(
            len(view.suits),
            view.rounds,
            view.order,
            past,
            NO_SEAT if view.starter is None else view.starter,
        ),
        turn=view.turn,
        drawing=view.step == "draw",
        closed=1 << SUITS.index(view.closed) if view.closed else 0,
        filled=sum([1 << suit for suit, pile in enumerate(piles) if pile]),
        sides=(first, second),
        piles=piles,
        stock=tuple(hidden[: view.stock]),
    )


def _newest(state: State, viewer: Seat | None) -> str:
    if viewer is None or (state.drawing and state.turn == viewer):
        return ""
    hand = state.sides[viewer].hand
    return NAMES[hand[-1]] if hand else ""


def _known_hand(view: View, seat: Seat) -> tuple[str, ...]:
    """Return the cards of a hand that the viewer knows, its own newest card last."""
    if seat != view.viewer:
        return view.taken[seat]
    newest = view.hand.index(view.newest) if view.newest else len(view.hand)
    return (*view.hand[:newest], *view.hand[newest + 1 :], *view.hand[newest : newest + 1])


def out_of_sight(view: View) -> list[Card]:
    """Return the cards out of the viewer's sight: hidden hands, the stock, and the discard piles
    below their tops."""
    hidden = list(deck(len(view.suits)))
    tops = [pile.top for pile in view.piles if pile.top]
    played = [name for own in view.expeditions for expedition in own for name in expedition.cards]
    for name in chain(tops, played, _known_hand(view, 0), _known_hand(view, 1)):
        hidden.remove(CARDS[name])
    return hidden


def _imagined_pile(suit: int, pile: Pile, hidden: list[Card]) -> Cards:
    """Return a discard pile whose cards below the top are some hidden ones of its suit. Remove them
    from `hidden`."""
    if not pile.top:
        return ()
    below = [card for card in hidden if SUIT_OF[card] == suit][: pile.count - 1]
    for card in below:
        hidden.remove(card)
    return (*below, CARDS[pile.top])


def _imagined_side(view: View, seat: Seat, hidden: list[Card]) -> Side:
    known = cards(_known_hand(view, seat))
    missing = view.hand_counts[seat] - len(known)
    drawn = hidden[:missing]
    del hidden[:missing]
    return Side(
        (*known, *drawn),
        cards(view.taken[seat]),
        _cards(view.expeditions[seat]),
        cards(view.drawn) if seat == view.viewer else (),
    )


@lru_cache(8192)
def _pile(pile: Cards) -> Pile:
    return Pile(NAMES[pile[-1]] if pile else None, len(pile))


@cache  # as bounded as `score`
def _expedition(pile: Cards) -> Expedition:
    return Expedition(names(pile), score(pile), earns_bonus(pile))


def _shown(expeditions: Iterable[Piles]) -> Expeditions:
    return tuple([tuple(map(_expedition, own)) for own in expeditions])


def _result(played: Round) -> Result:
    return Result(played.starter, _shown(played.expeditions), tuple(map(total, played.expeditions)))


def _cards(expeditions: tuple[Expedition, ...]) -> Piles:
    return tuple([cards(expedition.cards) for expedition in expeditions])
