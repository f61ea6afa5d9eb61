"""Celery tasks of reviews."""

from celery import shared_task
from django.utils import timezone

from games.learning.review import services
from games.learning.review.reviewer_process import apart


@shared_task
def work() -> bool:
    """Make the waiting reviews in a process of low priority; return whether it succeeded. Does
    nothing while this machine makes reviews."""
    return apart()


@shared_task(due=(services.due_reviews,))
def ask_due_reviews() -> bool:
    """Send tasks for reviews whose message was lost or whose worker died; return whether there were
    any."""
    return services.ask_due(now=timezone.now())
