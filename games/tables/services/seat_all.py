"""Tables that begin with everybody seated, of those who have agreed to that elsewhere: none of them
has to be here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.kernel import shuffle
from games.tables import bot_names
from games.tables.models import NO_NONCE, Order, Seat, Table
from games.tables.services import allowances, requirements, terms
from games.tables.services.open_table import seat_bot
from games.tables.services.sit import changed, origin_of
from games.tables.state import circles
from games.tables.state.requirements import Asks


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
    now: datetime,
) -> Table:
    """Return a started table with these players in the order of its seats: users, and bots by their
    level. `circle`: the key of one that it belongs to; `origins`: hashes of addresses by seat. No
    browser adds a nonce. Raises TableError."""
    people = [player for player in players if isinstance(player, User)]
    rated = rated and len(people) == len(players) and not any(user.is_guest for user in people)
    facts = terms.checked(
        game, len(players), options, Order.SEATS, private, rated, clock, False, guest=not rated
    )
    asks = replace(Asks(), members=True) if circle else Asks()
    facts["asks"] = requirements.checked(asks, guest=False, private=private)
    allowances.check_house()
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    facts |= {"secret": secret, "commitment": shuffle.commitment(secret)}
    bots = len(players) - len(people)
    table = Table.objects.create(
        creator=people[0], created_at=now, changed_at=now, bots=bots, **facts
    )
    _seat(table, players, origins)
    if circle:
        circles.add(table.pk, circle)
    changed(table, now, start=True)
    return table


def _seat(table: Table, players: Sequence[User | str], origins: Sequence[str]) -> None:
    taken = [player.name for player in players if isinstance(player, User)]
    seats: list[Seat] = []
    for number, player in enumerate(players):
        if isinstance(player, str):
            called = bot_names.choose(table.game, table.id, number, taken)
            taken.append(seat_bot(table, number, player, taken, called))
            continue
        origin: dict[str, Any] = origin_of(table, seats, origins[number] if origins else "")
        seats.append(
            Seat.objects.create(table=table, number=number, user=player, nonce=NO_NONCE, **origin)
        )
