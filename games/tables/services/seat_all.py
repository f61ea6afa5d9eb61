"""Tables that begin with everybody seated, of those who have agreed to that elsewhere: none of them
has to be here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import clock as clocks
from games.kernel import shuffle
from games.tables import bot_names
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Order, Seat, Table
from games.tables.services import requirements, terms
from games.tables.services.open_table import seat_bot
from games.tables.services.shared_deal import Deal, facts_of
from games.tables.services.sit import changed, origin_of
from games.tables.state import circles
from games.tables.state.requirements import Asks
from games.tables.state.snapshot import FREE_FIRST


@transaction.atomic
def open_seated(
    *,
    players: Sequence[User | str],
    game: str,
    options: Mapping[str, str],
    clock: str,
    rated: bool = False,
    private: bool = False,
    circle: str = "",
    origins: Sequence[str] = (),
    deal: Deal | None = None,
    sleep_days: int | None = None,
    now: datetime,
) -> Table:
    """Return a started table with these players in the order of its seats: users, and bots by their
    level. `circle`: the key of one that it belongs to; `origins`: hashes of addresses by seat;
    `deal`: one that it shares with others, until whose opening it is private. `sleep_days`:
    the days of sleep and days off for which each clock by correspondence stands at most; with 0 it
    runs day and night. No browser adds a nonce. Raises TableError."""
    people = _people(players, rated)
    guest = any(user.is_guest for user in people)
    # Who begins is a part of a shared deal; elsewhere whoever seats the players has balanced it.
    order = Order.SEATS if deal is None else Order.RANDOM
    hidden = private or deal is not None
    facts = terms.checked(
        game, len(players), options, order, hidden, rated, clock, sleep_days == 0, guest=guest
    )
    bots = {number: level for number, level in enumerate(players) if isinstance(level, str)}
    terms.check_seats(game, len(players), players.index(people[0]), bots)
    asks = replace(Asks(), members=True) if circle else Asks()
    facts["asks"] = requirements.checked(asks, guest=False, private=hidden)
    if sleep_days and clocks.stored(clock).kind == "correspondence":
        facts["sleep_days"] = sleep_days
    facts |= _sealed() if deal is None else facts_of(deal)
    table = Table.objects.create(
        creator=people[0],
        created_at=now,
        changed_at=now,
        bots=len(bots),
        clock_rules=FREE_FIRST,
        **facts,
    )
    _seat(table, players, origins)
    if circle:
        circles.add(table.pk, circle)
    changed(table, now, start=True)
    return table


def _people(players: Sequence[User | str], rated: bool) -> list[User]:
    """Return the users among the players. Raises NotPossible unless they may sit at one table."""
    people = [player for player in players if isinstance(player, User)]
    if not people or len({user.pk for user in people}) < len(people):
        raise NotPossible(_("Each player has one seat."))
    if rated and 1 < len(people) < len(players):
        raise NotPossible(_("A game of several people with a bot is not rated."))
    return people


def _sealed() -> dict[str, Any]:
    """Return the columns of a secret of the table's own."""
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    return {"secret": secret, "commitment": shuffle.commitment(secret)}


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
