"""A hall as the board draws it: five showcases and the depot, and while a card is to be placed,
where it may go and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from games.exhibition import deck
from games.exhibition.hall import Obstacle, Spot
from games.exhibition.showcases import DEPOT
from games.exhibition.showcases import Showcase as Name
from games.exhibition.view import Hall, View, spots
from games.exhibition.words import SHOWCASES, Card, drawn, obstacle, showcase, text, where
from games.screens import languages

CONTINENTAL: Final = ("continent", "other", "white", "outside", "decade", "decades")
"""Obstacles that close a showcase as a whole, so they are told before those that lie at a spot."""


@dataclass(frozen=True, slots=True)
class Place:
    """A spot: the card in it, or what tapping it does. `go` is the button that it presses, `says`
    what it would bring; `why` why not."""

    number: int
    card: Card | None = None
    go: str = ""
    says: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A showcase or the depot. `area` is where it stands, whichever variation it is; `closed` why
    no spot of it takes the card."""

    name: str
    area: str
    title: str
    rule: str
    closed: str
    places: tuple[Place, ...]


AREAS: Final = ("six", "era", "one", "gap", "mid")


def lying(view: View, seat: int) -> tuple[Case, ...]:
    """A hall with nothing to be placed in it."""
    return _lying(languages.current(), view.showcases, view.halls[seat]) if view.halls else ()


@lru_cache(4096)
def _lying(language: str, showcases: Sequence[str], hall: Hall) -> tuple[Case, ...]:
    cases = [
        _case(
            name,
            area,
            [Place(number, drawn(card) if card else None) for number, card in enumerate(cards, 1)],
            _rule(name, cards),
        )
        for name, area, cards in zip(showcases, AREAS, hall.showcases, strict=True)
    ]
    return (
        *cases,
        _case(
            "depot",
            "depot",
            [Place(number, card) for number, card in _depot(hall)],
            _rule("depot", ()),
        ),
    )


def open_to(
    view: View, seat: int, codes: Mapping[str, str], names: Sequence[str]
) -> tuple[Case, ...]:
    """The hall of the seat to act with the card in its hand: `codes` says which button each legal
    place presses."""
    card, hall = view.taken, view.halls[seat]
    if card is None:
        return lying(view, seat)
    found = iter(spots(view, seat, card))
    cases = []
    for name, area, cards in zip(view.showcases, AREAS, hall.showcases, strict=True):
        own = [next(found) for _spot in cards]
        places = [
            _place(spot, there, codes, names, _says(name, cards, spot.number, card))
            for spot, there in zip(own, cards, strict=True)
        ]
        closed = (
            ""
            if any(place.go for place in places)
            else _closed([spot.obstacles for spot in own if not cards[spot.number - 1]], names)
        )
        cases.append(_case(name, area, places, _rule(name, cards), closed))
    go = codes.get("depot", "")
    depot = [
        Place(number, there) if there else Place(number, go=go, says="−1")
        for number, there in _depot(hall)
    ]
    return (*cases, _case("depot", "depot", depot, _rule("depot", ())))


def _place(
    spot: Spot, there: str | None, codes: Mapping[str, str], names: Sequence[str], says: str
) -> Place:
    if there:
        return Place(spot.number, drawn(there))
    return Place(spot.number, None, codes.get(spot.code, ""), says, _why(spot.obstacles, names))


def _case(name: str, area: str, places: Sequence[Place], rule: str, closed: str = "") -> Case:
    return Case(name, area, showcase(name), rule, closed, tuple(places))


def _depot(hall: Hall) -> Iterable[tuple[int, Card | None]]:
    laid: list[str | None] = [*hall.depot]
    return [
        (number, drawn(card) if card else None)
        for number, card in enumerate(laid + [None] * (DEPOT - len(laid)), 1)
    ]


def _rule(name: Name | str, cards: Sequence[str | None]) -> str:
    """The rule in a few words; of One Continent, once it has one, which."""
    shown = [continent for card in cards if card and (continent := deck.continent(card))]
    return where(shown[0]) if name == "one" and shown else text(SHOWCASES[name][1])


def _why(obstacles: Sequence[Obstacle], names: Sequence[str]) -> str:
    """The one that a player would name: first what closes the showcase, then what lies nearest."""
    if not obstacles:
        return ""
    first = next((each for each in obstacles if each.why in CONTINENTAL), None)
    return obstacle(first or min(obstacles, key=lambda each: each.years or 0), names)


def _closed(empty: Sequence[tuple[Obstacle, ...]], names: Sequence[str]) -> str:
    """What keeps the card from every empty spot of a showcase, if it is one thing."""
    if not empty:
        return ""
    return next(
        (
            obstacle(each, names)
            for each in empty[0]
            if each.why in CONTINENTAL and all(each in others for others in empty)
        ),
        "",
    )


def _says(name: str, cards: Sequence[str | None], number: int, card: str) -> str:
    """What a card would bring at a spot, shortly."""
    if card == "E":
        return _("fits")
    if name == "mid":
        return _("%(years)s y off") % {"years": abs(int(card) - 1950)}
    other = (
        cards[-1 if number == 1 else 0]
        if name in ("gap", "short") and number in (1, len(cards))
        else None
    )
    if other and other != "E":
        years = abs(int(card) - int(other))
        return (_("%(years)s y gap") if name == "gap" else _("%(years)s years")) % {"years": years}
    return _("fits")
