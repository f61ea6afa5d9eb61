"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.ratings import services


@shared_task(due=(services.due_tables,))
def rate_due_tables() -> int:
    """Rate the tables that have ended. Returns how many."""
    return services.rate_due(now=timezone.now())


@shared_task
def keep_record(user_id: int) -> int:
    """Count the games of a player that have ended lately. Returns how many."""
    return services.keep_record(user_id=user_id, now=timezone.now())


@shared_task
def settle_ranks() -> int:
    """Correct who may be ranked, where nobody told of a change. Returns in how many rows."""
    return services.settle(now=timezone.now())
