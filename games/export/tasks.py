"""Celery tasks of exports."""

from celery import shared_task
from django.utils import timezone

from games.export import services


@shared_task
def make_due() -> int:
    """Make the waiting exports; return how many are ready."""
    return services.make_due(now=timezone.now())
