"""Messages to Celery. What is due stands in the database, so a lost message is only late."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import local
from typing import Any

import celery

from accounts import quick_redis

# A request waits no longer for this than for anything else in Redis.
PATIENCE = {"socket_timeout": quick_redis.PATIENCE, "socket_connect_timeout": quick_redis.PATIENCE}

APART = 0.1  # seconds, by which a request has been answered

_kept = local()  # a connection for each thread: opening one takes longer than sending


def send(task: str, *args: object, countdown: float = 0) -> None:
    """Send a task with a countdown in seconds. While Redis is away nothing is sent; beat will."""
    options = {"countdown": countdown} if countdown > 0 else {}
    quick_redis.ask(lambda: _asked(task, args, options), None)


def send_later(task: str, *args: object) -> None:
    """Send a task slightly later, in another thread, so that the time of a request tells nothing
    about it."""
    _apart().submit(_later, time.monotonic() + APART, task, args)


def send_in_thread(task: str, *args: object, countdown: float = 0) -> None:
    """Ask for a task in another thread, at once: an event loop waits for nobody."""
    _aside().submit(send, task, *args, countdown=countdown)


@cache
def _aside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")


@cache
def _apart() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="errands")


def _later(at: float, task: str, args: tuple[object, ...]) -> None:
    time.sleep(max(0.0, at - time.monotonic()))
    send(task, *args)


def _asked(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if hasattr(_kept, "broker"):
        try:
            return _send(task, args, options)
        except Exception:
            _drop()  # Redis may have restarted: try a new connection
    try:
        _send(task, args, options)
    except Exception as error:
        _drop()
        raise ConnectionError(f"{task}: {type(error).__name__}") from error


def _send(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if not hasattr(_kept, "broker"):
        _kept.broker = celery.current_app.connection_for_write(
            transport_options={"max_retries": 0, **PATIENCE}
        )
    celery.current_app.send_task(
        task, args, connection=_kept.broker, retry=False, ignore_result=True, **options
    )


def _drop() -> None:
    broker = _kept.__dict__.pop("broker", None)
    with suppress(Exception):
        broker.close()
