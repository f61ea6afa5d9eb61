"""Doors from Celery to the services."""

from celery import shared_task
from django.utils import timezone

from accounts import devices, services


@shared_task
def remove_idle_guests() -> int:
    """Guests who have not come back and play nowhere; how many are gone."""
    return services.remove_idle_guests(now=timezone.now())


@shared_task
def forget_old_devices() -> int:
    """Devices that nobody can come back from; how many are gone."""
    return devices.forget_old(now=timezone.now())
