"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.community.events import selectors, services


@shared_task(due=(selectors.due_events, selectors.due_results))
def keep_events() -> int:
    """Take the steps that are due in all events; return how many."""
    return services.keep(now=timezone.now())
