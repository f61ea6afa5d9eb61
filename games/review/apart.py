"""Work in a process of its own that steps back for everybody else: a bot or a clock that wants the
processor gets it."""

from __future__ import annotations

import mmap
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from celery.signals import worker_shutting_down
from django.db import connections

LAST = 19
"""The niceness that steps back the furthest."""
Alive = Callable[[], bool]

# A byte that all processes of a worker share: those that it starts later have it from it.
_stops = mmap.mmap(-1, 1)


def stop(**_: Any) -> None:
    """Tell the processes of this worker that it stops, so that it need not wait for a review."""
    _stops[0] = 1


worker_shutting_down.connect(stop)


def apart(work: Callable[[Alive], object]) -> bool:
    """Do the work in a copy of this process and wait for it; return whether it ended well.

    `work` gets a function that tells whether it is still wanted. Connections to the database are
    closed first: two processes must not share one.
    """
    connections.close_all()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        _run(work, parent)
    try:
        _, status = os.waitpid(child, 0)
    except BaseException:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        raise
    return status == 0


def _run(work: Callable[[Alive], object], parent: int) -> None:
    """Do the work, and end the process."""
    code = 1
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_DFL)
        os.nice(LAST)
        work(lambda: os.getppid() == parent and not _stops[0])
        code = 0
    finally:
        os._exit(code)
