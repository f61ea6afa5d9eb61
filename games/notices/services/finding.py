"""Finding the notices that are due, by looking at the tables: a lost message does no harm, as the
next look finds the same."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q

from accounts.models import TurnMail
from games.notices.due import NEWS, begun, due_at
from games.notices.models import Kind, News, Notice, What
from games.notices.selectors import BY_CORRESPONDENCE, TO_ACT
from games.registry import engines
from games.tables.models import EndedBy, LeftBy, Seat, Status

# so long nothing happens at a table before anybody is written to: fast play needs no mail
CALM = timedelta(seconds=20)

_REACHABLE = Q(user__is_active=True) & Exists(
    EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
)


def find(*, now: datetime, limit: int = 500) -> int:
    """Write the notices that are due and are not written yet. Returns how many."""
    return _turns(now, limit) + _ends(now, limit) + _idle(now, limit)


def _turns(now: datetime, limit: int) -> int:
    looked_at = Notice.objects.filter(
        user=OuterRef("user"),
        table=OuterRef("table"),
        kind=Kind.TURN,
        version__gte=OuterRef("table__version"),
    )
    seats = Seat.objects.filter(
        _REACHABLE,
        BY_CORRESPONDENCE,
        TO_ACT,
        ~Exists(looked_at),
        table__changed_at__lte=now - CALM,
        table__game__in=engines().keys(),
    )
    wanted = (
        seats.exclude(user__turn_mail=TurnMail.OFF)
        .select_related("table", "user")
        .order_by("table__changed_at")
    )
    return sum(_turn(seat, now) for seat in wanted[:limit])


def _turn(seat: Seat, now: datetime) -> bool:
    assert seat.user is not None  # bots are not reachable
    notice, new = Notice.objects.get_or_create(
        user=seat.user,
        table=seat.table,
        kind=Kind.TURN,
        begun=begun(seat.table_id, seat.number),
        defaults={"version": seat.table.version, "due_at": due_at(seat.user, now)},
    )
    if not new:  # the same turn still: half of it was played, or a draw was offered
        Notice.objects.filter(pk=notice.pk).update(version=seat.table.version)
    return new


def _ends(now: datetime, limit: int) -> int:
    """Write notices about games that have ended: by correspondence to all who played, otherwise to
    those who have not seen the end, since they were away."""
    told = Notice.objects.filter(user=OuterRef("user"), table=OuterRef("table"), kind=Kind.OVER)
    unseen = News.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), what=What.ENDED, read_at=None
    )
    seats = Seat.objects.filter(
        _REACHABLE,
        BY_CORRESPONDENCE | Exists(unseen),
        ~Exists(told),
        table__status=Status.ENDED,
        table__ended_at__range=(now - NEWS, now - CALM),
        table__game__in=engines().keys(),
        user__over_mail=True,
    ).exclude(table__ended_by=EndedBy.CLOSED)
    rows = list(
        seats.order_by("table__ended_at").values_list("user_id", "table_id", "table__version")[
            :limit
        ]
    )
    notices = [
        Notice(user_id=user, table_id=table, kind=Kind.OVER, version=version, due_at=now)
        for user, table, version in rows
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    return len(notices)


def _idle(now: datetime, limit: int) -> int:
    """Write notices to those who play in a game that is soon broken off, as nobody has acted there
    for long."""
    told = Notice.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), kind=Kind.IDLE, begun=OuterRef("table__ply")
    )
    seats = Seat.objects.filter(
        _REACHABLE,
        ~Exists(told),
        ended_at=None,
        left_by=LeftBy.NONE,
        table__status=Status.RUNNING,
        table__breaks_off_at__isnull=False,
        table__game__in=engines().keys(),
        user__over_mail=True,
    )
    rows = list(
        seats.order_by("table__breaks_off_at").values_list(
            "user_id", "table_id", "table__ply", "table__version"
        )[:limit]
    )
    notices = [
        Notice(user_id=user, table_id=table, kind=Kind.IDLE, begun=ply, version=at, due_at=now)
        for user, table, ply, at in rows
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    return len(notices)
