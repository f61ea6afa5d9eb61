"""Pairing: two tickets on the same terms become one table.

Pairing on the same terms takes one lock, so each ticket is matched once. Whether anybody matches is
checked before, without the lock.
"""

from __future__ import annotations

import zlib
from datetime import datetime

from django.core.cache import cache
from django.db import connection, transaction

from games.lobby.pairing import selectors
from games.lobby.pairing.models import Ticket
from games.lobby.pairing.pool import Pool
from games.site import switches
from games.site.models import Name
from games.sweep import sweep
from games.tables import services as tables
from games.tables.errors import NotPossible, TableError
from games.tables.models import Table
from games.tables.services.events import notify

LOCK = 0x50616972  # one of PostgreSQL's advisory locks: "Pair"
LAST = "pairing-last"
"""The cache key of the last ticket that a sweep compared."""


def match(*, ticket_id: int, now: datetime) -> Table | None:
    """Match a waiting ticket, and return the table, or None. Both pages are notified."""
    ticket = Ticket.objects.filter(pk=ticket_id, found_at=None).first()
    if ticket is None or not _pool(ticket, now).fitting(ticket):
        return None
    pair = _pair(ticket, now)
    return pair[0].table if pair else None


def match_all(*, now: datetime, limit: int = 200) -> int:
    """Pair the waiting tickets, and return the number of tables. `limit` of them are compared with
    all, from where the last sweep ended, so that tickets without a match do not block the rest."""
    if switches.is_on(Name.MAINTENANCE):
        return 0
    pool = Pool(selectors.sharing_terms(now), now)
    tickets = pool.round(after=cache.get(LAST, 0))[:limit]

    def find(ticket: Ticket) -> bool:
        pair = _pair(ticket, now) if pool.fitting(ticket) else None
        pool.remove(pair or [])
        return pair is not None

    count = sweep(tickets, find, limit=limit, what="A ticket could not be paired")
    cache.set(LAST, tickets[-1].pk if tickets else 0, None)
    return count


def _pool(ticket: Ticket, now: datetime) -> Pool:
    """Return the pool on the terms of a ticket, with its owner's opponents."""
    return Pool(selectors.on_terms_of(ticket, now), now, (ticket.user_id,))


@transaction.atomic
def _pair(ticket: Ticket, now: datetime) -> list[Ticket] | None:
    """Seat a ticket with its best match, and return both, or None."""
    _lock(ticket)
    for other in _pool(ticket, now).fitting(ticket):
        try:
            with transaction.atomic():
                return _seat([ticket.pk, other.pk], now)
        except TableError:
            continue
    return None


def _lock(ticket: Ticket) -> None:
    """Lock pairing on a ticket's terms until the transaction ends. SQLite has a single writer."""
    if connection.vendor == "postgresql":
        terms = f"{ticket.game} {ticket.clock} {ticket.rated}".encode()
        number = zlib.crc32(terms) - 2**31
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, number])


def _seat(tickets: list[int], now: datetime) -> list[Ticket]:
    """Seat two tickets at a new table. Raises TableError."""
    waits = Ticket.objects.filter(pk__in=tickets, found_at=None).select_related("user")
    both = list(waits.select_for_update(of=("self",)).order_by("made_at", "pk"))
    if len(both) < 2:
        raise NotPossible  # one has been withdrawn
    elder, younger = both
    table = tables.open_table(
        creator=elder.user,
        game=elder.game,
        seats=2,
        clock=elder.clock,
        rated=elder.rated,
        nonce=elder.nonce,
        waits=False,
        origin=elder.origin,
        secret=bytes(elder.secret),
        now=now,
    )
    tables.sit(
        table_id=table.id, user=younger.user, nonce=younger.nonce, origin=younger.origin, now=now
    )
    for ticket in both:
        ticket.table, ticket.found_at = table, now
        # from now on the table alone holds the secret
        ticket.secret = b""
        ticket.save(update_fields=["table", "found_at", "secret"])
    notify([elder.user_id, younger.user_id])
    return both
