"""Celery tasks. Each calls a service."""

from celery import shared_task
from django.utils import timezone

from games.notices import services
from games.notices.channels import CHANNELS
from games.notices.models import Where


@shared_task(due=services.DUE)
def send_due_notices(where: str = Where.MAIL) -> int:
    """Send the due notices of a channel; the run of mails scans for new ones before. Return the
    number of messages."""
    now, channel = timezone.now(), Where(where)
    if channel == Where.MAIL:
        services.find_due(now=now)
    return services.send_due(now=now, where=channel) if channel in CHANNELS else 0
