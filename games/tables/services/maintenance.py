"""Clocks by correspondence stand while the site is closed for repairs.

The switch says so, and tables follow it: each writes into its own row from when until when its
clocks stood. What has been counted by then stays as it is, so the spans begin and end no earlier
than the newest entry.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Q, QuerySet

from games.epoch import milliseconds
from games.kernel import clock
from games.registry import engines
from games.site import switches
from games.site.models import Name, Switch
from games.sweep import sweep
from games.tables import access
from games.tables.models import Status, Table
from games.tables.services.commit import committed
from games.tables.services.flag import flag
from games.tables.services.log import flag_at
from games.tables.state import maintenance, snapshot_cache

RESTING = Q(stood__endswith="null]]")


def follow_switch(*, now: datetime) -> int:
    """Stop or start the clocks of all tables by correspondence, as the switch says; return the
    number of changed tables. Safe to repeat, and to run twice at once."""
    rests = switches.is_on(Name.MAINTENANCE)
    return sweep(
        list(at_odds_with_switch(now=now).values_list("pk", flat=True)),
        lambda table_id: _turn(table_id, rests, now),
        what="A clock could not be stopped or started",
    )


def at_odds_with_switch(*, now: datetime) -> QuerySet[Table]:
    """Return the tables whose clocks run though the switch says that they stand, or stand."""
    on = Exists(Switch.objects.filter(name=Name.MAINTENANCE, value=switches.ON))
    return Table.objects.filter(
        (Q(on) & ~RESTING) | (~Q(on) & RESTING),
        status=Status.RUNNING,
        time_control__regex=clock.names("correspondence"),
        game__in=engines().keys(),
    )


def _turn(table_id: str, rests: bool, now: datetime) -> bool:
    if rests:
        flag(table_id=table_id, now=now)  # of a player whose time was up before
    with transaction.atomic():
        table = access.lock(table_id)
        if table.status != Status.RUNNING or maintenance.is_resting(table.stood) == rests:
            return False
        before = snapshot_cache.locked(table.id, table.version)
        assert before.since is not None
        at = milliseconds(max(now, before.since))
        stands = maintenance.read(table.stood)
        if rests:
            stands.append((at, None))
        else:
            stands[-1] = (stands[-1][0], max(at, stands[-1][0]))
        after = replace(before, stood=maintenance.text(stands), version=before.version + 1)
        after = replace(after, flag_at=flag_at(after))
        Table.objects.filter(pk=table.pk).update(
            stood=after.stood, version=after.version, flag_at=after.flag_at
        )
        committed(after, before)
    return True
