"""The queue of the bots: the tables in it, the tasks to send again, and the check that stops new
games against bots.

The truth is `bot_at` in the database. A task in Redis tells a worker about it: one for each table
that waits, and no more if no worker takes them.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, Least

from games.registry import engines
from games.tables.errors import BotsAway, BotsBusy
from games.tables.models import Status, Table
from games.tables.services import task_queue

# The time after which a task is lost, or the worker that took it.
OVERDUE = timedelta(seconds=4)
LONG_OVERDUE = timedelta(minutes=1)  # the same while there are as many messages as tables
SPARE = 20  # messages for tables that are long overdue, beyond one for each table that waits
# With so many more messages than tables, for example about games that have ended, the queue is
# emptied, and the messages that matter are sent again.
STALE = 1000
MANY_TRIES = 100  # the greatest value of `bot_tries`
# After so many tries the fault is the table's own, and says nothing about the queue.
NO_SIGN = 3
AWAY = timedelta(minutes=1)  # the delay from which bots count as away, and not as busy


def _owed(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(bot_at__lte=now, status=Status.RUNNING, game__in=engines().keys())


def behind(now: datetime) -> timedelta:
    """Return the waiting time of the first table in the queue."""
    oldest = (
        _owed(now)
        .filter(bot_tries__lt=NO_SIGN)
        .order_by("bot_at")
        .values_list("bot_at", flat=True)
        .first()
    )
    return timedelta() if oldest is None else now - oldest


def check_open(now: datetime) -> None:
    """Raise BotsBusy or BotsAway if a new game would have to wait for its bots. Running games
    continue."""
    late = behind(now)
    if late > timedelta(seconds=settings.LIMIT_COUNTS["bot_wait"]):
        raise BotsAway if late > AWAY else BotsBusy


def ask_overdue(*, now: datetime, limit: int = 500) -> int:
    """Send a new task for each table with an overdue bot whose task must be lost; return the number
    of tables. Safe to run in several workers at once.

    Tasks leave the queue in the order in which tables began to wait. So if there are fewer tasks
    than tables, the tasks of the first tables were taken and failed: that counts as a try.
    """
    messages, owed = task_queue.waiting(task_queue.BOTS), _owed(now)
    if messages is None:
        return 0
    tables = owed.count()
    if messages > tables + STALE:
        task_queue.empty(task_queue.BOTS)
        messages = 0
    taken = messages < tables
    patience, room = (
        (OVERDUE, tables - messages) if taken else (LONG_OVERDUE, tables - messages + SPARE)
    )
    lately = Q(bot_asked_at__gt=now - patience)
    due = owed.filter(~lately | Q(bot_asked_at=None), bot_at__lte=now - patience).order_by(
        # as their tasks stand in the queue: whatever is asked again and again goes to its end
        Coalesce("bot_asked_at", "bot_at")
    )
    rows = due.values_list("pk", "ply", "bot_at", "bot_asked_at")[: max(0, min(room, limit))]
    return sum(_ask_again(*row, now, tried=taken) for row in list(rows))


def overdue_bots(*, now: datetime) -> QuerySet[Table]:
    """Return the tables at which a bot is overdue, with a task in the queue or without."""
    return _owed(now - OVERDUE)


def _ask_again(
    table_id: str,
    ply: int,
    bot_at: datetime | None,
    asked_at: datetime | None,
    now: datetime,
    *,
    tried: bool,
) -> bool:
    claim = Table.objects.filter(pk=table_id, ply=ply, bot_at=bot_at, bot_asked_at=asked_at)
    if not claim.update(bot_asked_at=now, bot_tries=Least(F("bot_tries") + int(tried), MANY_TRIES)):
        return False
    task_queue.send(task_queue.PLAY, table_id, ply)
    return True
