"""Celery's task for retention."""

from celery import shared_task
from django.utils import timezone

from games.retention.services import rounds


@shared_task
def keep_house() -> int:
    """Remove what is kept no longer; return the number of rows."""
    return sum(rounds.run_due_rules(now=timezone.now()).values())
