"""Celery tasks. Each calls a service."""

from celery import shared_task
from django.utils import timezone

from games.ratings import services


@shared_task(due=(services.due_tables,))
def rate_due_tables() -> int:
    """Rate the ended tables; return how many."""
    return services.rate_due(now=timezone.now())


@shared_task
def keep_record(user_id: int) -> int:
    """Count a player's newly ended games; return how many."""
    return services.keep_record(user_id=user_id, now=timezone.now())


@shared_task
def settle_ranks() -> int:
    """Update who may be ranked; return the number of changed rows."""
    return services.settle(now=timezone.now())
