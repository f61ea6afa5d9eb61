"""Celery's scheduler, changed to send no task that has nothing to do, add nothing to a full queue,
and survive a full disk.

What is due stands in the database, so a worker that comes back needs one message, not a day's. The
attribute `due` of a task holds functions that return the rows it would work on; one query for all
costs a hundredth of sending and running the tasks.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from celery import beat
from celery.beat import ScheduleEntry
from django.db import close_old_connections, connection
from django.utils import timezone

from games.due_query import DueQuery, Rows

log = logging.getLogger(__name__)

ENOUGH = 100  # messages in a queue
RARELY = 300.0  # seconds after which a task is sent in any case


class Scheduler(beat.Scheduler):  # type: ignore[misc]
    """Stores in a file when each entry was last due, so that daily tasks run on a site that
    restarts every evening.

    Celery's own file is a database, which a failed write breaks, and the scheduler with it.
    """

    clock = staticmethod(time.monotonic)  # no one can set it

    def __init__(self, *args: Any, schedule_filename: str, **kwargs: Any) -> None:
        self.path = Path(schedule_filename)
        self.next: dict[str, float] = {}  # when to look at each entry
        self.sent: dict[str, float] = {}
        self.queries: dict[frozenset[str], DueQuery] = {}  # by entries
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        """Read from the file when each entry was last due."""
        super().setup_schedule()
        stored, now = self._stored(), self.app.now()
        for name, entry in self.schedule.items():
            last = stored.get(name)
            if last and last < now:
                entry.last_run_at = last
            ago = max(0.0, (now - entry.last_run_at).total_seconds())
            self.next[name] = self.clock() + max(0.0, _every(entry) - ago)

    def _due(self, entry: ScheduleEntry) -> Sequence[Rows]:
        return getattr(self.app.tasks.get(entry.task), "due", ())

    def tick(self, *_: Any, **__: Any) -> float:
        """Send the entries that are due, and return the seconds until the next look."""
        now = self.clock()
        looks = [name for name, at in self.next.items() if at <= now]
        for name in self._wanted(looks, now):
            self.sent[name] = now
            self.apply_entry(self.reserve(self.schedule[name]), producer=self.producer)
        # at multiples of their intervals, so that entries share a query
        every = {name: _every(self.schedule[name]) for name in looks}
        self.next |= {name: now - now % seconds + seconds for name, seconds in every.items()}
        return max(0.0, min(self.next.values(), default=self.max_interval + now) - self.clock())

    def _wanted(self, names: Sequence[str], now: float) -> list[str]:
        """Return the entries to send: those with due rows or without a query, the rest RARELY."""
        queried = frozenset(name for name in names if self._due(self.schedule[name]))
        if queried not in self.queries:
            entries = {name: self.schedule[name] for name in sorted(queried)}
            rows = {name: (self._due(entry), entry.args) for name, entry in entries.items()}
            self.queries[queried] = DueQuery(rows)
        due = self._due_now(self.queries[queried]) if queried else set()
        late = {name for name in queried if now >= self.sent.get(name, -RARELY) + RARELY}
        return [name for name in names if name not in queried - due - late]

    def _due_now(self, query: DueQuery) -> set[str]:
        """Return the entries with due rows; all of them if the query fails."""
        try:
            close_old_connections()
            return query.ask(timezone.now())
        except Exception:
            connection.close()
            return set(query.rows)

    def _stored(self) -> dict[str, datetime]:
        try:
            return {
                name: datetime.fromisoformat(moment)
                for name, moment in json.loads(self.path.read_bytes()).items()
            }
        except (OSError, ValueError, AttributeError, TypeError):  # no file, or an older release's
            return {}

    def sync(self) -> None:
        """Write the file; on a full disk log a warning."""
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
        """Send the message of an entry, unless its queue has enough."""
        if self._waiting(entry) < ENOUGH:
            super().apply_entry(entry, producer=producer)

    def _waiting(self, entry: ScheduleEntry) -> int:
        """Return the length of an entry's queue; 0 if Redis fails, since sending logs the error."""
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            return int(self.producer.channel.queue_declare(queue).message_count)
        except Exception:
            return 0


def _every(entry: ScheduleEntry) -> float:
    return float(entry.schedule.seconds)
