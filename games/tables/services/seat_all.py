"""Tables that begin with everybody seated. The players have agreed elsewhere, and need not be
online."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import clock as clocks
from games.tables import bot_names
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Order, Seat, Table
from games.tables.services import terms
from games.tables.services.open_table import create_row, seat_bot, secret_columns
from games.tables.services.seat_changes import changed
from games.tables.services.shared_deal import Deal, facts_of
from games.tables.services.sit import origin_of
from games.tables.services.terms import Asked
from games.tables.state import circles
from games.tables.state.requirements import Asks


@transaction.atomic
def open_seated(
    *,
    players: Sequence[User | str],
    circle: str = "",
    origins: Sequence[str] = (),
    deal: Deal | None = None,
    sleep_days: int | None = None,
    now: datetime,
    **asked: Unpack[Asked],
) -> Table:
    """Return a started table with these players in the order of its seats: users, and bots by their
    level. `circle`: the key of one that it belongs to; `origins`: hashes of addresses by seat;
    `deal`: one that it shares with others, until whose opening it is private. `sleep_days`:
    the days of sleep and days off for which each clock by correspondence stands at most; with 0 it
    runs day and night. No browser adds a nonce. Raises TableError."""
    people = _people(players)
    # Who begins is a part of a shared deal; elsewhere whoever seats the players has balanced it.
    order = Order.SEATS if deal is None else Order.RANDOM
    asked |= {"seats": len(players), "order": order, "sleepless": sleep_days == 0}
    asked["private"] = asked.get("private", False) or deal is not None
    facts = terms.checked(asked, guest=any(user.is_guest for user in people))
    bots = {number: level for number, level in enumerate(players) if isinstance(level, str)}
    terms.check_seats(facts, players.index(people[0]), bots)
    if circle:
        facts["asks"] = Asks(account=True, members=True).stored
    if sleep_days and clocks.stored(facts["time_control"]).kind == "correspondence":
        facts["sleep_days"] = sleep_days
    facts |= secret_columns() if deal is None else facts_of(deal)
    table = create_row(people[0], len(bots), now, facts)
    _seat(table, players, origins)
    if circle:
        circles.add(table.pk, circle)
    changed(table, now, start=True)
    return table


def _people(players: Sequence[User | str]) -> list[User]:
    """Return the users among the players. Raises NotPossible unless they may sit at one table."""
    people = [player for player in players if isinstance(player, User)]
    if not people or len({user.pk for user in people}) < len(people):
        raise NotPossible(_("Each player has one seat."))
    return people


def _seat(table: Table, players: Sequence[User | str], origins: Sequence[str]) -> None:
    taken = [player.name for player in players if isinstance(player, User)]
    seats: list[Seat] = []
    for number, player in enumerate(players):
        if isinstance(player, str):
            called = bot_names.choose(table.game, table.shuffled_as, number, taken)
            taken.append(seat_bot(table, number, player, taken, called))
            continue
        origin: dict[str, Any] = origin_of(table, seats, origins[number] if origins else "")
        seats.append(
            Seat.objects.create(table=table, number=number, user=player, nonce=NO_NONCE, **origin)
        )
