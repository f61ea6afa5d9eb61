"""Celery tasks. Each calls services."""

from celery import shared_task
from django.utils import timezone

from games.daily import services


@shared_task
def keep_days() -> int:
    """Create the deals of today and tomorrow, record results, and give points for past days; return
    the number of closed deals."""
    now = timezone.now()
    services.make(now=now)
    services.settle(now=now)
    return services.close(now=now)
