"""Doors from Celery to the services."""

from celery import shared_task
from django.utils import timezone

from accounts import services


@shared_task
def remove_idle_guests() -> int:
    """Guests who never sat down anywhere and have not come back; how many are gone."""
    return services.remove_idle_guests(now=timezone.now())
