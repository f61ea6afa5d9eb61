"""Finding the notices that are due, by looking at the tables: a lost message does no harm, as the
next look finds the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from games.notices.due import HOUR, NEWS
from games.notices.grid import Topic
from games.notices.models import Kind, News, Notice, What
from games.notices.selectors import BY_CORRESPONDENCE, LIVE, TO_ACT
from games.notices.services.writing import wanted, write
from games.people import selectors as people
from games.people.models import Kind as Tied
from games.people.models import Tie
from games.registry import engines
from games.tables.live import presence
from games.tables.models import EndedBy, LeftBy, Seat, Status, Table
from games.tables.state import present_turn

# so long nothing happens at a table before anybody is written to: fast play needs no mail
CALM = timedelta(seconds=20)
HASTE = timedelta(seconds=5)  # the same for live games, of those who are not at the table
LOW = timedelta(hours=12)  # a clock with more than this is not low
MANY = 2000  # of what is looked at and mostly not written


def find(*, now: datetime, limit: int = 500) -> int:
    """Write the notices that are due and are not written yet. Returns how many events they are
    about."""
    return (
        _turns(now, limit)
        + _live_turns(now)
        + _low_clocks(now)
        + _ends(now, limit)
        + _idle(now, limit)
        + _opened(now, limit)
    )


# --- turns ---


def _to_act(kind: Kind, topic: Topic) -> QuerySet[Seat]:
    """Return the seats to act at tables that have changed since the last look."""
    looked_at = Notice.objects.filter(
        user=OuterRef("user"),
        table=OuterRef("table"),
        kind=kind,
        version__gte=OuterRef("table__version"),
    )
    seats = Seat.objects.filter(
        wanted(topic), TO_ACT, ~Exists(looked_at), table__game__in=engines().keys()
    )
    return seats.select_related("table", "user")


def _turns(now: datetime, limit: int) -> int:
    seats = _to_act(Kind.TURN, Topic.TURN).filter(
        BY_CORRESPONDENCE, table__changed_at__lte=now - CALM
    )
    return _tell(seats.order_by("table__changed_at")[:limit], Kind.TURN, now)


def _live_turns(now: datetime) -> int:
    seats = _to_act(Kind.LIVE, Topic.LIVE).filter(LIVE, table__changed_at__lte=now - HASTE)
    return _tell(_away(seats.order_by("table__changed_at")[:MANY]), Kind.LIVE, now)


def _low_clocks(now: datetime) -> int:
    """Write notices about clocks that run low. A turn lasts until the flag, which is that of the
    one seat to act in games of turns."""
    seats = _to_act(Kind.LOW, Topic.LOW).filter(
        table__flag_at__gt=now, table__flag_at__lte=now + LOW
    )
    near = seats.annotate(since=present_turn.since()).order_by("table__flag_at")[:MANY]
    low = [
        seat
        for seat in near
        if seat.table.flag_at and low_at(seat.table.flag_at, seat.since) <= now
    ]
    return _tell(_away(low), Kind.LOW, now)


def low_at(flag_at: datetime, since: datetime) -> datetime:
    """Return the moment from which the clock of a turn is low: a fifth of the turn's time is left,
    or twelve hours if that is less."""
    return flag_at - min((flag_at - since) / 5, LOW)


def _away(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose players are not at their table."""
    found = list(seats)
    here = presence.looking([(seat.table_id, seat.user_id) for seat in found if seat.user_id])
    return [seat for seat in found if (seat.table_id, seat.user_id) not in here]


def _tell(seats: Iterable[Seat], kind: Kind, now: datetime) -> int:
    return sum(_turn(seat, kind, now) for seat in seats)


def _turn(seat: Seat, kind: Kind, now: datetime) -> bool:
    assert seat.user is not None  # bots are not reachable
    turn, version = present_turn.begun(seat.table_id, seat.number), seat.table.version
    told = Notice.objects.filter(user=seat.user, table=seat.table, kind=kind, begun=turn)
    if told.update(version=version):  # the same turn: half of it was played, or a draw was offered
        return False
    at = now if kind == Kind.LOW else seat.table.changed_at
    write(seat.user, kind, seat.table_id, now, at=at, begun=turn, version=version)
    return True


# --- ends ---


def _ends(now: datetime, limit: int) -> int:
    """Write notices about games that have ended: by correspondence to all who played, otherwise to
    those who have not seen the end, since they were away."""
    told = Notice.objects.filter(user=OuterRef("user"), table=OuterRef("table"), kind=Kind.OVER)
    unseen = News.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), what=What.ENDED, read_at=None
    )
    seats = Seat.objects.filter(
        wanted(Topic.OVER),
        BY_CORRESPONDENCE | Exists(unseen),
        ~Exists(told),
        table__status=Status.ENDED,
        table__ended_at__range=(now - NEWS, now - CALM),
        table__game__in=engines().keys(),
    ).exclude(table__ended_by=EndedBy.CLOSED)
    found = list(seats.select_related("table", "user").order_by("table__ended_at")[:limit])
    for seat in found:
        assert seat.user is not None
        at, version = seat.table.ended_at, seat.table.version
        write(seat.user, Kind.OVER, seat.table_id, now, at=at, version=version)
    return len(found)


def _idle(now: datetime, limit: int) -> int:
    """Write notices to those who play in a game that is soon broken off, as nobody has acted there
    for long."""
    told = Notice.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), kind=Kind.IDLE, begun=OuterRef("table__ply")
    )
    seats = Seat.objects.filter(
        wanted(Topic.OVER),
        ~Exists(told),
        ended_at=None,
        left_by=LeftBy.NONE,
        table__status=Status.RUNNING,
        table__breaks_off_at__isnull=False,
        table__game__in=engines().keys(),
    )
    found = list(seats.select_related("table", "user").order_by("table__breaks_off_at")[:limit])
    for seat in found:
        assert seat.user is not None
        turn, version = seat.table.ply, seat.table.version
        write(seat.user, Kind.IDLE, seat.table_id, now, begun=turn, version=version)
    return len(found)


# --- tables of people whom one follows ---


def _opened(now: datetime, limit: int) -> int:
    """Write notices about public tables that wait, to those who follow the host and can sit down:
    of one host at most one an hour."""
    ties = Tie.objects.filter(wanted(Topic.OPENED), other=OuterRef("creator"), kind=Tied.FOLLOW)
    told = Notice.objects.filter(
        user=OuterRef("user"), kind=Kind.OPENED, by=OuterRef("other"), made_at__gt=now - HOUR
    )
    tables = Table.objects.filter(
        Exists(ties.filter(~Exists(told))),
        status=Status.OPEN,
        private=False,
        created_at__range=(now - HOUR, now - CALM),
        game__in=engines().keys(),
    )
    count = 0
    for table in tables.order_by("created_at").prefetch_related("seats")[:limit]:
        sit = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
        if table.creator_id not in sit:
            continue
        apart = frozenset().union(*map(people.apart, sit))
        followers = Tie.objects.filter(
            wanted(Topic.OPENED), ~Exists(told), other=table.creator_id, kind=Tied.FOLLOW
        )
        followers = followers.exclude(user__in=sit | apart).select_related("user")
        for tie in followers[:limit]:
            at, host = table.created_at, table.creator_id
            write(tie.user, Kind.OPENED, table.pk, now, at=at, version=table.version, by_id=host)
            count += 1
    return count
