"""Celery tasks. Each calls a service."""

import time

from celery import shared_task
from django.utils import timezone

from accounts import mail_connection
from accounts.services import letters


@shared_task(due=(letters.unsettled,))
def send_letters() -> int:
    """Send the letters that are due, and return how many were sent. It ends if another task uses
    the mail server, which looks for new letters at its end."""
    sent, end = 0, time.monotonic() + mail_connection.BUDGET
    while letters.are_due(now=timezone.now()) and time.monotonic() < end:
        with mail_connection.exclusive() as ours:
            now_sent = letters.send_due(now=timezone.now(), by=ours) if ours else 0
        if not now_sent:
            break
        sent += now_sent
    return sent
