"""A seat's turn of now, as everything knows it that happens once a turn: notices, calendars, plans.

Turns of a seat are told apart by a ply: the one after the seat's last turn that has passed, that
is, after which somebody else acted. A take-back by which the turn comes back to one seat and leaves
another makes what follows another turn for both: it has the ply after the take-back. A take-back
within the turn does not.
"""

from __future__ import annotations

from django.db.models import F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.kernel.protocol import Seat
from games.tables.models import Action
from games.tables.models import Seat as Row


def with_begun(seats: QuerySet[Row]) -> QuerySet[Row]:
    """Return rows of seats with `begun`: the number of the seat's turn of now."""
    log = Action.objects.filter(table=OuterRef("table"), seat__isnull=False).order_by("-ply")
    others = log.exclude(seat=OuterRef("number")).values("ply")
    passed = log.filter(seat=OuterRef("number"), ply__lt=OuterRef("last_other")).values("ply")
    after_it = Coalesce(Subquery(passed[:1]) + 1, 0)
    number = Greatest(after_it, F("renewed"), output_field=IntegerField())
    return seats.annotate(last_other=Subquery(others[:1])).annotate(begun=number)


def begun(table_id: str, seat: Seat) -> int:
    """Return the number of a seat's turn of now. One query."""
    seats = with_begun(Row.objects.filter(table=table_id, number=seat))
    return seats.values_list("begun", flat=True).get()


def with_since(seats: QuerySet[Row]) -> QuerySet[Row]:
    """Return rows of seats with `since`: the moment at which the turn of now began, with the last
    entry of another seat, or with the take-back that brought it back."""
    log = Action.objects.filter(table=OuterRef("table")).order_by("-ply").values("at")
    others = log.filter(seat__isnull=False).exclude(seat=OuterRef("number"))
    other = Coalesce(Subquery(others[:1]), F("table__started_at"))
    renewed = Subquery(log.filter(ply=OuterRef("renewed") - 1)[:1])
    return seats.annotate(since=Greatest(other, Coalesce(renewed, other)))
