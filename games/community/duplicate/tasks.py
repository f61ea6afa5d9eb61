"""Celery tasks of duplicate deals."""

from celery import shared_task
from django.utils import timezone

from games.community.duplicate import services


@shared_task(due=(services.due_seals, services.past_matches))
def open_due_seals() -> int:
    """Close the matches whose time is up, and open the due seals; return the number of seals."""
    now = timezone.now()
    services.close_past_matches(now=now)
    return services.open_due_seals(now=now)
