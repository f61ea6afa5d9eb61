"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.notices import services
from games.notices.channels import CHANNELS
from games.notices.models import Where


@shared_task(due=services.DUE)
def send_due_notices(where: str = Where.MAIL) -> int:
    """Find due notices, and send those by mail; each other channel has a run of its own, so that
    none waits for another. Returns the number of messages sent."""
    now, channel = timezone.now(), Where(where)
    if channel == Where.MAIL:
        services.find_due(now=now)
    return services.send_due(now=now, where=channel) if channel in CHANNELS else 0
