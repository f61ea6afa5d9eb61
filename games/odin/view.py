"""What a viewer of Odin knows, as card names and numbers, and the states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.kernel.protocol import Seat

Step: TypeAlias = Literal["lead", "follow", "take"]
"""What the seat to act does: open a round, beat the set on the table or pass, take one card of the set that it has just beaten."""


@dataclass(frozen=True, slots=True)
class Play:
    """A set that a seat laid in this round. `took`: the card of the beaten set that went into its hand; None for a lead, and until it is
    taken."""

    seat: Seat
    cards: tuple[str, ...]
    value: int
    took: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand: who led first, who went out with which cards, whether as a whole hand, and what came of it.

    `points` are those of the hand, `totals` those of the game up to then; both by seat, so that `points` are the cards left in each hand
    as well.
    """

    starter: Seat
    out: Seat
    cards: tuple[str, ...]
    whole: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (`viewer` None), may know. Tuples go by seat unless they say otherwise.

    Card names stand in the order of the codes: numbers high to low, then colours.
    """

    viewer: Seat | None
    target: int
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    number: int
    """Of the hand on the table, from 1; 0 before the first deal. A finished hand stays until the next deal."""
    starter: Seat | None
    """Who leads, or led, the first round of the hand."""
    leader: Seat | None
    """Who leads, or led, this round."""
    turn: Seat | None
    """Nobody before a deal and at the end."""
    step: Step | None
    plays: tuple[Play, ...]
    """This round, in order. The last one lies on the table; its seat leads the next round if all the others pass."""
    beaten: tuple[str, ...]
    """What the seat to act may choose from (step "take")."""
    passed: tuple[bool, ...]
    """Who has passed since the last play."""
    hand: tuple[str, ...]
    """The viewer's own cards."""
    hand_counts: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    """What everybody saw each seat take from the table and has not yet seen leave its hand."""
    gone: tuple[str, ...]
    """Cards that were played and are out until the next deal. Everybody saw them; boards show how many they are, and no more (O-g)."""
    undealt: int
    """Cards that nobody was dealt, and nobody sees."""
    totals: tuple[int, ...]
    """Penalty points of the finished hands."""
    past: tuple[Result, ...]
    """Finished hands, the last one last."""
    over: bool
