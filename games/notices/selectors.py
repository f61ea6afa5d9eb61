"""Queries for the tables that wait for a user, without cards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import CharField, Count, F, Max, Min, Q
from django.db.models.functions import Cast
from django.utils import timezone

from games.kernel import clock
from games.notices.models import News
from games.registry import engines
from games.tables.models import LeftBy, Seat, Status

FOLLOWED = 300  # running tables that one tab follows; changes of others arrive a little later

BY_CORRESPONDENCE = Q(table__time_control__regex=clock.names("correspondence"))
LIVE = Q(table__time_control__regex=clock.names("live"))
PLAYS = Q(ended_at=None, table__status=Status.RUNNING, left_by=LeftBy.NONE)
TO_ACT = PLAYS & Q(table__to_act__contains=Cast(F("number"), CharField()))


NEW = News.objects.filter(read_at=None, over=False)


def not_hidden(now: datetime) -> Q:
    """Return the condition for seats that are not snoozed."""
    return Q(hidden_until=None) | Q(hidden_until__lte=now)


def is_unhurried(time_control: str) -> bool:
    """Return whether a time control is by correspondence."""
    return clock.stored(time_control).kind == "correspondence"


@dataclass(frozen=True, slots=True)
class Turns:
    """The tables that wait for a user, nearest deadline first."""

    ids: tuple[str, ...] = ()
    unhurried: tuple[str, ...] = ()
    """Those by correspondence."""

    @property
    def count(self) -> int:
        """Return the number of tables."""
        return len(self.ids)

    def after(self, table_id: str) -> str | None:
        """Return the table after this one, wrapping around; None without any."""
        if table_id in self.ids:
            at = self.ids.index(table_id) + 1
            return (self.ids[at:] + self.ids[:at])[0]
        return self.ids[0] if self.ids else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A value that changes with a user's running and waiting tables and unread news."""

    running: int = 0
    count: int = 0
    first: str | None = None
    last: str | None = None
    news: int = 0

    @classmethod
    def of(cls, tables: Collection[str], turns: Turns, news: int) -> Mark:
        """Return the mark of running tables, turns and the number of unread news."""
        first, last = min(turns.ids, default=None), max(turns.ids, default=None)
        return cls(len(tables), turns.count, first, last, news)


def marks(user_ids: Collection[int]) -> dict[int, Mark]:
    """Return user id → mark, without users who have neither tables nor news. Two queries."""
    seats = (
        Seat.objects.filter(
            user__in=user_ids, ended_at=None, left_by=LeftBy.NONE, table__status=Status.RUNNING
        )
        .values("user")
        .order_by("user")
    )
    waiting = TO_ACT & not_hidden(timezone.now()) & Q(table__game__in=engines().keys())
    marked = seats.annotate(
        running=Count("pk"),
        count=Count("pk", filter=waiting),
        first=Min("table_id", filter=waiting),
        last=Max("table_id", filter=waiting),
    )
    rows = marked.values_list("user", "running", "count", "first", "last")
    found = {
        user: Mark(min(running, FOLLOWED), count, first, last)
        for user, running, count, first, last in rows
    }
    unread = NEW.filter(user__in=user_ids).values("user").order_by("user")
    for user, news in unread.annotate(news=Count("pk")).values_list("user", "news"):
        found[user] = replace(found.get(user, Mark()), news=news)
    return found


def new_items(user_id: int | None) -> int:
    """Return the number of unread items. One query."""
    return 0 if user_id is None else NEW.filter(user=user_id).count()


def running(user_id: int) -> frozenset[str]:
    """Return the ids of a user's running tables. One query."""
    seats = Seat.objects.filter(
        user=user_id, ended_at=None, left_by=LeftBy.NONE, table__status=Status.RUNNING
    ).order_by("-table__changed_at")
    return frozenset(seats.values_list("table_id", flat=True)[:FOLLOWED])


def turns(user_id: int | None) -> Turns:
    """Return the tables that wait for a user, without snoozed ones. One query."""
    if user_id is None:
        return Turns()
    shown = TO_ACT & not_hidden(timezone.now())
    seats = Seat.objects.filter(shown, user=user_id, table__game__in=engines().keys())
    ordered = seats.order_by(
        F("table__flag_at").asc(nulls_last=True), "table__changed_at", "table_id"
    )
    rows = list(ordered.values_list("table_id", "table__time_control"))
    return Turns(
        tuple(table for table, _ in rows),
        tuple(table for table, control in rows if is_unhurried(control)),
    )
