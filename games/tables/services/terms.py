"""The terms of a new table, checked before it opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.kernel import clock as clocks
from games.kernel import protocol
from games.kernel.protocol import AnyEngine, BadSetup
from games.registry import engines
from games.tables.board import terms
from games.tables.errors import NotPossible
from games.tables.models import Order


def checked(
    game: str,
    seats: int | None,
    options: Mapping[str, str],
    order: str,
    private: bool,
    rated: bool,
    clock: str,
    sleepless: bool,
    *,
    guest: bool,
) -> dict[str, Any]:
    """Return the columns of a table with these terms; without `seats`, for the fewest that the game
    allows. `guest`: whether its creator is one. Raises NotPossible."""
    engine = engines().get(game)
    if engine is None:
        raise NotPossible(_("There is no such game here."))
    count = engine.seats.start if seats is None else seats
    if count not in engine.seats:
        raise NotPossible(
            _("%(game)s is not played by %(count)s.") % {"game": engine.title, "count": count}
        )
    chosen = _options(engine, count, options)
    if order not in Order.values:
        raise NotPossible(_("The order of seats is drawn, or as they sit down."))
    control = clocks.control(clock)
    if control is None:
        raise NotPossible(_("There is no time control of that name."))
    if rated and (reason := terms.unrated_reason(count, control, guest)):
        raise NotPossible(reason)
    return {
        "game": game,
        "ruleset": engine.ruleset,
        "options": chosen,
        "seat_count": count,
        "order": order,
        "time_control": control.name,
        "sleepless": sleepless and control.kind == "correspondence",
        "private": private,
        "rated": rated,
    }


def _options(engine: AnyEngine, seats: int, options: Mapping[str, str]) -> Mapping[str, str]:
    try:
        return protocol.chosen(engine.options, protocol.Setup(seats, options, engine.ruleset))
    except BadSetup as error:
        raise NotPossible(
            _("That is not one of the options: %(reason)s.") % {"reason": error}
        ) from error


def check_seats(game: str, count: int, seat: int, bots: Mapping[int, str]) -> None:
    """Raise NotPossible unless the creator's seat and those of the bots are there, and the
    game has bots of these levels."""
    if not 0 <= seat < count or any(not 0 <= bot < count or bot == seat for bot in bots):
        raise NotPossible(_("That table has no such seat."))
    if not {*bots.values()} <= {*registry.levels(game)}:
        raise NotPossible(_("There is no such bot."))
