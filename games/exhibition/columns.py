"""The six continents as the board draws them: three cards each, and the vehicles that stand
there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.exhibition.choices import VEHICLE
from games.exhibition.deck import CONTINENTS, continent
from games.exhibition.view import View
from games.exhibition.words import VEHICLES, Card, drawn, text, where
from games.screens.languages import per_language

ROOM = 3
"""Cards below a continent (4.2)."""


class Vehicle(NamedTuple):
    """A vehicle. `name` is a word; `number` is the card that would bring it here, 0 where it
    stands."""

    kind: str
    name: str
    mine: bool
    number: int = 0


class Label(NamedTuple):
    """A card below a continent. `go` is the button that takes it, `number` its number among the
    cards that may be taken. `costs` is true if it costs a point in a solo game."""

    card: Card
    go: str
    number: int
    fresh: bool
    costs: bool


class Column(NamedTuple):
    """A continent. A label is None where a card was taken and none has followed. `go` is the button
    that travels there."""

    c: str
    short: str
    name: str
    labels: tuple[Label | None, ...]
    vehicles: tuple[Vehicle, ...]
    here: bool
    go: str


def columns(view: View, go: Mapping[str, str], me: int) -> tuple[Column, ...]:
    """Return the six continents. `go` gives the button of each code."""
    takes = {code[5:]: number for number, code in enumerate(go, 1) if code[:5] == "take "}
    costing = against(view)
    return tuple(
        [_column(view, go, me, number, takes, costing) for number in range(len(view.columns))]
    )


def _column(
    view: View,
    go: Mapping[str, str],
    me: int,
    number: int,
    takes: Mapping[str, int],
    costing: frozenset[str],
) -> Column:
    code, here, cards = CONTINENTS[number], view.vehicles[me], view.columns[number]
    facts = [
        (
            card,
            go.get(f"take {card}", ""),
            takes.get(card, 0),
            card == view.fresh,
            card in costing,
        )
        for card in cards
    ]
    labels: list[Label | None] = [*_labels(*facts)]
    if view.step == "travel" and view.taken and view.vehicles[view.turn or 0] == code:
        labels.insert(sum([_above(card, view.taken) for card in cards]), None)
    labels += [None] * (ROOM - len(labels))
    standing = [vehicle(view, seat, me) for seat in view.order if view.vehicles[seat] == code]
    ghosts = [
        vehicle(view, me, me, which)
        for card, which in takes.items()
        if continent(card) == code != here
    ]
    return Column(
        code.lower(),
        code,
        where(code),
        tuple(labels),
        (*standing, *ghosts),
        code == here,
        go.get(f"move {code}", ""),
    )


def vehicle(view: View, seat: int, me: int, number: int = 0) -> Vehicle:
    """Return the vehicle of a seat."""
    return _vehicle(VEHICLE[view.order.index(seat) if view.order else seat], seat == me, number)


@per_language(256)
def _vehicle(kind: str, mine: bool, number: int) -> Vehicle:
    return Vehicle(kind, text(VEHICLES[kind][0]), mine, number)


@per_language(4096)
def _labels(*facts: tuple[str, str, int, bool, bool]) -> tuple[Label, ...]:
    return tuple(
        [Label(drawn(card), go, number, new, costs) for card, go, number, new, costs in facts]
    )


def _above(card: str, taken: str) -> bool:
    """Tell whether a card stands above the one that was taken. Einstein stands last (E-b)."""
    return taken == "E" or (card != "E" and card < taken)


def against(view: View) -> frozenset[str]:
    """Return the cards below the continents that cost a point in a solo game."""
    lost: Sequence[tuple[str, ...]] = view.sheets[0].against if view.sheets else ()
    return frozenset([card for cards in lost for card in cards])
