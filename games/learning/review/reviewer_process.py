"""Starting the reviewer: a process of its own that makes reviews, one at a time on each machine, so
that no bot and no clock waits for them."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any

from celery.signals import worker_shutting_down
from django.conf import settings

REVIEWER = (sys.executable, "-m", "games.learning.review.reviewer")

_running: set[subprocess.Popen[bytes]] = set()
_stopping = Event()


def stop(**_: Any) -> None:
    """Stop this worker's reviewer, and start no other."""
    _stopping.set()
    for process in tuple(_running):
        _leave(process)


worker_shutting_down.connect(stop)


def apart(command: Sequence[str] = REVIEWER) -> bool:
    """Run the reviewer and wait for it; return whether it succeeded. Start none while one runs on
    this machine."""
    with _lock() as lock:
        if lock is None or _stopping.is_set():
            return False
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[lock])
        _running.add(process)
        try:
            if _stopping.is_set():
                _leave(process)
            return process.wait() == 0
        finally:
            _running.discard(process)
            _leave(process)


def _leave(process: subprocess.Popen[bytes]) -> None:
    """Close the reviewer's input, which tells it to end."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()


@contextmanager
def _lock() -> Iterator[int | None]:
    """Take this machine's lock for reviews; None if it is held. The reviewer inherits it, so it is
    free only when both have ended."""
    lock = os.open(settings.DATA_DIR / "reviews.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    except BlockingIOError:
        yield None
    finally:
        os.close(lock)
