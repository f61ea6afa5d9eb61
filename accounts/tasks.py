"""Celery tasks. Each calls a service."""

import time

from celery import shared_task
from django.utils import timezone

from accounts import post, services
from accounts.services import devices, letters


@shared_task
def remove_idle_guests() -> int:
    """Remove guests who have not come back and play nowhere. Returns how many."""
    return services.remove_idle_guests(now=timezone.now())


@shared_task
def forget_old_devices() -> int:
    """Delete devices whose cookies have expired long ago. Returns how many."""
    return devices.forget_old(now=timezone.now())


@shared_task
def send_letters() -> int:
    """Send the letters that are due. Returns how many went out. It is asked for with each letter,
    and by beat for those whose message was lost.

    While another task uses the mail server this one ends: that task looks again at the end.
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
    """Delete letters that were sent or given up long ago. Returns how many."""
    return letters.forget_old(now=timezone.now())
