"""A watchdog of the work on a review, in threads beside it: heartbeats however long the work takes,
and the end of the process once the review is no longer its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from threading import Lock
from typing import IO

from django.db import DatabaseError, connection

from games.learning.review.models import Review
from games.learning.review.services import heartbeats

EVERY = 2.0
"""The seconds between heartbeats."""
MOST = 300.0
"""The most processor seconds of a piece. It takes a few; one that takes so many will not end."""


class Watch:
    """Watches the review that this process makes. `spent` returns its processor time, `end` ends it
    at once."""

    def __init__(
        self,
        *,
        clock: Callable[[], datetime],
        spent: Callable[[], float] = time.process_time,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        self.clock, self.spent, self.end = clock, spent, end
        self.review: Review | None = None
        self.lock = Lock()
        self.moved()

    def turn_to(self, review: Review | None) -> None:
        """Watch this review, or none."""
        with self.lock:
            self.review = review
            self.moved()

    def moved(self) -> None:
        """Record that a piece is done."""
        self.since = self.spent()

    def look(self) -> None:
        """Write a heartbeat. End the process if the review is no longer its own, or a piece takes
        too long."""
        with self.lock:
            if self.review is None:
                return
            if self.spent() - self.since > MOST:
                heartbeats.fall_back(review=self.review)
                self.end(1)
            elif not heartbeats.live(review=self.review, now=self.clock()):
                self.end(1)

    def leave(self) -> None:
        """Give the review back, and end the process."""
        with self.lock:
            if self.review is not None:
                with suppress(DatabaseError):
                    heartbeats.give_back(review=self.review)
            self.end(1)

    def keep(self) -> None:
        """Check every few seconds, through outages of the database."""
        while True:
            time.sleep(EVERY)
            try:
                self.look()
            except DatabaseError:
                connection.close()

    def wait(self, stream: IO[bytes]) -> None:
        """Leave once a stream is closed at its other end."""
        while stream.read(1024):
            pass
        self.leave()
