"""The terms of a new table, checked before it opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Required, TypedDict

from django.utils.translation import gettext as _

from games import registry
from games.kernel import clock as clocks
from games.kernel import protocol
from games.kernel.protocol import AnyEngine, BadSetup
from games.registry import engines
from games.tables.board import terms
from games.tables.errors import NotPossible
from games.tables.models import Order
from games.tables.services import requirements
from games.tables.state.requirements import Asks


class Asked(TypedDict, total=False):
    """The terms that somebody asks for. `seats`: as few as the game allows unless given;
    `sleepless`: clocks by correspondence run day and night; `silent`: nobody talks; `lensless`:
    nobody looks ahead; `asks`: who may sit down."""

    game: Required[str]
    seats: int | None
    options: Mapping[str, str]
    order: str
    private: bool
    rated: bool
    clock: str
    sleepless: bool
    silent: bool
    lensless: bool
    asks: Asks


def checked(asked: Asked, *, guest: bool) -> dict[str, Any]:
    """Return the columns of a table with these terms. `guest`: whether its creator is one. Raises
    NotPossible."""
    engine = engines().get(asked["game"])
    if engine is None:
        raise NotPossible(_("There is no such game here."))
    count = _count(engine, asked.get("seats"))
    options = _options(engine, count, asked.get("options", {}))
    order = asked.get("order", Order.RANDOM)
    if order not in Order.values:
        raise NotPossible(_("The order of seats is drawn, or as they sit down."))
    control = clocks.control(asked.get("clock", clocks.UNTIMED.name))
    if control is None:
        raise NotPossible(_("There is no time control of that name."))
    private, rated = asked.get("private", False), asked.get("rated", False)
    if rated and (reason := terms.unrated_reason(count, control, guest)):
        raise NotPossible(reason)
    return {
        "game": asked["game"],
        "ruleset": engine.ruleset,
        "options": options,
        "seat_count": count,
        "order": order,
        "time_control": control.name,
        "sleepless": asked.get("sleepless", False) and control.kind == "correspondence",
        "private": private,
        "rated": rated,
        "silent": asked.get("silent", False),
        "lensless": asked.get("lensless", False),
        "asks": requirements.checked(asked.get("asks", Asks()), guest=guest, private=private),
    }


def _count(engine: AnyEngine, seats: int | None) -> int:
    count = engine.seats.start if seats is None else seats
    if count not in engine.seats:
        raise NotPossible(
            _("%(game)s cannot be played by %(count)s.") % {"game": engine.title, "count": count}
        )
    return count


def _options(engine: AnyEngine, seats: int, options: Mapping[str, str]) -> Mapping[str, str]:
    try:
        return protocol.chosen(engine.options, protocol.Setup(seats, options, engine.ruleset))
    except BadSetup as error:
        raise NotPossible(
            _("That is not one of the options: %(reason)s.") % {"reason": error}
        ) from error


def check_seats(facts: Mapping[str, Any], seat: int, bots: Mapping[int, str]) -> None:
    """Raise NotPossible unless a table with these columns has the creator's seat and those of the
    bots, the game has bots of these levels, and they may sit there."""
    count = facts["seat_count"]
    if not 0 <= seat < count or any(not 0 <= bot < count or bot == seat for bot in bots):
        raise NotPossible(_("That table has no such seat."))
    if not {*bots.values()} <= {*registry.levels(facts["game"])}:
        raise NotPossible(_("There is no such bot."))
    if facts["rated"] and bots and count > 1 + len(bots):
        raise NotPossible(_("A game of several people with a bot is not rated."))
