"""Alerts to the host: one line when something goes wrong, another when it is well again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection

from config.monitoring import health, heartbeats

HOST = "host"  # the logger whose lines `make play` prints as well
PATIENCE = 3  # looks in a row that must agree: a restart is no news

log = logging.getLogger(HOST)


class Watch:
    """Watches what `/readyz/parts` judges, and logs changes that last."""

    def __init__(self, ask: Callable[[], Mapping[str, str]] = health.everything) -> None:
        self.ask = ask
        self.told: dict[str, str] = {}
        self.seen: dict[str, tuple[str, int]] = {}  # the word for each, and for how many looks

    def look(self) -> None:
        """Check every part, and log what has changed."""
        try:
            found = self.ask()
        except Exception:
            log.exception("The parts of the site could not be looked at.")
            return
        finally:
            connection.close()
        for name, word in found.items():
            kind = word.partition(",")[0]  # numbers follow
            before, times = self.seen.get(name, (kind, 0))
            self.seen[name] = (kind, times + 1 if kind == before else 1)
            if (
                word != health.UNKNOWN
                and self.seen[name][1] >= PATIENCE
                and self.told.get(name, health.OK) != kind
            ):
                self.told[name] = kind
                self._tell(name, word)

    def _tell(self, name: str, word: str) -> None:
        if word == health.OK:
            log.warning("%s ok again.", name)
        else:
            log.warning("%s %s. (%s)", name, word, health.advice(name, word))


def beat_runs(**_: Any) -> None:
    """Start the scheduler's heartbeats when Celery starts it. There is one scheduler, so it also
    watches the other parts."""
    heartbeats.keep("beat", Watch().look)
