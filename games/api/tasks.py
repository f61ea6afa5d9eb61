"""Celery tasks."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.api import dumps


@shared_task
def dump_games() -> int:
    """Write the dump of public games, unless DUMPS_DIR is off; return the number of files."""
    return len(dumps.write(settings.DUMPS_DIR, timezone.now())) if settings.DUMPS_DIR else 0
