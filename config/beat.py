"""Celery's scheduler, except that it adds nothing to a queue that nobody empties, and survives a
full disk.

What is due stands in the database, so a worker that comes back needs one message and not those of a
day, which would fill Redis.
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
        """Read from the file when each entry was last due."""
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
        """Write the file. A full disk is a warning."""
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
        """Send the message of an entry, unless enough of them wait."""
        if self._waiting(entry) < ENOUGH:
            super().apply_entry(entry, producer=producer)

    def _waiting(self, entry: ScheduleEntry) -> int:
        """Return how many messages wait in the queue of an entry; 0 if that cannot be found out,
        since sending then logs the error."""
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            return int(self.producer.channel.queue_declare(queue).message_count)
        except Exception:
            return 0
