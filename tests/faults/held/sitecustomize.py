"""Lets a test do something while a worker of Celery starts, before it tells others that it is
there, or if it tells nobody, before it waits for tasks: a worker that finds this folder on its
PYTHONPATH makes the file HELD_AT, and goes on when that is gone.
"""

import os
import time
from pathlib import Path
from typing import Any

from celery.worker.consumer.consumer import Evloop
from celery.worker.consumer.heart import Heart

_at = Path(os.environ["HELD_AT"])
_held: list[Any] = []


def _hold_before(step: Any) -> None:
    start = step.start

    def held(self: Any, consumer: Any) -> None:
        if not _held:
            _held.append(self)
            _at.touch()
            while _at.exists():
                time.sleep(0.05)
        start(self, consumer)

    step.start = held


for _step in (Heart, Evloop):  # the one that comes first; Evloop is the last of all
    _hold_before(_step)
