"""Doors from Celery to the services. What is due stands in the database, so a lost or doubled task does no harm."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.models import User
from games.tables import services
from games.tables.models import Status

IDLE, IDLE_LIVE = timedelta(days=7), timedelta(hours=3)


@shared_task  # type: ignore[untyped-decorator]
def close_idle_tables() -> int:
    """Close tables that nobody joined; how many."""
    return services.close_idle(now=timezone.now(), after=IDLE, live=IDLE_LIVE)


@shared_task  # type: ignore[untyped-decorator]
def flag_due() -> int:
    """Let the flags fall whose time is up; at how many tables."""
    return services.flag_due(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def release_seats(user_id: int) -> None:
    """A closed account leaves its tables."""
    for user in User.objects.filter(pk=user_id, is_active=False):
        services.release_seats(user=user, now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def release_leftover_seats() -> None:
    """Closed accounts whose message was lost."""
    for user in User.objects.filter(is_active=False, seats__table__status__in=[Status.OPEN, Status.RUNNING]).distinct()[:100]:
        services.release_seats(user=user, now=timezone.now())
