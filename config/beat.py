"""Celery's scheduler, except that it adds nothing to a queue that nobody empties.

What is due stands in the database, so whoever comes back needs one message and not those of a day, which would fill Redis.
"""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry

ENOUGH = 100  # messages that wait in a queue


class Scheduler(PersistentScheduler):  # type: ignore[misc]
    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        if self._waiting(entry) < ENOUGH:
            super().apply_entry(entry, producer=producer)

    def _waiting(self, entry: ScheduleEntry) -> int:
        """How many messages wait where this one would go; 0 if that cannot be found out, as sending then says what is the matter."""
        try:
            queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"].name
            return int(self.producer.channel.queue_declare(queue).message_count)
        except Exception:
            return 0
