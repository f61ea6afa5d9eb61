"""Proofs of claims, from public facts only: hands are not used (2.5).

A claim is proved when no completion of the other side is strictly better. An equal one would be
complete later, and so lose. Tactics cards that are still hidden are not considered (T-i). Those on
the stone count as they lie.
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
"""Proved: "better", the own formation is better than all that the other side can have; "earlier",
as good but complete first; "unreachable", too few cards are left to complete the other side. Not
proved: "beaten", the other side has or can have a better one; "later", it has one as good and was
complete first."""
PROVED = ("better", "earlier", "unreachable")

WITNESSES = 12
"""The number of earlier results tried before a search: unseen cards mostly stay unseen for a
turn."""


class Proof(NamedTuple):
    """The reason why a stone can be claimed with a complete side, or cannot."""

    verdict: Verdict
    mine: Formation
    theirs: Formation | None
    """The formation of the other side, or the strongest that it can still be; None where it cannot
    be completed."""
    cards: Cards
    """Unseen cards that complete the other side to this formation; none where it is complete
    already."""

    @property
    def proved(self) -> bool:
        """Tell whether the claim is proved."""
        return self.verdict in PROVED


def worth(stone: Stone, seat: Seat) -> Formation:
    """Return the formation of a complete side."""
    return formation(stone.sides[seat], stone.size, stone.blind)


def leader(stone: Stone) -> Seat:
    """Return the seat that wins a stone which is complete on both sides."""
    worths = worth(stone, 0), worth(stone, 1)
    return stone.first if worths[0] == worths[1] else worths.index(max(worths))


def provable(stone: Stone, seat: Seat, unseen: Bits) -> bool:
    """Tell whether the seat can prove a claim to the stone."""
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
    """Return earlier search results for an incomplete side: (formation, its cards), the newest
    first. A result stays true while all its cards are unseen."""
    return []


def prove(stone: Stone, seat: Seat, unseen: Bits) -> Proof | None:
    """Return the result of `provable` with its reason: the strongest formation that the other side
    can have. None where there is nothing to claim."""
    if stone.owner != NO_SEAT or not stone.complete(seat):
        return None
    mine = worth(stone, seat)
    best = strongest(tuple(sorted(stone.sides[1 - seat])), stone.size, stone.blind, unseen)
    if best is None:
        return Proof("unreachable", mine, None, ())
    if best.formation == mine:
        return Proof("earlier" if stone.first == seat else "later", mine, mine, best.cards)
    return Proof("better" if mine > best.formation else "beaten", mine, best.formation, best.cards)
