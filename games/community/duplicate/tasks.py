"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.community.duplicate import services


@shared_task(due=(services.due_seals,))
def open_due_seals() -> int:
    """Open the seals of the sets whose last table has ended; return their number."""
    return services.open_due_seals(now=timezone.now())
