"""Pairing: two tickets on the same terms become one table.

All that pair on the same terms take one lock first, so whoever is found is found once, whatever
number of web processes and workers look at the same time.
"""

from __future__ import annotations

import zlib
from datetime import datetime

from django.db import connection, transaction

from games.pairing import selectors, window
from games.pairing.models import Ticket
from games.people import selectors as people
from games.tables import services as tables
from games.tables.errors import NotPossible, TableError
from games.tables.live import presence
from games.tables.models import Table
from games.tables.services.telling import ring

LOCK = 0x50616972  # one of PostgreSQL's advisory locks: "Pair"


@transaction.atomic
def match(*, ticket_id: int, now: datetime) -> Table | None:
    """Find an opponent for a ticket that waits, and return the table at which both sit now; None
    if nobody fits. Both pages hear of it."""
    ticket = Ticket.objects.select_related("user").filter(pk=ticket_id, found_at=None).first()
    if ticket is None:
        return None
    _lock(ticket)
    ticket = Ticket.objects.select_related("user").filter(pk=ticket_id, found_at=None).first()
    if ticket is None or not ticket.user.is_active or not _is_there(ticket, now):
        return None
    for other in _fitting(ticket, now):
        elder, younger = sorted((ticket, other), key=lambda each: (each.made_at, each.pk))
        try:
            with transaction.atomic():
                return _seat(elder, younger, now)
        except TableError:
            continue  # one of them has too many tables, say
    return None


def _lock(ticket: Ticket) -> None:
    """Let nobody else pair on these terms until the transaction ends. SQLite has but one writer as
    it is."""
    if connection.vendor == "postgresql":
        terms = f"{ticket.game} {ticket.clock} {ticket.rated}".encode()
        number = zlib.crc32(terms) - 2**31
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, number])


def _fitting(ticket: Ticket, now: datetime) -> list[Ticket]:
    """Return the tickets that fit, those of the nearest rating first."""
    apart, met = people.apart(ticket.user_id), selectors.just_met(ticket.user_id, now)
    found = []
    for other in selectors.waiting(ticket, now):
        waited = (now - ticket.made_at, now - other.made_at)
        if other.user_id in apart or not other.user.is_active:
            continue
        if other.user_id in met and not window.again(waited, ticket.live):
            continue
        if window.fit((ticket.rating, other.rating), waited, ticket.live) and _is_there(other, now):
            found.append(other)
    return sorted(found, key=lambda other: (abs(other.rating - ticket.rating), other.made_at))


def _is_there(ticket: Ticket, now: datetime) -> bool:
    """Return whether somebody waits still: at the page of the ticket, or at a bot's table; and has
    begun no other live game meanwhile."""
    if selectors.sits_elsewhere(ticket):
        return False
    if not ticket.live or ticket.seen_at > now - selectors.HERE:
        return True
    at = ticket.meanwhile_id
    return at is not None and presence.is_looking(at, ticket.user_id)


def _seat(elder: Ticket, younger: Ticket, now: datetime) -> Table:
    """Seat both at a new table. Raises TableError."""
    both = Ticket.objects.select_for_update().filter(pk__in=(elder.pk, younger.pk), found_at=None)
    if len(both) < 2:
        raise NotPossible  # one was given back in this moment
    table = tables.open_table(
        creator=elder.user,
        game=elder.game,
        seats=2,
        clock=elder.clock,
        rated=elder.rated,
        nonce=elder.nonce,
        origin=elder.origin,
        secret=bytes(elder.secret),
        now=now,
    )
    tables.sit(
        table_id=table.id, user=younger.user, nonce=younger.nonce, origin=younger.origin, now=now
    )
    for ticket in (elder, younger):
        ticket.table, ticket.found_at = table, now
        # what sealed the deal stands with the table, and nowhere else
        ticket.secret = b""
        ticket.save(update_fields=["table", "found_at", "secret"])
    ring([elder.user_id, younger.user_id])
    return table


def match_all(*, now: datetime, limit: int = 200) -> int:
    """Try all tickets that wait, the eldest first; return how many tables were found."""
    waits = Ticket.objects.filter(found_at=None).order_by("made_at").values_list("pk", flat=True)
    return sum(match(ticket_id=pk, now=now) is not None for pk in list(waits[:limit]))
