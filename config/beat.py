"""Celery's scheduler, except that it adds nothing to a queue that nobody empties, and survives a
full disk.

What is due stands in the database, so whoever comes back needs one message and not those of a day,
which would fill Redis.
"""

from __future__ import annotations

import json
import logging
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from celery import beat
from celery.beat import ScheduleEntry

log = logging.getLogger(__name__)

ENOUGH = 100  # messages that wait in a queue


class Scheduler(beat.Scheduler):  # type: ignore[misc]
    """Keeps in a file when each entry was last due, so that what runs once a day does so on a site
    that is restarted every evening.

    Celery's own file is a database that a write which fails leaves in pieces, and the scheduler
    with it.
    """

    def __init__(self, *args: Any, schedule_filename: str, **kwargs: Any) -> None:
        self.path = Path(schedule_filename)
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for name, entry in self.schedule.items():
            last = self._kept().get(name)
            if last and last < entry.default_now():
                entry.last_run_at = last

    def _kept(self) -> dict[str, datetime]:
        try:
            return {
                name: datetime.fromisoformat(moment)
                for name, moment in json.loads(self.path.read_bytes()).items()
            }
        except (OSError, ValueError, AttributeError, TypeError):  # none yet, or of an older release
            return {}

    def sync(self) -> None:
        last = {name: entry.last_run_at.isoformat() for name, entry in self.schedule.items()}
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            draft.write_text(json.dumps(last))
            draft.replace(self.path)
        except OSError as error:
            log.warning(
                "The scheduler cannot note what it has done (%s). It goes on.", error.strerror
            )
            draft.unlink(missing_ok=True)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        if self._waiting(entry) < ENOUGH:
            super().apply_entry(entry, producer=producer)

    def _waiting(self, entry: ScheduleEntry) -> int:
        """How many messages wait where this one would go; 0 if that cannot be found out, as sending
        then says what is the matter."""
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            return int(self.producer.channel.queue_declare(queue).message_count)
        except Exception:
            return 0
