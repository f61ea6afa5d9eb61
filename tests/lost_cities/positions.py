"""Rounds in the middle, for tests of the bot: the hands, the table and the stock by card names."""

from __future__ import annotations

from games.lost_cities.deck import SUITS, cards
from games.lost_cities.state import Match, Side, State


def side(hand: str, *expeditions: str) -> Side:
    """Return a seat with these cards."""
    own: list[tuple[int, ...]] = [()] * 5
    for expedition in expeditions:
        own[SUITS.index(expedition[0])] = cards(expedition.split())
    return Side(cards(hand.split()), (), tuple(own))


def position(ann: Side, ben: Side, stock: str, piles: str = "", drawing: bool = False) -> State:
    """Return a round in which it is Ann's turn."""
    thrown: list[tuple[int, ...]] = [()] * 5
    for card in cards(piles.split()):
        thrown[card // 10] += (card,)
    filled = sum([1 << suit for suit, pile in enumerate(thrown) if pile])
    match = Match(5, 1, (0, 1), (), 0)
    return State(match, 0, drawing, 0, filled, (ann, ben), tuple(thrown), cards(stock.split()))
