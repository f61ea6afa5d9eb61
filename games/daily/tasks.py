"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.daily import services


@shared_task
def keep_days() -> int:
    """Make the deals of today and tomorrow, record results, and give points for past days; return
    how many deals were closed."""
    now = timezone.now()
    services.make(now=now)
    services.settle(now=now)
    return services.close(now=now)
