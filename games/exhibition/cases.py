"""A hall as the board draws it: five showcases and the depot. While a card is to be placed, each
spot says whether and why it may not go there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop as noop

from games.exhibition import deck
from games.exhibition.hall import Obstacle, Spot
from games.exhibition.placement_effects import NOTHING, Brings, brings, in_depot
from games.exhibition.placement_gains import gains
from games.exhibition.showcases import DEPOT
from games.exhibition.showcases import Showcase as Name
from games.exhibition.view import Hall, View, spots
from games.exhibition.words import (
    SHOWCASES,
    Card,
    caption,
    decade,
    drawn,
    lost,
    showcase,
    text,
    where,
    words,
)
from games.screens.languages import gettext as _
from games.screens.languages import per_language

OBSTACLES: Final = {
    "filled": noop("%(card)s lies here"),
    "white": noop("No white cards here"),
    "outside": noop("Only %(first)s to %(last)s"),
    "later": noop("Not right of %(card)s: years ascend"),
    "earlier": noop("Not left of %(card)s: years ascend"),
    "far": noop("%(years)s years from %(card)s, at most %(limit)s allowed"),
    "near": noop("%(years)s years from %(card)s, at least %(limit)s needed"),
    "continent": noop("%(continent)s is already here"),
    "other": noop("Only %(continent)s here"),
    "link": noop("%(years)s years from %(card)s, and another continent"),
    "decade": noop("Only the %(decade)s here"),
    "decades": noop("The %(decade)s are already here"),
}
# Reasons in which the card in the way is another player's.
ELSEWHERE: Final = {
    "continent": noop("%(player)s shows %(continent)s"),
    "decades": noop("%(player)s shows the %(decade)s"),
}
# The reasons that close a whole showcase, for its caption.
SHUT: Final = {
    "white": noop("No white cards"),
    "outside": noop("Only %(first)s to %(last)s"),
    "continent": noop("%(continent)s is here"),
    "other": noop("Only %(continent)s"),
    "decade": noop("Only the %(decade)s"),
    "decades": noop("Has %(decade)s"),
}
NARROW: Final = {"white": noop("Not white"), "outside": noop("%(first)s–%(last)s")}
TAKEN: Final = {
    "continent": noop("%(continent)s is taken"),
    "decades": noop("%(decade)s taken"),
}


def obstacle(its: Obstacle, names: Sequence[str]) -> str:
    """Return the reason why a card may not go to a spot; `names` are the players', by seat."""
    facts = _facts(its)
    if its.seat is not None:
        return _(ELSEWHERE[its.why]) % (facts | {"player": names[its.seat]})
    return _(OBSTACLES[its.why]) % facts


def shut(its: Obstacle, narrow: bool) -> str:
    """Return the reason that closes a whole showcase as a caption, above a `narrow` one with the
    letters of a continent."""
    facts = _facts(its)
    if narrow or its.seat is not None:
        facts["continent"] = facts.get("code", "")
    if its.seat is not None:
        return _(TAKEN[its.why]) % facts
    return _((NARROW if narrow else {}).get(its.why) or SHUT[its.why]) % facts


def _facts(its: Obstacle) -> dict[str, object]:
    """Return the values for the slots of a reason."""
    facts: dict[str, object] = {
        "card": words(its.card) if its.card else "",
        "years": its.years,
        "limit": its.limit,
    }
    continent = deck.continent(its.card) if its.card else None
    if continent:
        facts |= {"continent": where(continent), "code": continent}
    if its.card and its.card != "E":
        facts["decade"] = decade(int(its.card))
    if its.why == "outside" and its.years is not None and its.limit is not None:
        facts |= {"first": decade(its.years), "last": decade(its.limit)}
    return facts


CONTINENTAL: Final = ("continent", "other", "white", "outside", "decade", "decades")
"""Obstacles that close a whole showcase. They are named before those of a single spot."""


class Place(NamedTuple):
    """A spot: the card in it, or the effect of a tap. `go` is the button that it presses, `brings`
    the card's gain there, `why` the reason why it cannot go there."""

    number: int
    card: Card | None = None
    go: str = ""
    brings: Brings = NOTHING
    why: str = ""


class Case(NamedTuple):
    """A showcase or the depot. `area` is its place on the board, the same for every variation.
    `brief` is title and rule where there is little room. `closed` is the reason why none of its
    spots takes the card, `costs` the number of open cards that cost a point, in a few words."""

    name: str
    area: str
    title: str
    rule: str
    brief: tuple[str, str]
    closed: str
    costs: str
    places: tuple[Place, ...]


AREAS: Final = ("six", "era", "one", "gap", "mid")


def lying(view: View, seat: int) -> tuple[Case, ...]:
    """Return the hall of a seat when no card is to be placed in it."""
    return _lying(view.showcases, view.halls[seat], costs(view)) if view.halls else ()


@per_language(4096)
def _lying(
    showcases: Sequence[str], hall: Hall, lost: Sequence[tuple[str, int]]
) -> tuple[Case, ...]:
    costing = dict(lost)
    cases = [
        _case(
            name,
            area,
            [Place(number, drawn(card) if card else None) for number, card in enumerate(cards, 1)],
            _shown(name, cards),
            costing=costing.get(name, 0),
        )
        for name, area, cards in zip(showcases, AREAS, hall.showcases, strict=True)
    ]
    depot = [Place(number, card) for number, card in _depot(hall)]
    return (*cases, _case("depot", "depot", depot))


def costs(view: View) -> tuple[tuple[str, int], ...]:
    """Return by showcase the number of cards below the continents that cost a point in a solo
    game."""
    against = view.sheets[0].against if view.sheets else ()
    pairs = zip(view.categories, against, strict=False)
    return tuple((name, len(cards)) for name, cards in pairs if cards)


def open_to(
    view: View, seat: int, codes: Mapping[str, str], names: Sequence[str]
) -> tuple[Case, ...]:
    """Return the hall of the seat to act, with the card in its hand. `codes` gives the button that
    each legal place presses."""
    card, hall = view.taken, view.halls[seat]
    if card is None:
        return lying(view, seat)
    found, gain, costing = iter(spots(view, seat, card)), gains(view, seat), dict(costs(view))
    cases = []
    for name, area, cards in zip(view.showcases, AREAS, hall.showcases, strict=True):
        own = [next(found) for _spot in cards]
        places = [
            _place(spot, there, codes, names, brings(name, cards, spot, card, gain.get(spot.code)))
            for spot, there in zip(own, cards, strict=True)
        ]
        closed = (
            ""
            if any(place.go for place in places)
            else _closed([spot.obstacles for spot in own if not cards[spot.number - 1]], area)
        )
        cases.append(_case(name, area, places, _shown(name, cards), closed, costing.get(name, 0)))
    go = codes.get("depot", "")
    depot = [
        Place(number, there)
        if there
        else Place(number, go=go, brings=in_depot() if go else NOTHING)
        for number, there in _depot(hall)
    ]
    return (*cases, _case("depot", "depot", depot))


def _place(
    spot: Spot, there: str | None, codes: Mapping[str, str], names: Sequence[str], its: Brings
) -> Place:
    if there:
        return Place(spot.number, drawn(there))
    return Place(spot.number, None, codes.get(spot.code, ""), its, _why(spot.obstacles, names))


def _case(
    name: str,
    area: str,
    places: Sequence[Place],
    shown: str | None = None,
    closed: str = "",
    costing: int = 0,
) -> Case:
    """Return a showcase. `shown` is the continent of a One Continent that has cards: it stands in
    the place of the rule."""
    rule, (title, short) = text(SHOWCASES[name][1]), caption(name)
    if shown:
        rule, short = where(shown), shown
    elif name == "one":
        short = ""
    loses = lost(name, costing) if costing and not closed else ""
    return Case(name, area, showcase(name), rule, (title, short), closed, loses, tuple(places))


def _depot(hall: Hall) -> Iterable[tuple[int, Card | None]]:
    laid: list[str | None] = [*hall.depot]
    return [
        (number, drawn(card) if card else None)
        for number, card in enumerate(laid + [None] * (DEPOT - len(laid)), 1)
    ]


def _shown(name: Name | str, cards: Sequence[str | None]) -> str | None:
    """Return the continent ("AF") that the cards of a One Continent show."""
    shown = [continent for card in cards if card and (continent := deck.continent(card))]
    return shown[0] if name == "one" and shown else None


def _why(obstacles: Sequence[Obstacle], names: Sequence[str]) -> str:
    """Return the obstacle that a player would name: one that closes the showcase, else the nearest
    one."""
    if not obstacles:
        return ""
    first = next((each for each in obstacles if each.why in CONTINENTAL), None)
    return obstacle(first or min(obstacles, key=lambda each: each.years or 0), names)


def _closed(empty: Sequence[tuple[Obstacle, ...]], area: str) -> str:
    """Return the obstacle that keeps the card from every empty spot of a showcase, if it is one and
    the same; "" otherwise."""
    if not empty:
        return ""
    return next(
        (
            shut(each, area == "gap")
            for each in empty[0]
            if each.why in CONTINENTAL and all(each in others for others in empty)
        ),
        "",
    )
