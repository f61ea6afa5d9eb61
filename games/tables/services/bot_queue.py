"""The queue of the bots: who waits in it, whom to ask again, and when no new game against bots
begins.

The truth is `bot_at` in the database. A message in Redis is how a worker hears of it: one for each
table that waits, and if nobody takes them, no more of them.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least

from games.registry import engines
from games.tables.errors import BotsAway, BotsBusy
from games.tables.models import Status, Table
from games.tables.services import task_queue

# so long nothing came of a message: it was lost, or whoever had it is
OVERDUE = timedelta(seconds=4)
LONG_OVERDUE = timedelta(minutes=1)  # though there seem to be messages enough
SPARE = 20  # messages for such, beyond one for each table that waits
# messages more than tables: about games that ended meanwhile, say. All go, and those that matter
# are sent again
STALE = 1000
MANY_TRIES = 100
# a table that was asked for so often in vain says something about itself, and nothing about the
# queue
NO_SIGN = 3
AWAY = timedelta(minutes=1)  # bots that are so far behind are not busy, they are not there


def _owed(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(bot_at__lte=now, status=Status.RUNNING, game__in=engines().keys())


def behind(now: datetime) -> timedelta:
    """How long the first one in the queue has waited."""
    oldest = (
        _owed(now)
        .filter(bot_tries__lt=NO_SIGN)
        .order_by("bot_at")
        .values_list("bot_at", flat=True)
        .first()
    )
    return timedelta() if oldest is None else now - oldest


def check_open(now: datetime) -> None:
    """Raise BotsBusy or BotsAway if a new game would have to wait for its bots. Games that run go
    on."""
    late = behind(now)
    if late > timedelta(seconds=settings.LIMIT_COUNTS["bot_wait"]):
        raise BotsAway if late > AWAY else BotsBusy


def ask_overdue(*, now: datetime, limit: int = 500) -> int:
    """Ask again where a bot should have acted and no message can be waiting any more; how many
    tables. Any number of workers may do so.

    Messages come out of the queue in the order in which tables began to wait. So if fewer wait than
    tables, it is the first tables' messages that were taken and came to nothing: that counts as a
    try.
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
    due = owed.filter(~lately | Q(bot_asked_at=None), bot_at__lte=now - patience).order_by("bot_at")
    rows = due.values_list("pk", "ply", "bot_at", "bot_asked_at")[: max(0, min(room, limit))]
    return sum(_ask_again(*row, now, tried=taken) for row in list(rows))


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
    task_queue.ask(task_queue.PLAY, table_id, ply)
    return True
