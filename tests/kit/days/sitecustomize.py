"""Lets a test skip days: every process of a site that finds this folder on its PYTHONPATH lives by
the real time plus the seconds that stand in the file DAYS_FILE. Only the time of day moves; what
waits for so many seconds waits as long as ever.
"""

import os
import threading
import time
from datetime import timedelta
from pathlib import Path

import time_machine

_file = Path(os.environ["DAYS_FILE"])


def _seconds() -> float:
    try:
        return float(_file.read_text() or 0)
    except (OSError, ValueError):
        return 0.0


def _follow() -> None:
    global _skipped
    while True:
        time.sleep(0.1)
        if (wanted := _seconds()) != _skipped:
            _traveller.shift(timedelta(seconds=wanted - _skipped))
            _skipped = wanted


_skipped = _seconds()
_traveller = time_machine.travel(time.time() + _skipped, tick=True).start()


def _watch() -> None:
    """In a thread, and anew in a process that was forked, where threads are gone."""
    threading.Thread(target=_follow, daemon=True, name="days").start()


_watch()
os.register_at_fork(after_in_child=_watch)
