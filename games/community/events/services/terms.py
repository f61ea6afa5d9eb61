"""The terms of a new event, checked before it is made."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games import registry, zones
from games.community.events.errors import EventError
from games.community.events.models import LONGEST_NAME, Format
from games.kernel import clock as clocks
from games.kernel.clock import TimeControl
from games.tables.errors import TableError
from games.tables.services import terms

LENGTHS = {"live": (5, 240), "correspondence": (1, 60)}
"""The bounds of a round: minutes live, days by correspondence."""
AHEAD = timedelta(days=366)
ROUNDS = (1, 15)
SERIES = (1, 3, 5, 7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms that an organiser asks for. `length` of a round: minutes live, days by
    correspondence; `sleep_days`: the days of a round by correspondence for which sleep and days off
    stop a clock, half of it unless given; `series`: games of a match; `bots`: the level of those
    who fill up, or ""."""

    name: str
    format: str
    game: str
    options: Mapping[str, str]
    clock: str
    starts_at: datetime
    zone: str = "UTC"
    length: int
    sleep_days: int | None = None
    rounds: int = 5
    seats: int = 2
    series: int = 1
    rated: bool = False
    duplicate: bool = False
    bots: str = ""

    def columns(self, now: datetime) -> dict[str, Any]:
        """Return the columns of an event with these terms. Raises EventError."""
        if self.format not in Format.values:
            raise EventError(_("Choose how players are paired."))
        seats = min(max(self.seats, 3), 5) if self.format == Format.GROUPS else 2
        options, control = self._played(seats)
        name = _name(self.name)
        self._check_numbers(control)
        sleep_days = self._sleep(control)
        if not now < self.starts_at <= now + AHEAD:
            raise EventError(_("An event begins in the future, within a year."))
        if self.bots and self.bots not in registry.levels(self.game):
            raise EventError(_("There is no such bot."))
        return {
            "name": name,
            "format": self.format,
            "game": self.game,
            "options": options,
            "time_control": control.name,
            "seats": seats,
            "duplicate": self.duplicate,
            "length": self.length,
            "rounds": self.rounds,
            "series": self.series,
            "sleep_days": sleep_days,
            "starts_at": self.starts_at,
            "zone": zones.known(self.zone).key,
            "bots": self.bots,
        }

    def _played(self, seats: int) -> tuple[Mapping[str, str], TimeControl]:
        """Return the options of the games and their time control. Raises EventError."""
        asked: terms.Asked = {"game": self.game, "options": self.options, "clock": self.clock}
        try:
            options = terms.checked(asked | {"seats": seats}, guest=False)["options"]
        except TableError as error:
            raise EventError(str(error)) from error
        control = clocks.stored(self.clock)
        if not control.timed:
            raise EventError(_("An event needs a clock: choose one."))
        if self.format == Format.ARENA and control.kind != "live":
            raise EventError(_("An arena is played live."))
        if self.duplicate and self.format not in (Format.SWISS, Format.ROBIN):
            raise EventError(_("Only a Swiss or a round robin can have the same cards for all."))
        return options, control

    def _check_numbers(self, control: TimeControl) -> None:
        """Raise EventError unless length and number of the rounds are within bounds."""
        least, most = LENGTHS[control.kind]
        if not least <= self.length <= most:
            raise EventError(
                _("A round is %(least)s to %(most)s minutes long live, and days by correspondence.")
                % {"least": least, "most": most}
            )
        if not ROUNDS[0] <= self.rounds <= ROUNDS[1]:
            raise EventError(_("An event has one to %(most)s rounds.") % {"most": ROUNDS[1]})
        if self.series not in SERIES:
            raise EventError(_("A match has one, three, five or seven games."))

    def _sleep(self, control: TimeControl) -> int | None:
        """Return the days of sleep and days off in a round; None live. Raises EventError."""
        if control.kind == "live":
            return None
        if self.sleep_days is None:
            return (self.length + 1) // 2
        if not 0 <= self.sleep_days <= self.length:
            raise EventError(_("Sleep and days off may stop a clock for no longer than the round."))
        return self.sleep_days


def _name(name: str) -> str:
    """Return a name in one line, without invisible characters. Raises EventError."""
    shown = "".join(
        letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in name[:400]
    )
    found = unicodedata.normalize("NFC", " ".join(shown.split()))
    if not 2 <= len(found) <= LONGEST_NAME:
        raise EventError(
            _("The name of an event has two to %(most)s letters.") % {"most": LONGEST_NAME}
        )
    return found
