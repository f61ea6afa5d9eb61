"""Celery tasks of the site."""

from celery import shared_task
from django.utils import timezone

from games.site import services


@shared_task
def count() -> int:
    """Record the site's numbers; return how many changed."""
    return services.count(now=timezone.now())
