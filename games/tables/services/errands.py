"""Messages to Celery. What is due stands in the database, so one that is lost is only late."""

from __future__ import annotations

import logging

import celery

log = logging.getLogger(__name__)

RATE = "games.ratings.tasks.rate_due_tables"  # tables do not know ratings: an ended table is found by a column, rung by this name
PLAY = "games.tables.tasks.play_bot"


def ask(task: str, *args: object, countdown: float = 0) -> None:
    """Ask for a task, to be run in so many seconds."""
    try:
        with celery.current_app.connection_for_write(transport_options={"max_retries": 1, "interval_start": 0}) as broker:
            options = {"countdown": countdown} if countdown > 0 else {}
            celery.current_app.send_task(task, args, connection=broker, retry=False, ignore_result=True, **options)
    except Exception as error:
        log.warning("%s was not asked for (%s); beat will.", task, type(error).__name__)
