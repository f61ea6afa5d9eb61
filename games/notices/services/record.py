"""New notices in the ledger, one for each place."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from accounts.models import User
from games.notices import due, grid
from games.notices.channels import offered
from games.notices.grid import TOPICS, Grid, Topic, When
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.selectors import BY_CORRESPONDENCE, PLAYS, TO_ACT
from games.tables.models import Seat, Status

WAIT = timedelta(seconds=30)  # after the newest turn, which is written after 20 (scan.CALM)
TOGETHER = timedelta(minutes=1)  # after the first turn, while another may come


def due_at(kind: Kind, where: Where, at: datetime, now: datetime) -> datetime:
    """Return when a notice for "now" of an event `at` is due."""
    return max(now, at + WAIT) if is_bundled(kind, where) else now


def is_bundled(kind: str, where: str) -> bool:
    """Return whether such notices for "now" share a message."""
    return where == Where.MAIL and kind == Kind.TURN


def waits(first: Notice, now: datetime) -> bool:
    """Return whether a due notice, the first of its mail, waits for turns that may come."""
    if not is_bundled(first.kind, first.where) or first.tries or first.due_at <= now - TOGETHER:
        return False
    waited_for = TO_ACT & Q(table__changed_at__gt=now - WAIT)
    if first.at.changed_at > now - TOGETHER:
        waited_for |= ~TO_ACT
    may_begin = Q(table__status=Status.OPEN)
    mine = Seat.objects.filter(BY_CORRESPONDENCE, user=first.user_id)
    return mine.filter((PLAYS & waited_for) | may_begin).exists()


def wanted(topic: Topic) -> Q:
    """Return the condition for rows with a `user` who wants notices of a topic and can be
    reached."""
    cells = [grid.wants(topic, where) & channel.reachable() for where, channel in offered().items()]
    return Q(user__is_active=True) & reduce(or_, cells)


def write(
    user: User,
    kind: Kind,
    table_id: str | None,
    now: datetime,
    *,
    subject: str = "",
    but: Collection[Where] = (),
    at: datetime | None = None,
    begun: int = 0,
    version: int = 0,
    by_id: int | None = None,
) -> None:
    """Write a notice about a table or a subject, for each place that existed `at` the event (or
    now), but not on the channels `but`; without any a mark that the event has been looked at."""
    facts: dict[str, Any] = {
        "user": user,
        "table_id": table_id,
        "kind": kind,
        "begun": begun,
        "subject": subject,
    }
    facts |= {"version": version, "by_id": by_id, "made_at": now}
    rows = []
    for where, channel in offered().items():
        when = Grid.of(user.wishes).when(TOPICS[kind], where)
        if when != When.OFF and user.is_active and where not in but:
            soonest = due_at(kind, where, at or now, now)
            places = {"where": where, "due_at": max(soonest, due.due_at(when, user, now))}
            rows += [
                Notice(**facts, **places, target=target.id, place=target.name[:60])
                for target in channel.targets(user)
                if target.existed_at(at or now)
            ]
    nowhere = Notice(**facts, due_at=now, state=State.DROPPED, error=Why.NOWHERE)
    Notice.objects.bulk_create(rows or [nowhere], ignore_conflicts=True)
