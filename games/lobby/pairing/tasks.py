"""Celery tasks. Each calls services. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.lobby.pairing import services


@shared_task(due=(services.waiting_tickets,))
def pair_waiting() -> int:
    """Pair the waiting tickets and delete expired ones; return how many tables were opened."""
    now = timezone.now()
    services.give_up(now=now)
    return services.match_all(now=now)
