"""Pairing: two tickets on the same terms become one table.

All that pair on the same terms take one lock first, so whoever is found is found once, whatever
number of web processes and workers look at the same time. It is looked without the lock whether
anybody fits, so that whoever waits in vain keeps nobody from writing.
"""

from __future__ import annotations

import zlib
from datetime import datetime

from django.core.cache import cache
from django.db import connection, transaction

from games.lobby.pairing import selectors
from games.lobby.pairing.crowd import Crowd
from games.lobby.pairing.models import Ticket
from games.site import switches
from games.site.models import Name
from games.sweeping import sweep
from games.tables import services as tables
from games.tables.errors import NotPossible, TableError
from games.tables.models import Table
from games.tables.services.events import ring

LOCK = 0x50616972  # one of PostgreSQL's advisory locks: "Pair"
LAST = "pairing-last"
"""Where the cache keeps the last ticket that a sweep came to."""


def match(*, ticket_id: int, now: datetime) -> Table | None:
    """Find an opponent for a ticket that waits, and return the table at which both sit now; None
    if nobody fits. Both pages hear of it."""
    ticket = Ticket.objects.filter(pk=ticket_id, found_at=None).first()
    if ticket is None or not _crowd(ticket, now).fitting(ticket):
        return None
    pair = _pair(ticket, now)
    return pair[0].table if pair else None


def match_all(*, now: datetime, limit: int = 200) -> int:
    """Find opponents for the tickets that wait; return how many tables were found. All of them are
    looked at together, and `limit` of them are compared with the others, from where the last sweep
    ended: those who find nobody keep nobody from being found."""
    if switches.is_on(Name.MAINTENANCE):
        return 0
    crowd = Crowd(selectors.in_company(now), now)
    tickets = crowd.round(after=cache.get(LAST, 0))[:limit]

    def find(ticket: Ticket) -> bool:
        pair = _pair(ticket, now) if crowd.fitting(ticket) else None
        crowd.remove(pair or [])
        return pair is not None

    count = sweep(tickets, find, limit=limit, what="A ticket could not be paired")
    cache.set(LAST, tickets[-1].pk if tickets else 0, None)
    return count


def _crowd(ticket: Ticket, now: datetime) -> Crowd:
    """Return those who wait on the terms of a ticket, as its owner meets them."""
    return Crowd(selectors.on_terms_of(ticket, now), now, (ticket.user_id,))


@transaction.atomic
def _pair(ticket: Ticket, now: datetime) -> list[Ticket] | None:
    """Seat a ticket with the one that fits best, and return both; None if nobody fits any more."""
    _lock(ticket)
    for other in _crowd(ticket, now).fitting(ticket):
        try:
            with transaction.atomic():
                return _seat([ticket.pk, other.pk], now)
        except TableError:
            continue
    return None


def _lock(ticket: Ticket) -> None:
    """Let nobody else pair on these terms until the transaction ends. SQLite has but one writer as
    it is."""
    if connection.vendor == "postgresql":
        terms = f"{ticket.game} {ticket.clock} {ticket.rated}".encode()
        number = zlib.crc32(terms) - 2**31
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, number])


def _seat(tickets: list[int], now: datetime) -> list[Ticket]:
    """Seat both at a new table. Raises TableError."""
    waits = Ticket.objects.filter(pk__in=tickets, found_at=None).select_related("user")
    both = list(waits.select_for_update(of=("self",)).order_by("made_at", "pk"))
    if len(both) < 2:
        raise NotPossible  # one was given back in this moment
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
        # what sealed the deal stands with the table, and nowhere else
        ticket.secret = b""
        ticket.save(update_fields=["table", "found_at", "secret"])
    ring([elder.user_id, younger.user_id])
    return both
