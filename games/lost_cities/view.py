"""What a viewer of Lost Cities knows: card names and numbers, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.kernel.protocol import Seat

Step: TypeAlias = Literal["put", "draw"]


@dataclass(frozen=True, slots=True)
class Expedition:
    """One seat's cards of one suit in the order played, and what they are worth as they stand."""

    cards: tuple[str, ...]
    score: int
    bonus: bool


Expeditions: TypeAlias = tuple[tuple[Expedition, ...], ...]
"""By seat, then by suit in the order of `View.suits`."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round; `scores` by seat."""

    starter: Seat
    expeditions: Expeditions
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile: the cards below the top may not be browsed (rules 1.4)."""

    top: str | None
    count: int


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (`viewer` None), may know. Tuples go by seat, or by suit in the order of `suits`."""

    viewer: Seat | None
    suits: str
    rounds: int
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    round: int
    """Number of the round on the table, from 1; 0 before the first deal. A finished round stays until the next deal."""
    starter: Seat | None
    turn: Seat | None
    """Nobody before a deal and at the end."""
    step: Step | None
    closed: str | None
    """The suit discarded this turn, whose pile may not be drawn from."""
    hand: tuple[str, ...]
    """The viewer's own cards, sorted."""
    hand_counts: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    """What everybody saw each seat take from a discard pile and has not yet seen leave its hand."""
    expeditions: Expeditions
    piles: tuple[Pile, ...]
    stock: int
    round_scores: tuple[int, ...]
    """The round on the table, as it stands."""
    totals: tuple[int, ...]
    """Finished rounds and the round on the table."""
    past: tuple[Round, ...]
    """Finished rounds; the last of them may still be on the table."""
    over: bool
