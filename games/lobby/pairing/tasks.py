"""Celery tasks. Each calls services."""

from celery import shared_task
from django.utils import timezone

from games.lobby.pairing import services


@shared_task(due=(services.waiting_tickets,))
def pair_waiting() -> int:
    """Pair the waiting tickets and delete expired ones; return the number of tables."""
    now = timezone.now()
    services.delete_expired(now=now)
    return services.match_all(now=now)
