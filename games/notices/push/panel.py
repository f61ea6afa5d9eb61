"""A user's devices in words, as the panel "Where it goes" shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.models import User
from games.notices.push import keys, selectors
from games.notices.push.models import Device, Trouble


@dataclass(frozen=True, slots=True)
class Place:
    """A device: what it is called, and in words what came of the last notice, good or bad, and
    when. `words` ends where the time follows."""

    number: int
    name: str
    here: bool
    gone: bool
    words: str
    at: datetime | None
    when: str
    reason: str
    mood: str  # "good", "bad" or ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel's rows, and what its script has to know. `ready`: this browser is among them, under
    the key of today. `said`: what the reader has just done, in words."""

    places: list[Place]
    most: int
    key: str
    ready: bool
    said: str = ""

    @property
    def count(self) -> int:
        """Return how many of the devices can be reached."""
        return sum(not place.gone for place in self.places)


def panel(request: HttpRequest, *, tested: int | None = None, said: str = "") -> Panel:
    """Return the panel of a reader, who has just tested one of the devices, perhaps."""
    user: Any = request.user
    now, zone = timezone.now(), zone_of(user)
    here = sessions.visitor(request.session).stamp.device
    devices = list(selectors.targets(user.pk))
    ours = {device.pk for device in devices if device.signed_in.key == here}
    places = [
        _place(device, device.pk in ours, device.pk == tested, now, zone) for device in devices
    ]
    key = keys.public_key()
    ready = any(
        device.pk in ours and not device.gone and device.made_for == key for device in devices
    )
    places.sort(key=lambda place: not place.here)
    return Panel(places, settings.LIMIT_COUNTS["push_devices"], key, ready, said)


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a user, as far as it is known."""
    try:
        return ZoneInfo(user.zone or user.mail_zone or "UTC")
    except (ValueError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")


def _place(device: Device, here: bool, tested: bool, now: datetime, zone: ZoneInfo) -> Place:
    words, at, reason, mood = _told(device, tested)
    when = ""
    if at is not None:
        when = day(at, now, zone) if device.gone else moment(at, now, zone)
    return Place(device.pk, device.shown_name, here, device.gone, words, at, when, reason, mood)


def _told(device: Device, tested: bool) -> tuple[str, datetime | None, str, str]:
    if device.gone:
        return _("Gone since"), device.gone_at, "", "bad"
    if device.trouble:
        return _("Not reached"), device.failed_at, str(Trouble(device.trouble).label), "bad"
    if device.reached_at is None:
        return _("Nothing sent yet"), None, "", ""
    if tested:
        return _("Test sent"), device.reached_at, "", "good"
    return _("Reached"), device.reached_at, "", ""


def moment(at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """Return a moment after a word: "today, 14:02", "yesterday, 19:40", "3 November, 19:40"."""
    clock = time_format(at.astimezone(zone).time(), "H:i")
    return _("%(day)s, %(clock)s") % {"day": day(at, now, zone), "clock": clock}


def day(at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """Return a day after a word: "today", "3 November"."""
    then, today = at.astimezone(zone).date(), now.astimezone(zone).date()
    if then == today:
        return _("today")
    if then == today - timedelta(days=1):
        return _("yesterday")
    return date_format(then, "j F" if then.year == today.year else "j F Y")
