"""Opening tables, with their creator and bots seated."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import clock as clocks
from games.kernel import shuffle
from games.kernel.replay import Entry
from games.tables import bot_names
from games.tables.errors import NotPossible
from games.tables.models import NO_NONCE, Order, Seat, Status, Table
from games.tables.services import allowances, requirements, terms
from games.tables.services.sit import changed, nonce_of, origin_of
from games.tables.state import circles
from games.tables.state.circles import Circle
from games.tables.state.requirements import Asks
from games.tables.state.snapshot import FREE_FIRST


@transaction.atomic
def open_table(
    *,
    creator: User,
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    order: str = Order.RANDOM,
    private: bool = False,
    rated: bool = False,
    clock: str = clocks.UNTIMED.name,
    sleepless: bool = False,
    silent: bool = False,
    lensless: bool = False,
    asks: Asks | None = None,
    seat: int = 0,
    nonce: str = "",
    bots: Mapping[int, str] | None = None,
    key: str = "",
    origin: str = "",
    secret: bytes | None = None,
    waits: bool = True,
    circle: str = "",
    now: datetime,
) -> Table:
    """Return a new table with its creator seated, and bots by seat and level. It starts at once if
    no seat is free. `sleepless`: clocks by correspondence run day and night; `silent`: nobody
    talks here; `lensless`: nobody looks ahead; `asks`: who may sit down; `secret`: one whose
    commitment the players have seen; `waits`: whether it waits for players, so that it counts
    among the open ones of its creator; `circle`: the key of one of the creator's, whose members
    alone may sit down, and where it is private, see the table. Raises TableError.

    The same terms with the same key, unless it is "", return the same table until that has ended.
    """
    within = _circle(creator, circle) if circle else None
    if within is not None:
        private, rated = within.private, rated and not within.private
        asks = replace(asks or Asks(), members=True)
    facts = terms.checked(
        game,
        seats,
        options or {},
        order,
        private,
        rated,
        clock,
        sleepless,
        guest=creator.is_guest,
    )
    stored = requirements.checked(asks or Asks(), guest=creator.is_guest, private=facts["private"])
    facts |= {"silent": silent, "lensless": lensless, "asks": stored}
    if secret is not None:
        facts |= {"secret": secret, "commitment": shuffle.commitment(secret)}
    count = facts["seat_count"]
    terms.check_seats(game, count, seat, bots or {})
    if facts["rated"] and bots and count > 1 + len(bots):
        raise NotPossible(_("A game of several people with a bot is not rated."))
    allowances.lock(creator)
    if key:
        sent = (key, facts, seat, sorted((bots or {}).items()))
        facts["request_key"] = _digest((*sent, circle) if circle else sent)
        if again := _opened_before(creator, facts["request_key"]):
            return again
    if waits and count > 1 + len(bots or ()):
        allowances.check_open_tables(creator)
    table = opened(creator, seat, nonce, origin, bots or {}, now, **facts)
    if within is not None:
        circles.add(table.pk, within.key)
    return table


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
        secret = secrets.token_bytes(shuffle.SECRET_BYTES)
        facts |= {"secret": secret, "commitment": shuffle.commitment(secret)}
    table = Table.objects.create(
        creator=creator,
        created_at=now,
        changed_at=now,
        bots=len(bots),
        clock_rules=FREE_FIRST,
        **facts,
    )
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


def seat_bot(
    table: Table, number: int, level: str, taken: Collection[str] = (), called: str = ""
) -> str:
    """Give a free seat to a bot, under this name, or under one that nobody of `taken` has; return
    the name. Bots have no nonce: the server would draw it, and could try many."""
    called = called or bot_names.choose(table.game, table.id, number, taken)
    Seat.objects.create(table=table, number=number, bot=level, called=called, nonce=NO_NONCE)
    return called
