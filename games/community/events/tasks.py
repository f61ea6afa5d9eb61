"""Celery tasks of events."""

from celery import shared_task
from django.utils import timezone

from games.community.events import selectors, services


@shared_task(due=(selectors.due_events, selectors.due_results))
def keep_events() -> int:
    """Take the steps that are due in all events; return how many."""
    return services.keep(now=timezone.now())
