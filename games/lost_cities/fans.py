"""Expeditions as the board draws them, with their scores as sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.lost_cities.deck import cards
from games.lost_cities.scoring import BONUS, COST, earns_bonus, score
from games.screens.cards import Card, drawn
from games.screens.languages import per_language
from games.screens.phrases import minus, signed

# cards that a fan shows one by one; in a longer one the investments become one card with a number
LONG = 7

# Fans are cached, so they can be compared by identity, as cards are.


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """An expedition of one side in one suit. `long`: its investments are drawn as one card. `score`
    is "" without a card, `low` is true below zero. `sum` says how `worth`, the score, comes
    about."""

    cards: tuple[Card, ...]
    long: bool
    score: str
    low: bool
    bonus: bool
    worth: int
    sum: str
    count: int  # of cards, also where investments lie as one


@per_language()  # as bounded as the expeditions themselves
def fan(names: tuple[str, ...]) -> Fan:
    """Return an expedition as the board draws it."""
    worth, bonus = score(cards(names)), earns_bonus(cards(names))
    investments = sum([name[1] == "x" for name in names])
    long = len(names) > LONG
    as_one = investments if long else 0
    first = (drawn(names[0], as_one),) if as_one else ()
    return Fan(
        (*first, *map(drawn, names[as_one:])),
        long,
        signed(worth) if names else "",
        worth < 0,
        bonus,
        worth,
        _sum([int(name[1:]) for name in names[investments:]], investments, worth, bonus)
        if names
        else "",
        len(names),
    )


def _sum(numbers: Sequence[int], investments: int, worth: int, bonus: bool) -> str:
    """Return the score of an expedition as a sum: "(4 + 7 + 8 − 20) × 2 = −2"."""
    steps = f"{' + '.join(map(str, numbers)) or 0} − {COST}"
    if investments:
        steps = f"({steps}) × {investments + 1}"
    if bonus:
        steps += f" + {BONUS}"
    return f"{steps} = {minus(worth)}"
