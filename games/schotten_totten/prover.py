"""Who may claim a stone, and why not (rules 2.5). From public facts only: hands do not come in
here.

A claim is proved when no completion of the other side is strictly better: whoever completes it now
completes it later. Tactics cards that are still hidden are not considered (T-i); those on the stone
are taken as they lie.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.kernel.protocol import Seat
from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import Bits, Cards, as_bits
from games.schotten_totten.formations import KEPT, Formation, formation, search, strongest
from games.schotten_totten.state import Stone

Verdict: TypeAlias = Literal["better", "earlier", "unreachable", "beaten", "later"]
"""Proved: mine is better than all that the other can have; or as good but earlier; or the cards to
complete the other side are no more. Not proved: the other has, or can have, better; or has as good,
and had it first."""
PROVED = ("better", "earlier", "unreachable")

WITNESSES = 12
"""So many answers of the search are tried again before the next search: unseen cards are mostly
still unseen a turn later."""


class Proof(NamedTuple):
    """Why a complete side can be claimed, or cannot."""

    verdict: Verdict
    mine: Formation
    theirs: Formation | None
    """What the other side is worth, or at most can be; None where it cannot be completed."""
    cards: Cards
    """Unseen cards that complete the other side to this; none where it is complete already."""

    @property
    def proved(self) -> bool:
        return self.verdict in PROVED


def worth(stone: Stone, seat: Seat) -> Formation:
    """Of a complete side."""
    return formation(stone.sides[seat], stone.size, stone.blind)


def leader(stone: Stone) -> Seat:
    """Who wins a stone that is complete on both sides."""
    worths = worth(stone, 0), worth(stone, 1)
    return stone.first if worths[0] == worths[1] else worths.index(max(worths))


def provable(stone: Stone, seat: Seat, unseen: Bits) -> bool:
    """Whether the stone may be claimed."""
    mine, theirs = stone.forms[seat], stone.forms[1 - seat]
    if mine is None:
        return False
    if theirs is not None:
        return mine > theirs or (mine == theirs and stone.first == seat)
    side, size, blind = tuple(sorted(stone.sides[1 - seat])), 4 if stone.mud else 3, stone.blind
    reached = _reached(side, size, blind)
    for found, cards in reached:
        if found > mine and cards & unseen == cards:
            return False
    best = search(side, size, blind, unseen, mine)
    if best:
        reached[WITNESSES:] = []
        reached.insert(0, (best.formation, as_bits(best.cards)))
    return best is None


@lru_cache(KEPT)
def _reached(side: Cards, size: int, blind: bool) -> list[tuple[Formation, Bits]]:
    """What searches found an incomplete side to reach, and by which cards, the last first: as long
    as nobody has seen them, it does."""
    return []


def prove(stone: Stone, seat: Seat, unseen: Bits) -> Proof | None:
    """What `provable` answers, with the reason: the strongest that the other can have. None where
    there is nothing to be claimed."""
    if stone.owner != NO_SEAT or not stone.complete(seat):
        return None
    mine = worth(stone, seat)
    best = strongest(tuple(sorted(stone.sides[1 - seat])), stone.size, stone.blind, unseen)
    if best is None:
        return Proof("unreachable", mine, None, ())
    if best.formation == mine:
        return Proof("earlier" if stone.first == seat else "later", mine, mine, best.cards)
    return Proof("better" if mine > best.formation else "beaten", mine, best.formation, best.cards)
