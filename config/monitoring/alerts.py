"""Alerts to the host: one line when something goes wrong, another when it is well again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection

from config.monitoring import health, heartbeats

HOST = "host"  # the logger whose lines `make play` prints as well
AGREEING = 3  # checks in a row that must agree: a restart is no news

log = logging.getLogger(HOST)


class Watch:
    """Checks the parts as `/readyz/parts` does, and logs changes that last."""

    def __init__(self, states: Callable[[], Mapping[str, str]] = health.states) -> None:
        self.states = states
        self.logged: dict[str, str] = {}
        self.seen: dict[str, tuple[str, int]] = {}  # the state of each, and for how many checks

    def look(self) -> None:
        """Check every part, and log the changes."""
        try:
            found = self.states()
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
                and self.seen[name][1] >= AGREEING
                and self.logged.get(name, health.OK) != kind
            ):
                self.logged[name] = kind
                self._log(name, word)

    def _log(self, name: str, word: str) -> None:
        if word == health.OK:
            log.warning("%s ok again.", name)
        else:
            log.warning("%s %s. (%s)", name, word, health.advice(name, word))


def start_for_beat(**_: Any) -> None:
    """Start the heartbeats of the scheduler, which also checks the other parts: a site has one."""
    heartbeats.start("beat", Watch().look)
