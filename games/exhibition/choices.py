"""The choices of a player as buttons, and the consequences of taking each card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from games.exhibition.deck import continent
from games.exhibition.showcases import DEPOT
from games.exhibition.view import View, spots
from games.exhibition.words import VEHICLES, drawn, say, showcase, travels, words
from games.screens.buttons import button_id
from games.screens.languages import gettext as _
from games.screens.languages import ngettext, per_language

VEHICLE: Final = tuple(VEHICLES)
"""By order of play."""


class Way(NamedTuple):
    """A button: one code, or several codes that it stands for (`field` is "codes"). `label` is for
    those who see what it belongs to."""

    code: str
    value: str
    id: str
    words: str
    label: str
    key: str
    field: str
    hint: str


class Group(NamedTuple):
    """Buttons that belong together: those of a showcase under its title, all others under none."""

    title: str
    ways: tuple[Way, ...]


Groups: TypeAlias = tuple[Group, ...]


def groups(view: View, codes: Sequence[str], me: int) -> Groups:
    """Return the buttons. A card with a continent leaves no choice of journey, so one button may
    play the journey and the place together."""
    journey = codes[0] if view.step == "travel" and len(codes) == 1 else ""
    behind = _behind(view, me) if journey else ()
    keys = iter([*map(str, range(1, 10)), *[""] * 200])
    ways: list[tuple[str, Way]] = [
        _titled(code, "", "t" if journey else _key(code) or next(keys)) for code in codes
    ]
    ways += [_titled(code, journey, _key(code) or next(keys)) for code in behind]
    titles = dict.fromkeys([title for title, _way in ways])
    return tuple(
        [Group(title, tuple([way for its, way in ways if its == title])) for title in titles]
    )


def _behind(view: View, me: int) -> list[str]:
    """Return the codes that are legal after the journey of the card in the own hand (E-l)."""
    placing = (
        [spot.code for spot in spots(view, me, view.taken) if not spot.obstacles]
        if view.taken
        else []
    )
    depot = ["depot"] if len(view.halls[me].depot) < DEPOT else []
    return [*placing, *depot, *([] if placing else ["finish"])]


def _key(code: str) -> str:
    return {"depot": "d", "finish": "f"}.get(code, "")


@per_language(4096)
def _titled(code: str, journey: str, key: str) -> tuple[str, Way]:
    """Return a button, and the title that it stands under."""
    verb, _space, rest = code.partition(" ")
    name, _space, spot = rest.partition(" ")
    value, field = (f"{journey},{code}", "codes") if journey else (code, "code")
    label = spot if verb == "place" else say(code)
    hint = drawn(rest).title if verb == "take" else ""
    return showcase(name) if verb == "place" else "", Way(
        code, value, button_id(code), say(code), label, key, field, hint
    )


def advice(view: View, codes: Iterable[str], me: int) -> tuple[tuple[int, str], ...]:
    """Return (number from 1, consequence) for each card that may be taken."""
    vehicle, here = VEHICLE[view.order.index(me)], view.vehicles[me]
    return tuple(
        [
            (number, _leads_to(view, me, vehicle, here, code[5:]))
            for number, code in enumerate(codes, 1)
        ]
    )


def _leads_to(view: View, me: int, vehicle: str, here: str, card: str) -> str:
    its, many = continent(card), fitting(view, me, card)
    facts = {"num": many, "card": words(card)}
    some = ngettext("%(card)s fits %(num)s place.", "%(card)s fits %(num)s places.", many)
    open_to = some if many else _("%(card)s fits nowhere.")
    journey = travels(vehicle, here, its) if its else _("A white card: you choose where to go.")
    return f"{open_to % facts} {journey}"


def fitting(view: View, seat: int, card: str) -> int:
    """Return the number of places in the hall that a card may go to."""
    return sum([not spot.obstacles for spot in spots(view, seat, card)])
