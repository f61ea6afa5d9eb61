"""A seat's current turn, identified for whatever happens once a turn: notices, calendars, plans.

Turns of a seat are told apart by a ply: the one after the seat's last turn that has passed, that
is, after which somebody else acted. A take-back by which the turn comes back to one seat and leaves
another makes what follows another turn for both: it has the ply after the take-back. A take-back
within the turn does not.
"""

from __future__ import annotations

from django.db.models import F, IntegerField, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from games.tables.models import Action, Seat


def number() -> Combinable:
    """Return an expression over rows of seats: the ply that identifies the seat's current turn."""
    table, seat = OuterRef("table"), OuterRef("number")
    others = Action.objects.filter(table=OuterRef(table), seat__isnull=False)
    others = others.exclude(seat=OuterRef(seat)).order_by("-ply")
    mine = Action.objects.filter(
        table=table, seat=seat, ply__lt=Subquery(others.values("ply")[:1])
    ).order_by("-ply")
    after = Coalesce(Subquery(mine.values("ply")[:1]) + 1, 0)
    return Greatest(after, F("renewed"), output_field=IntegerField())


def begun(table_id: str, seat: int) -> int:
    """Return the ply that identifies a seat's current turn. One query."""
    seats = Seat.objects.filter(table=table_id, number=seat).annotate(begun=number())
    found: int = seats.values_list("begun", flat=True).get()
    return found


def mark() -> Combinable:
    """Return an expression over rows of seats: the hash of the entry with which the current turn
    began, another seat's or the first of all. After a backup is restored a turn at the same ply has
    another one."""
    log = Action.objects.filter(table=OuterRef("table"))
    others = log.filter(seat__isnull=False).exclude(seat=OuterRef("number")).order_by("-ply")
    first = log.filter(ply=0)
    return Coalesce(Subquery(others.values("hash")[:1]), Subquery(first.values("hash")[:1]))


def since() -> Combinable:
    """Return an expression over rows of seats: the moment at which the current turn began, with the
    last entry of another seat, or with the take-back that brought it back."""
    log = Action.objects.filter(table=OuterRef("table")).order_by("-ply")
    others = log.filter(seat__isnull=False).exclude(seat=OuterRef("number"))
    other = Coalesce(Subquery(others.values("at")[:1]), F("table__started_at"))
    renewed = log.filter(ply=OuterRef("renewed") - 1).values("at")[:1]
    return Greatest(other, Coalesce(Subquery(renewed), other))
