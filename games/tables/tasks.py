"""Doors from Celery to the services. What is due stands in the database, so a lost or doubled task
does no harm."""

from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.models import User
from games.tables import services
from games.tables.errors import TableError
from games.tables.models import Status

IDLE, IDLE_LIVE = timedelta(days=7), timedelta(hours=3)
IDLE_GAME, WORD = timedelta(days=30), timedelta(days=3)
ORIGINS = timedelta(days=90)  # as docs/ratings.md promises


@shared_task
def close_idle_tables() -> int:
    """Close tables that nobody joined; how many."""
    return services.close_idle(now=timezone.now(), after=IDLE, live=IDLE_LIVE)


@shared_task
def forget_origins() -> int:
    """Forget the hashes of addresses that people sat down from long ago; of how many seats."""
    return services.forget_origins(now=timezone.now(), after=ORIGINS)


@shared_task
def end_idle_games() -> int:
    """Break off games without a clock that nobody plays on, and tell the players of those that are
    next; how many were broken off."""
    now = timezone.now()
    services.warn_idle(now=now, after=IDLE_GAME, word=WORD)
    return services.end_idle(now=now, after=IDLE_GAME)


@shared_task
def flag_due() -> int:
    """Let the flags fall whose time is up; at how many tables."""
    return services.flag_due(now=timezone.now())


@shared_task
def release_seats(user_id: int) -> None:
    """A closed account leaves its tables."""
    for user in User.objects.filter(pk=user_id, is_active=False):
        services.release_seats(user=user, now=timezone.now())


@shared_task
def release_leftover_seats() -> None:
    """Closed accounts whose message was lost."""
    for user in User.objects.filter(
        is_active=False, seats__table__status__in=[Status.OPEN, Status.RUNNING]
    ).distinct()[:100]:
        services.release_seats(user=user, now=timezone.now())


@shared_task(soft_time_limit=5, time_limit=15)
def play_bot(table_id: str, ply: int) -> None:
    """Let a bot act at a table that stands at this ply. Where it does not any more, somebody else
    has done so."""
    choice = services.choose(table_id=table_id, ply=ply)
    if choice is not None:
        with suppress(TableError):
            services.answer(
                table_id=table_id, seat=choice.seat, code=choice.code, ply=ply, now=timezone.now()
            )


@shared_task
def ask_overdue_bots() -> int:
    """Bots whose message was lost, or whose worker died; at how many tables."""
    return services.ask_overdue(now=timezone.now())
