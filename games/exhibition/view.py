"""What a viewer of Exhibition knows, as card names and numbers, and the states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass

from games.exhibition.hall import Spot
from games.exhibition.scoring import Category, Sheet
from games.exhibition.showcases import Showcases
from games.exhibition.state import Step
from games.kernel.protocol import Seat


@dataclass(frozen=True, slots=True)
class Hall:
    """A seat's hall as it lies: `showcases` in the order of `View.showcases`, each its spots from the left, None where empty.

    `depot` in the order of laying, without its empty spots. `all_six`: the round in which it had all six continents.
    """

    showcases: tuple[tuple[str | None, ...], ...]
    depot: tuple[str, ...]
    all_six: int | None
    finished: bool


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (`viewer` None), may know. Tuples go by seat, or by continent in the order of
    `deck.CONTINENTS`. Cards are named as in codes: "1923", "E"."""

    viewer: Seat | None
    showcases: Showcases
    """The five showcases of every hall, variations under their own names."""
    secret: bool
    """Whether secret decades are played with."""
    order: tuple[Seat, ...]
    """Seats in order of play; empty before they are dealt."""
    round: int
    """From 1; 0 before the cards are dealt."""
    turn: Seat | None
    """Nobody before a deal and at the end."""
    step: Step
    """What the seat to act does: "seek" (its column is empty: move to another), "take", "travel", "place"."""
    taken: str | None
    """The card in the hand of the seat to act: steps "travel" and "place"."""
    vehicles: tuple[str, ...]
    """By seat, the continent ("OC") where the vehicle stands; empty before the cards are dealt."""
    columns: tuple[tuple[str, ...], ...]
    """By continent, ascending; between taking and travelling a card short."""
    fresh: str | None
    """The card that came last from the stock, wherever it is by now."""
    stock: int
    halls: tuple[Hall, ...]
    gone: tuple[str, ...]
    """Cards that fitted nowhere and left the game."""
    decades: tuple[int | None, ...]
    """Secret decades by seat as their first year (1930): the viewer's own, and everybody's at the end. Empty without the variant."""
    categories: tuple[Category, ...]
    """What counts in this game, in the order of the score sheet."""
    sheets: tuple[Sheet, ...]
    """The points as they stand."""
    over: bool


def spots(view: View, seat: Seat, card: str) -> tuple[Spot, ...]:
    """For all sixteen spots of the seat's hall, in order, whether the card may go there, and why not. From public facts only."""
    raise NotImplementedError
