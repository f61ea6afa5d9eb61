"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.community.duplicate import services


@shared_task(due=(services.due_seals, services.past_matches))
def open_due_seals() -> int:
    """End the matches whose time is up, and open the seals of the sets whose last table has ended;
    return the number of seals."""
    now = timezone.now()
    services.close_past_matches(now=now)
    return services.open_due_seals(now=now)
