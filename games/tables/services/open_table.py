"""Opening tables, with their creator and bots seated."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import shuffle
from games.kernel.replay import Entry
from games.tables import bot_names
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Seat, Status, Table
from games.tables.services import allowances, terms
from games.tables.services.seat_changes import changed
from games.tables.services.sit import nonce_of, origin_of
from games.tables.services.terms import Asked
from games.tables.state import circles
from games.tables.state.circles import Circle
from games.tables.state.requirements import Asks
from games.tables.state.snapshot import FREE_FIRST


@transaction.atomic
def open_table(
    *,
    creator: User,
    seat: int = 0,
    nonce: str = "",
    bots: Mapping[int, str] | None = None,
    key: str = "",
    origin: str = "",
    secret: bytes | None = None,
    waits: bool = True,
    circle: str = "",
    now: datetime,
    **asked: Unpack[Asked],
) -> Table:
    """Return a new table with its creator seated, and bots by seat and level. It starts at once if
    no seat is free. `secret`: one whose commitment the players have seen; `waits`: whether it
    counts among the open ones of its creator; `circle`: the key of one of the creator's, whose
    members alone may sit down, and where it is private, see the table. Raises TableError.

    The same terms with the same key, unless it is "", return the same table until that has ended.
    """
    bots = bots or {}
    if circle:
        asked = _within(_circle(creator, circle), asked)
    facts = terms.checked(asked, guest=creator.is_guest)
    if secret is not None:
        facts |= secret_columns(secret)
    terms.check_seats(facts, seat, bots)
    allowances.lock(creator)
    if key:
        sent = (key, facts, seat, sorted(bots.items()))
        facts["request_key"] = _digest((*sent, circle) if circle else sent)
        if again := _opened_before(creator, facts["request_key"]):
            return again
    if waits and facts["seat_count"] > 1 + len(bots):
        allowances.check_open_tables(creator)
    table = opened(creator, seat, nonce, origin, bots, now, **facts)
    if circle:
        circles.add(table.pk, circle)
    return table


def _within(circle: Circle, asked: Asked) -> Asked:
    """Return the terms as they are in a circle."""
    return asked | {
        "private": circle.private,
        "rated": asked.get("rated", False) and not circle.private,
        "asks": replace(asked.get("asks", Asks()), members=True),
    }


def _circle(creator: User, key: str) -> Circle:
    """Return one of the circles of a user. Raises NotPossible."""
    found = next((circle for circle in circles.of_user(creator.pk) if circle.key == key), None)
    if found is None:
        raise NotPossible(_("You do not belong to this club any more."))
    return found


def _digest(asked: object) -> str:
    return hashlib.sha256(repr(asked).encode()).hexdigest()


def _opened_before(creator: User, request_key: str) -> Table | None:
    """Return the table that this request has opened, or None. After its end the form opens another
    one."""
    before = Table.objects.filter(creator=creator, request_key=request_key)
    before.filter(status=Status.ENDED).update(request_key="")
    return before.first()


def opened(
    creator: User,
    seat: int,
    nonce: str,
    origin: str,
    bots: Mapping[int, str],
    now: datetime,
    called: Mapping[int, str] | None = None,
    first: Sequence[Entry] = (),
    **facts: Any,
) -> Table:
    """Return a new table with these facts, its creator and its bots seated. `called`: names of bots
    by seat; without one a bot gets a name of its own. `first`: the entries that a game which starts
    at once begins with."""
    allowances.check_house()
    if bots:
        allowances.check_against_bots(creator, now)
    if "secret" not in facts:
        facts |= secret_columns()
    table = create_row(creator, len(bots), now, facts)
    Seat.objects.create(
        table=table,
        number=seat,
        user=creator,
        nonce=nonce_of(nonce),
        **origin_of(table, (), origin),
    )
    taken = [creator.name]
    for number, level in bots.items():
        taken.append(seat_bot(table, number, level, taken, (called or {}).get(number, "")))
    changed(table, now, start=table.seat_count == 1 + len(bots), first=first)
    return table


def create_row(creator: User, bots: int, now: datetime, facts: Mapping[str, Any]) -> Table:
    """Return the row of a new table with so many bots and these columns, without its seats."""
    return Table.objects.create(
        creator=creator,
        created_at=now,
        changed_at=now,
        bots=bots,
        clock_rules=FREE_FIRST,
        **facts,
    )


def secret_columns(secret: bytes | None = None) -> dict[str, Any]:
    """Return the columns of a table's secret, drawn unless given, and of its commitment."""
    secret = secret or secrets.token_bytes(shuffle.SECRET_BYTES)
    return {"secret": secret, "commitment": shuffle.commitment(secret)}


def seat_bot(
    table: Table, number: int, level: str, taken: Collection[str] = (), called: str = ""
) -> str:
    """Give a free seat to a bot, under this name, or under one that nobody of `taken` has; return
    the name. Bots have no nonce: the server would draw it, and could try many."""
    called = called or bot_names.choose(table.game, table.id, number, taken)
    Seat.objects.create(table=table, number=number, bot=level, called=called, nonce=NO_NONCE)
    return called
