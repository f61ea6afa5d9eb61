"""Messages to Celery. What is due stands in the database, so one that is lost is only late."""

from __future__ import annotations

import logging
from contextlib import suppress
from threading import local
from typing import Any

import celery

log = logging.getLogger(__name__)

RATE = "games.ratings.tasks.rate_due_tables"  # tables do not know ratings: an ended table is found by a column, rung by this name
PLAY = "games.tables.tasks.play_bot"

_kept = local()  # a connection for each thread: making one takes longer than sending


def ask(task: str, *args: object, countdown: float = 0) -> None:
    """Ask for a task, to be run in so many seconds."""
    options = {"countdown": countdown} if countdown > 0 else {}
    if hasattr(_kept, "broker"):
        try:
            return _send(task, args, options)
        except Exception:
            _drop()  # Redis has restarted, say: a new connection may be better
    try:
        _send(task, args, options)
    except Exception as error:
        _drop()
        log.warning("%s was not asked for (%s); beat will.", task, type(error).__name__)


def _send(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if not hasattr(_kept, "broker"):
        _kept.broker = celery.current_app.connection_for_write(transport_options={"max_retries": 1, "interval_start": 0})
    celery.current_app.send_task(task, args, connection=_kept.broker, retry=False, ignore_result=True, **options)


def _drop() -> None:
    broker = _kept.__dict__.pop("broker", None)
    with suppress(Exception):
        broker.close()
