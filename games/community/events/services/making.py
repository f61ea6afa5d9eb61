"""Making an event."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Role as Office
from accounts.models import User
from games import registry
from games.community.clubs import selectors as clubs
from games.community.clubs.models import Club
from games.community.events import schedule
from games.community.events.errors import EventError, NotYours
from games.community.events.models import LONGEST_NAME, Event, Format, Stage
from games.community.events.services import news
from games.community.moderation import selectors as conduct
from games.kernel import clock as clocks
from games.tables.errors import TableError
from games.tables.services import terms

LENGTHS = {"live": (5, 240), "correspondence": (1, 60)}
"""How long a round may be: minutes live, days by correspondence."""
AHEAD = timedelta(days=366)
ROUNDS = (1, 15)


def refusal(user: User, club: Club | None) -> str:
    """Return why a user may not make an event (of this club), or ""."""
    if club is not None:
        may = clubs.leads(clubs.role(club, user))
        return "" if may else _("Events of a club are made by its owner and organisers.")
    return "" if user.role == Office.HOST else _("Events of the whole site are made by its hosts.")


def make(
    *,
    by: User,
    club: Club | None,
    name: str,
    format: str,
    game: str,
    options: Mapping[str, str],
    clock: str,
    starts_at: datetime,
    zone: str = "UTC",
    length: int,
    sleep_days: int | None = None,
    rounds: int = 5,
    seats: int = 2,
    series: int = 1,
    rated: bool = False,
    duplicate: bool = False,
    bots: str = "",
    key: str = "",
    now: datetime,
) -> Event:
    """Make an event and return it; the same form with the same key makes one. `sleep_days`: how
    long sleep and days off stop a clock in a round by correspondence, half of it if that is not
    said. Raises EventError."""
    if reason := refusal(by, club):
        raise NotYours(reason)
    if conduct.mute(by.pk, now):
        raise NotYours(_("A moderator has decided that you may not write at the moment."))
    facts = _checked(format, game, options, clock, seats, duplicate)
    facts |= {"name": _name(name), "club": club, "organiser": by, "format": format}
    facts |= _numbers(facts, length, rounds, series)
    facts["sleep_days"] = _sleep(facts, sleep_days)
    facts |= _start(starts_at, zone, now)
    facts["bots"] = _bots(game, bots)
    facts["rated"] = rated and (club is None or not club.private)
    facts["created_at"], facts["request_key"] = now, key
    facts["next_at"] = schedule.first_look(Event(**facts), now)
    if key and (before := Event.objects.filter(organiser=by, request_key=key).first()):
        return before
    open_ones = Event.objects.filter(organiser=by, stage__in=[Stage.OPEN, Stage.RUNNING])
    if open_ones.count() >= settings.LIMIT_COUNTS["events_of_one"]:
        raise EventError(_("You run as many events as one person may. Wait until one has ended."))
    try:
        with transaction.atomic():
            event = Event.objects.create(**facts)
            news.tell_club(event, now)
            return event
    except IntegrityError:  # the same form, at the same time
        return Event.objects.get(organiser=by, request_key=key)


def _name(name: str) -> str:
    """Return a name in one line, without what is not seen. Raises EventError."""
    shown = "".join(
        letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in name[:400]
    )
    found = unicodedata.normalize("NFC", " ".join(shown.split()))
    if not 2 <= len(found) <= LONGEST_NAME:
        raise EventError(
            _("The name of an event has two to %(most)s letters.") % {"most": LONGEST_NAME}
        )
    return found


def _checked(
    format: str, game: str, options: Mapping[str, str], clock: str, seats: int, duplicate: bool
) -> dict[str, Any]:
    """Return the columns on the game. Raises EventError."""
    if format not in Format.values:
        raise EventError(_("Choose how players are paired."))
    several = format == Format.GROUPS
    if several:
        seats = min(max(seats, 3), 5)
    count = seats if several else 2
    try:
        facts = terms.checked(
            game, count, options, "seats", False, False, clock, False, guest=False
        )
    except TableError as error:
        raise EventError(str(error)) from error
    control = clocks.stored(clock)
    if not control.timed:
        raise EventError(_("An event needs a clock: choose one."))
    if format == Format.ARENA and control.kind != "live":
        raise EventError(_("An arena is played live."))
    if duplicate and format not in (Format.SWISS, Format.ROBIN):
        raise EventError(_("The same cards for all go with Swiss and round robin."))
    return {
        "game": game,
        "options": facts["options"],
        "time_control": control.name,
        "seats": count,
        "duplicate": duplicate,
    }


def _numbers(facts: Mapping[str, Any], length: int, rounds: int, series: int) -> dict[str, int]:
    least, most = LENGTHS[clocks.stored(facts["time_control"]).kind]
    if not least <= length <= most:
        raise EventError(
            _("A round is %(least)s to %(most)s minutes long live, and days by correspondence.")
            % {"least": least, "most": most}
        )
    if not ROUNDS[0] <= rounds <= ROUNDS[1]:
        raise EventError(_("An event has one to %(most)s rounds.") % {"most": ROUNDS[1]})
    if series not in (1, 3, 5, 7):
        raise EventError(_("A match has one, three, five or seven games."))
    return {"length": length, "rounds": rounds, "series": series}


def _sleep(facts: Mapping[str, Any], days: int | None) -> int | None:
    """Return the days of sleep and days off in a round; None live. Raises EventError."""
    if clocks.stored(facts["time_control"]).kind == "live":
        return None
    if days is None:
        return sleep_by_default(facts["length"])
    if not 0 <= days <= facts["length"]:
        raise EventError(_("Sleep and days off may stop a clock for no longer than the round."))
    return days


def sleep_by_default(length: int) -> int:
    """Return for how many days of a round sleep and days off stop a clock unless its form says
    otherwise: half of them."""
    return (length + 1) // 2


def _start(starts_at: datetime, zone: str, now: datetime) -> dict[str, Any]:
    if not now < starts_at <= now + AHEAD:
        raise EventError(_("An event begins in the future, within a year."))
    return {
        "starts_at": starts_at,
        "zone": schedule.zone_of(zone).key,
    }


def _bots(game: str, level: str) -> str:
    if level and level not in registry.levels(game):
        raise EventError(_("There is no such bot."))
    return level
