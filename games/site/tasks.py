"""Celery tasks of the house."""

from celery import shared_task
from django.utils import timezone

from games.site import services


@shared_task
def count() -> int:
    """Write the numbers of the house; return how many."""
    return services.count(now=timezone.now())
