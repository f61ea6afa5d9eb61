"""Doors from Celery to the services."""

import time

from celery import shared_task
from django.utils import timezone

from accounts import post, services
from accounts.services import devices, letters


@shared_task
def remove_idle_guests() -> int:
    """Guests who have not come back and play nowhere; how many are gone."""
    return services.remove_idle_guests(now=timezone.now())


@shared_task
def forget_old_devices() -> int:
    """Devices that nobody can come back from; how many are gone."""
    return devices.forget_old(now=timezone.now())


@shared_task
def send_letters() -> int:
    """Letters that are due; how many went out. Asked for with each letter, and by beat for those
    whose message was lost.

    Whoever finds the post in use leaves its letter to the one who uses it, and who therefore looks
    again at the end.
    """
    sent, end = 0, time.monotonic() + post.BUDGET
    while letters.are_due(now=timezone.now()) and time.monotonic() < end:
        with post.alone() as ours:
            now_sent = letters.send_due(now=timezone.now(), by=ours) if ours else 0
        if not now_sent:
            break
        sent += now_sent
    return sent


@shared_task
def forget_old_letters() -> int:
    return letters.forget_old(now=timezone.now())
