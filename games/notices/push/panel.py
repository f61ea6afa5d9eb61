"""The panel "Where it goes": a user's devices in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from accounts import sessions
from games import zones
from games.notices.push import keys, selectors
from games.notices.push.models import Device, Trouble


@dataclass(frozen=True, slots=True)
class Place:
    """A device: its name, and the result of the last notice. The time follows `words`."""

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
    """The panel's rows, and facts for its script. `ready`: this browser is among them, with the
    current key. `result`: the result of the reader's last action."""

    places: list[Place]
    most: int
    key: str
    ready: bool
    result: str = ""

    @property
    def count(self) -> int:
        """Return the number of devices that can be reached."""
        return sum(not place.gone for place in self.places)


def panel(request: HttpRequest, *, tested: int | None = None, result: str = "") -> Panel:
    """Return the panel of a reader. `tested`: the device of a test just sent."""
    user: Any = request.user
    now, zone = timezone.now(), zones.known(user.zone or user.mail_zone)
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
    return Panel(places, settings.LIMIT_COUNTS["push_devices"], key, ready, result)


def _place(device: Device, here: bool, tested: bool, now: datetime, zone: ZoneInfo) -> Place:
    words, at, reason, mood = _state(device, tested)
    when = ""
    if at is not None:
        when = day(at, now, zone) if device.gone else moment(at, now, zone)
    return Place(device.pk, device.shown_name, here, device.gone, words, at, when, reason, mood)


def _state(device: Device, tested: bool) -> tuple[str, datetime | None, str, str]:
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
    """Return a moment: "today, 14:02", "yesterday, 19:40", "3 November, 19:40"."""
    clock = time_format(at.astimezone(zone).time(), "H:i")
    return _("%(day)s, %(clock)s") % {"day": day(at, now, zone), "clock": clock}


def day(at: datetime, now: datetime, zone: ZoneInfo) -> str:
    """Return a day: "today", "yesterday", "3 November"."""
    then, today = at.astimezone(zone).date(), now.astimezone(zone).date()
    if then == today:
        return _("today")
    if then == today - timedelta(days=1):
        return _("yesterday")
    return date_format(then, "j F" if then.year == today.year else "j F Y")
