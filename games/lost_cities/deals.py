"""The deals that a bot imagines: a seat keeps the cards that it can play and those that the other
one waits for, and lets the others go."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TypeAlias

from games.bots.protocol import Dice, Still
from games.kernel.protocol import Seat
from games.lost_cities.deck import KINDS, SUIT_OF, Card
from games.lost_cities.state import Pile, Piles, State
from games.lost_cities.view import View, imagine

FITS, OPEN, DEAD = range(3)
"""The use of a card to a seat: it fits a begun expedition; its expedition has not begun; it can no
longer be played."""
LOW = 4
"""The kind of the 5: numbers below it are low."""
Kept: TypeAlias = tuple[tuple[float, float, float], ...]
"""The odds that a card out of sight is in the hand of the other seat, as a multiple of those by the
number of cards: by what it is to that seat, and then by what it is to the viewer. Rounded from
1,500 rounds of Club against Club."""
HIGH_KEPT: Kept = ((3.0, 2.6, 1.9), (1.5, 1.0, 0.85), (0.9, 0.4, 0.75))
LOW_KEPT: Kept = ((1.0, 1.0, 0.75), (0.75, 0.5, 0.4), (0.5, 0.2, 0.45))
WAGERS_KEPT: Kept = ((0.3, 0.3, 0.2), (1.4, 0.8, 0.35), (0.55, 0.3, 0.35))


def deals(view: View, seat: Seat, rng: Dice) -> Iterator[State]:
    """Yield states that agree with the view of a seat, without end."""
    base = imagine(view, Still())
    mine, other = base.sides[seat], base.sides[1 - seat]
    begun = len(other.taken)  # an imagined hand begins with the cards that were openly taken
    hidden = [
        *other.hand[begun:],
        *base.stock,
        *(card for pile in base.piles for card in pile[:-1]),
    ]
    kept = {card: odds(card, other.expeditions, mine.expeditions) for card in hidden}
    gone = {card: 1 / chance for card, chance in kept.items()}
    while True:
        left = hidden[:]
        piles = tuple([_pile(pile, left, gone, rng) for pile in base.piles])
        hand = (*other.taken, *_drawn(left, kept, len(other.hand) - begun, rng))
        rng.shuffle(left)
        theirs = other._replace(hand=hand)
        sides = (mine, theirs) if seat == 0 else (theirs, mine)
        yield base._replace(sides=sides, piles=piles, stock=tuple(left))


def odds(card: Card, theirs: Piles, mine: Piles) -> float:
    """Return the odds that a card is in the hand of the other seat, by the expeditions of that seat
    and of the viewer."""
    suit, kind = SUIT_OF[card], card % KINDS
    kept = WAGERS_KEPT if kind == 0 else LOW_KEPT if kind < LOW else HIGH_KEPT
    return kept[use(kind, theirs[suit])][use(kind, mine[suit])]


def use(kind: int, expedition: Pile) -> int:
    """Return the use of a card to a seat with this expedition of its suit."""
    if not expedition:
        return OPEN
    top = expedition[-1] % KINDS
    return FITS if kind > top or kind == top == 0 else DEAD


def _pile(pile: Pile, left: list[Card], gone: Mapping[Card, float], rng: Dice) -> Pile:
    """Return a discard pile whose cards below the top are some of those that are left. Remove them
    from these."""
    if len(pile) < 2:
        return pile
    suit = SUIT_OF[pile[-1]]
    below = _drawn([card for card in left if SUIT_OF[card] == suit], gone, len(pile) - 1, rng)
    for card in below:
        left.remove(card)
    return (*below, pile[-1])


def _drawn(cards: list[Card], chances: Mapping[Card, float], number: int, rng: Dice) -> list[Card]:
    """Remove so many of the cards, each by its chance, and return them."""
    found = []
    for _ in range(number):
        sums = list(accumulate([chances[card] for card in cards]))
        found.append(cards.pop(min(bisect(sums, rng.random() * sums[-1]), len(cards) - 1)))
    return found
