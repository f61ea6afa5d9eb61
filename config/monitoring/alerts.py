"""A watch that tells the host, in one line, when something is wrong with the site, and in another
when it is well again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection

from config.monitoring import health, heartbeats

HOST = "host"  # the logger whose lines `make play` prints as well
PATIENCE = 3  # looks in a row that have to agree: a restart is no news

log = logging.getLogger(HOST)


class Watch:
    """Looks at what `/readyz/parts` says, time and again, and tells of changes that last."""

    def __init__(self, ask: Callable[[], Mapping[str, str]] = health.everything) -> None:
        self.ask = ask
        self.told: dict[str, str] = {}
        self.seen: dict[str, tuple[str, int]] = {}  # what each is, and for how many looks

    def look(self) -> None:
        """Ask, and tell what has changed."""
        try:
            found = self.ask()
        except Exception:
            log.exception("The parts of the site could not be looked at.")
            return
        finally:
            connection.close()
        for name, word in found.items():
            kind = word.partition(",")[0]  # what follows are numbers
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
    """Start the heartbeats of the scheduler: Celery calls this when it starts. There is one
    scheduler, so it also watches over the other parts."""
    heartbeats.keep("beat", Watch().look)
