"""Shift the clock of each process with this folder on its PYTHONPATH by the seconds in the file
DAYS_FILE. Timeouts keep their length."""

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
    """Start the thread that follows the file, also after a fork."""
    threading.Thread(target=_follow, daemon=True, name="days").start()


_watch()
os.register_at_fork(after_in_child=_watch)
