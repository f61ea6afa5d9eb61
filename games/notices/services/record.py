"""Writing notices into the ledger: one row for each place at which the user wants to be told."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from accounts.models import User
from games.notices import due, grid
from games.notices.channels import offered
from games.notices.grid import TOPICS, Grid, Topic, When
from games.notices.models import Kind, Notice, State, Why
from games.notices.services import bundle


def wanted(topic: Topic) -> Q:
    """Return the condition on rows with a `user` who wants to be told this, and can be."""
    cells = [grid.asked(topic, where) & channel.reachable() for where, channel in offered().items()]
    return Q(user__is_active=True) & reduce(or_, cells)


def write(
    user: User,
    kind: Kind,
    table_id: str,
    now: datetime,
    *,
    at: datetime | None = None,
    begun: int = 0,
    version: int = 0,
    by_id: int | None = None,
) -> None:
    """Write a notice for each place that was there when it happened, `at` or now. If there is none,
    note that this has been looked at."""
    facts = {"user": user, "table_id": table_id, "kind": kind, "begun": begun}
    facts |= {"version": version, "by_id": by_id, "made_at": now}
    rows = []
    for where, channel in offered().items():
        when = Grid.of(user.wishes).when(TOPICS[kind], where)
        if when != When.OFF and user.is_active:
            soonest = bundle.due_at(kind, where, at or now, now)
            places = {"where": where, "due_at": max(soonest, due.due_at(when, user, now))}
            rows += [
                Notice(**facts, **places, target=target.id, place=target.name[:60])
                for target in channel.targets(user)
                if target.hears_of(at or now)
            ]
    nowhere = Notice(**facts, due_at=now, state=State.DROPPED, error=Why.NOWHERE)
    Notice.objects.bulk_create(rows or [nowhere], ignore_conflicts=True)
