"""Celery tasks. Each calls a service. What is due stands in the database, so a lost or doubled task
does no harm."""

from celery import shared_task
from django.utils import timezone

from games.learning.review import services
from games.learning.review.child import apart


@shared_task
def work() -> bool:
    """Make the reviews that wait, in a process that steps back for bots and clocks. Returns whether
    it ended well; while this machine makes reviews already, nothing is done."""
    return apart()


@shared_task(due=(services.due_reviews,))
def ask_due_reviews() -> bool:
    """Ask again for reviews whose task was lost or whose worker died. Returns whether there were
    any."""
    return services.ask_due(now=timezone.now())
