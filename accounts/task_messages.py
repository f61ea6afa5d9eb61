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

PATIENCE = {"socket_timeout": quick_redis.PATIENCE, "socket_connect_timeout": quick_redis.PATIENCE}

DELAY = 0.1  # seconds, after which a request has been answered

_local = local()  # a connection for each thread: opening one takes longer than sending


def send(task: str, *args: object, countdown: float = 0) -> None:
    """Send a task with a countdown in seconds. Without Redis nothing is sent; beat does later."""
    options = {"countdown": countdown} if countdown > 0 else {}
    quick_redis.ask(lambda: _send_retrying(task, args, options), None)


def send_later(task: str, *args: object) -> None:
    """Send a task after DELAY, in another thread, so that the time of a request reveals nothing
    about it."""
    _delayed_pool().submit(_later, time.monotonic() + DELAY, task, args)


def send_in_thread(task: str, *args: object, countdown: float = 0) -> None:
    """Send a task in another thread, for callers in an event loop."""
    _pool().submit(send, task, *args, countdown=countdown)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="send")


@cache
def _delayed_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="send-later")


def _later(at: float, task: str, args: tuple[object, ...]) -> None:
    time.sleep(max(0.0, at - time.monotonic()))
    send(task, *args)


def _send_retrying(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if hasattr(_local, "broker"):
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
    if not hasattr(_local, "broker"):
        _local.broker = celery.current_app.connection_for_write(
            transport_options={"max_retries": 0, **PATIENCE}
        )
    celery.current_app.send_task(
        task, args, connection=_local.broker, retry=False, ignore_result=True, **options
    )


def _drop() -> None:
    broker = _local.__dict__.pop("broker", None)
    with suppress(Exception):
        broker.close()
