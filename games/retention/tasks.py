"""Celery tasks of retention."""

from celery import shared_task
from django.utils import timezone

from games.retention.services import rounds


@shared_task
def keep_house() -> int:
    """Apply the due retention rules; return the number of rows removed."""
    return sum(rounds.run_due_rules(now=timezone.now()).values())
