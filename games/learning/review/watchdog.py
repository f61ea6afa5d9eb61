"""A watch over the work on a review, from threads beside it, so that it holds however long the work
takes: signs of life, and an end as soon as nobody wants the review from this process."""

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
"""The seconds from one sign of life to the next."""
MOST = 300.0
"""The seconds of processor time that a piece may take. It takes a few; one that takes so many
will not end."""


class Watch:
    """Watches over the review that this process makes. `spent` tells its processor time, and `end`
    ends it at once."""

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
        """Watch over this review, or over none."""
        with self.lock:
            self.review = review
            self.moved()

    def moved(self) -> None:
        """Note that a piece has been made."""
        self.since = self.spent()

    def look(self) -> None:
        """Give a sign of life. End the process if the review is not its own any more, or if a piece
        takes too long."""
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
        """Look every few seconds. A database that is away for a while is no reason to end."""
        while True:
            time.sleep(EVERY)
            try:
                self.look()
            except DatabaseError:
                connection.close()

    def wait(self, stream: IO[bytes]) -> None:
        """Leave as soon as a stream is closed at its other end."""
        while stream.read(1024):
            pass
        self.leave()
