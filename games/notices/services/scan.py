"""The scan for events that need notices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.community.people import selectors as people
from games.community.people.models import Kind as Tied
from games.community.people.models import Tie
from games.due_query import DueQuery, Rows
from games.notices.channels import offered
from games.notices.due import HOUR, NEWS
from games.notices.grid import Topic, kinds_of
from games.notices.models import Kind, News, Notice, State, What, Where
from games.notices.selectors import BY_CORRESPONDENCE, LIVE, TO_ACT
from games.notices.services import retract
from games.notices.services.record import wanted, write
from games.registry import engines
from games.sweep import sweep
from games.tables.live import presence
from games.tables.models import EndedBy, LeftBy, Seat, Status, Table
from games.tables.state import current_turn, requirements

# without a move before anybody is notified: fast play needs no mail
CALM = timedelta(seconds=20)
HASTE = timedelta(seconds=5)  # the same in live games
LOW = timedelta(hours=12)  # a clock with more than this is not low
MANY = 2000  # seats of one scan


# --- turns ---


def _to_act(kind: Kind, topic: Topic) -> QuerySet[Seat]:
    """Return the seats that must act at tables that have changed since the last scan."""
    scanned = Notice.objects.filter(
        user=OuterRef("user"),
        table=OuterRef("table"),
        kind=kind,
        version__gte=OuterRef("table__version"),
    )
    seats = Seat.objects.filter(
        wanted(topic), TO_ACT, ~Exists(scanned), table__game__in=engines().keys()
    )
    return seats.select_related("table", "user")


def _turns(*, now: datetime) -> QuerySet[Seat]:
    seats = _to_act(Kind.TURN, Topic.TURN)
    return seats.filter(BY_CORRESPONDENCE, table__changed_at__lte=now - CALM)


def _write_slow_turns(seats: QuerySet[Seat], now: datetime, limit: int) -> int:
    return _write_turns(seats.order_by("table__changed_at")[:limit], Kind.TURN, now)


def _live_turns(*, now: datetime) -> QuerySet[Seat]:
    seats = _to_act(Kind.LIVE, Topic.LIVE)
    return seats.filter(LIVE, table__changed_at__lte=now - HASTE)


def _write_live_turns(seats: QuerySet[Seat], now: datetime, _limit: int) -> int:
    found = seats.order_by("table__changed_at").values_list("pk", "table", "user")
    return _write_turns(_away(found), Kind.LIVE, now)


def _near_flag(*, now: datetime) -> QuerySet[Seat]:
    seats = _to_act(Kind.LOW, Topic.LOW)
    return seats.filter(table__flag_at__gt=now, table__flag_at__lte=now + LOW)


def _write_low_clocks(seats: QuerySet[Seat], now: datetime, _limit: int) -> int:
    """Write notices about low clocks."""
    near = seats.annotate(since=current_turn.since()).order_by("table__flag_at")
    facts = near.values_list("pk", "table", "user", "table__flag_at", "since")
    low = [
        tuple(seat) for *seat, flag_at, since in facts if flag_at and low_at(flag_at, since) <= now
    ]
    return _write_turns(_away(low), Kind.LOW, now)


def low_at(flag_at: datetime, since: datetime) -> datetime:
    """Return when the clock of a turn is low: with a fifth of the turn's time left, or twelve hours
    if less."""
    return flag_at - min((flag_at - since) / 5, LOW)


def _away(seats: Iterable[tuple[Any, ...]]) -> QuerySet[Seat]:
    """Return MANY of the seats whose players are not at their table, of rows (id, table, user)."""
    found = list(seats)
    here = presence.looking([(table_id, user_id) for _pk, table_id, user_id in found])
    away = [pk for pk, table_id, user_id in found if (table_id, user_id) not in here]
    return Seat.objects.filter(pk__in=away[:MANY]).select_related("table", "user")


def _write_turns(seats: Iterable[Seat], kind: Kind, now: datetime) -> int:
    return sweep(seats, lambda seat: _write_turn(seat, kind, now), what="A turn could not be told")


def _write_turn(seat: Seat, kind: Kind, now: datetime) -> bool:
    assert seat.user is not None  # bots are not reachable
    turn, version = current_turn.begun(seat.table_id, seat.number), seat.table.version
    written = Notice.objects.filter(user=seat.user, table=seat.table, kind=kind, begun=turn)
    if written.update(
        version=version
    ):  # the same turn: half of it was played, or a draw was offered
        return False
    at = now if kind == Kind.LOW else seat.table.changed_at
    write(seat.user, kind, seat.table_id, now, at=at, begun=turn, version=version)
    return True


# --- ends ---


def _ends(*, now: datetime) -> QuerySet[Seat]:
    """Return the seats at ended games: all by correspondence, else those whose players have not
    seen the end."""
    written = Notice.objects.filter(user=OuterRef("user"), table=OuterRef("table"), kind=Kind.OVER)
    unseen = News.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), what=What.ENDED, read_at=None
    )
    return Seat.objects.filter(
        wanted(Topic.OVER),
        BY_CORRESPONDENCE | Exists(unseen),
        ~Exists(written),
        table__status=Status.ENDED,
        table__ended_at__range=(now - NEWS, now - CALM),
        table__game__in=engines().keys(),
    ).exclude(table__ended_by=EndedBy.CLOSED)


def _write_ends(seats: QuerySet[Seat], now: datetime, limit: int) -> int:
    found = list(seats.select_related("table", "user").order_by("table__ended_at")[:limit])

    def write_one(seat: Seat) -> int:
        assert seat.user is not None
        at, version = seat.table.ended_at, seat.table.version
        write(seat.user, Kind.OVER, seat.table_id, now, at=at, version=version)
        return 1

    return sweep(found, write_one, what="An end could not be told")


def _idle(*, now: datetime) -> QuerySet[Seat]:
    """Return the seats at idle games, which are aborted soon."""
    written = Notice.objects.filter(
        user=OuterRef("user"), table=OuterRef("table"), kind=Kind.IDLE, begun=OuterRef("table__ply")
    )
    return Seat.objects.filter(
        wanted(Topic.OVER),
        ~Exists(written),
        ended_at=None,
        left_by=LeftBy.NONE,
        table__status=Status.RUNNING,
        table__breaks_off_at__isnull=False,
        table__game__in=engines().keys(),
    )


def _write_idle(seats: QuerySet[Seat], now: datetime, limit: int) -> int:
    found = list(seats.select_related("table", "user").order_by("table__breaks_off_at")[:limit])

    def write_one(seat: Seat) -> int:
        assert seat.user is not None
        turn, version = seat.table.ply, seat.table.version
        write(seat.user, Kind.IDLE, seat.table_id, now, begun=turn, version=version)
        return 1

    return sweep(found, write_one, what="An idle game could not be told")


# --- tables of people whom one follows ---


def _followed(now: datetime) -> QuerySet[Tie]:
    """Return the ties of followers who may get a notice: one an hour for each host."""
    written = Notice.objects.filter(
        user=OuterRef("user"), kind=Kind.OPENED, by=OuterRef("other"), made_at__gt=now - HOUR
    )
    return Tie.objects.filter(wanted(Topic.OPENED), ~Exists(written), kind=Tied.FOLLOW)


def _opened(*, now: datetime) -> QuerySet[Table]:
    """Return the public open tables whose hosts somebody follows."""
    return Table.objects.filter(
        Exists(_followed(now).filter(other=OuterRef("creator"))),
        status=Status.OPEN,
        private=False,
        created_at__range=(now - HOUR, now - CALM),
        game__in=engines().keys(),
    ).exclude(asks__endswith=requirements.MEMBERS)


def _write_opened(tables: QuerySet[Table], now: datetime, limit: int) -> int:
    """Write notices to the followers who can sit down."""
    found = list(tables.order_by("created_at").prefetch_related("seats"))
    matches = list(islice(_matches(found, _followed(now)), limit))
    users = User.objects.in_bulk([user_id for _table, user_id in matches])

    def write_one(fit: tuple[Table, int]) -> int:
        table, user_id = fit
        at, host, version = table.created_at, table.creator_id, table.version
        write(users[user_id], Kind.OPENED, table.pk, now, at=at, version=version, by_id=host)
        return 1

    return sweep(matches, write_one, what="A table that opened could not be told")


def _matches(tables: Sequence[Table], ties: QuerySet[Tie]) -> Iterator[tuple[Table, int]]:
    """Yield (table, follower of its host) where the follower neither sits there nor is apart from
    anybody there; each follower of a host once. Two queries."""
    hosts = {table.creator_id for table in tables}
    followers: dict[int, list[int]] = defaultdict(list)
    for user_id, host in ties.filter(other__in=hosts).values_list("user", "other"):
        followers[host].append(user_id)
    seated = {
        table.pk: {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
        for table in tables
    }
    apart = people.pairs_apart(set().union(*seated.values()))
    for table in tables:
        sit, host = seated[table.pk], table.creator_id
        if host not in sit:
            continue
        for user_id in list(followers[host]):
            if user_id not in sit and not any(frozenset((user_id, one)) in apart for one in sit):
                followers[host].remove(user_id)
                yield table, user_id


# --- what is about no table ---


def _items(*, now: datetime) -> QuerySet[News]:
    """Return the items about no table that need notices."""
    written = Notice.objects.filter(
        user=OuterRef("user"), table=None, kind=OuterRef("kind"), subject=OuterRef("subject")
    )
    asked = Q(kind__in=kinds_of(Topic.EVENT)) & wanted(Topic.EVENT)
    asked |= Q(kind__in=kinds_of(Topic.CLUB)) & wanted(Topic.CLUB)
    return News.objects.filter(
        ~Q(subject=""),
        asked,
        ~Exists(written),
        read_at=None,
        over=False,
        at__range=(now - NEWS, now - CALM),
    )


def _write_items(items: QuerySet[News], now: datetime, limit: int) -> int:
    """Write notices of items; of a live round not by mail, which is too slow."""
    found = list(items.select_related("user").order_by("at", "pk")[:limit])

    def write_one(item: News) -> int:
        but = (Where.MAIL,) if item.facts.get("live") else ()
        about: dict[str, Any] = {"subject": item.subject, "by_id": item.by_id, "but": but}
        write(item.user, Kind(item.kind), None, now, at=item.at, **about)
        return 1

    return sweep(found, write_one, what="News about no table could not be told")


# --- all of them ---

SCANS: dict[str, tuple[Rows, Callable[[Any, datetime, int], int]]] = {
    "turns": (_turns, _write_slow_turns),
    "live turns": (_live_turns, _write_live_turns),
    "low clocks": (_near_flag, _write_low_clocks),
    "ends": (_ends, _write_ends),
    "idle games": (_idle, _write_idle),
    "open tables": (_opened, _write_opened),
    "of no table": (_items, _write_items),
}
"""By name: the query for rows that may need notices, and the function that writes them."""


def find(*, now: datetime, limit: int = 500) -> int:
    """Write the missing notices; return the number of events."""
    due = _due_query(*offered(), *engines()).ask(now)
    return sum(
        write_one(rows(now=now), now, limit)
        for name, (rows, write_one) in SCANS.items()
        if name in due
    )


@cache
def _due_query(*_there: str) -> DueQuery:
    """Return the query for which scans have rows, for channels and games."""
    return DueQuery({name: ([rows], ()) for name, (rows, _write_turns) in SCANS.items()})


# Turns, ends and open tables are written some seconds after a change.
LATELY = timedelta(seconds=90)
# Before a flag each run scans for low clocks and for players who have left. The rest has
# minutes: the scheduler sends a run now and then in any case.
SOON = timedelta(hours=3)


def unsettled(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Notice]:
    """Return the notices of a channel that are due, or whose sender may have died."""
    states = [State.WAITING, State.SENDING]
    return Notice.objects.filter(where=where, state__in=states, due_at__lte=now)


def shown(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Notice]:
    """Return the notices that places of a channel show."""
    return retract.shown(Where(where), now)


def changed(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the open and running tables that have changed lately, for the run of mails, which
    scans for all channels."""
    live = Table.objects.filter(status__in=[Status.OPEN, Status.RUNNING])
    return _of_finder(where, live.filter(changed_at__gt=now - LATELY))


def ended(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the tables that have ended lately."""
    tables = Table.objects.filter(status=Status.ENDED, ended_at__gt=now - LATELY)
    return _of_finder(where, tables)


def near_flag(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the tables at which a flag may fall soon."""
    tables = Table.objects.filter(status=Status.RUNNING, flag_at__lte=now + SOON)
    return _of_finder(where, tables)


def items(where: str = Where.MAIL, *, now: datetime) -> QuerySet[News]:
    """Return the latest items about no table."""
    came = News.objects.filter(~Q(subject=""), read_at=None, over=False, at__gt=now - LATELY)
    return came if where == Where.MAIL else came.none()


def _of_finder(where: str, tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables if where == Where.MAIL else tables.none()


DUE = (unsettled, shown, changed, ended, near_flag, items)
