"""A new game against bots by one click."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from games.kernel import clock
from games.registry import engines
from games.tables.errors import NotPossible
from games.tables.models import Action, Level, Seat, Status, Table
from games.tables.services.open_table import open_table

LATELY = timedelta(hours=1)  # the age up to which a table without a move is used again


@transaction.atomic
def play_now(*, user: User, game: str, level: str = Level.CLUB, now: datetime) -> Table:
    """Return a started table of this game with the fewest bots that the game allows; a second click
    returns the same table. Raises NotPossible."""
    engine = engines().get(game)
    if engine is None:
        raise NotPossible(_("There is no such game here."))
    # Two clicks at once follow one another.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    acted = Action.objects.filter(table=OuterRef("table"), seat=OuterRef("number"))
    fresh = Seat.objects.filter(
        ~Exists(acted),
        user=user,
        ended_at=None,
        table__game=game,
        table__status=Status.RUNNING,
        table__time_control=clock.UNTIMED.name,
        table__deal="",
    )
    fresh = fresh.filter(
        table__bots=F("table__seat_count") - 1,
        table__bots__gt=0,
        table__created_at__gte=now - LATELY,
    )
    for seat in fresh.select_related("table"):
        if not seat.table.seats.exclude(number=seat.number).exclude(bot=level).exists():
            return seat.table
    seats = max(2, engine.seats.start)
    return open_table(
        creator=user,
        game=game,
        seats=seats,
        bots={number: level for number in range(1, seats)},
        now=now,
    )
