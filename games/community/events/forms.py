"""The form for a new event: few fields, with good defaults."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.community.clubs.models import Club
from games.community.events import schedule
from games.community.events.errors import EventError
from games.community.events.models import LONGEST_NAME, Format
from games.digits import number
from games.kernel.clock import PRESETS, TimeControl
from games.kernel.protocol import AnyEngine
from games.registry import engines
from games.screens import clocks
from games.tables.http.fields import of_option
from games.tables.http.forms import NewTable

OPTION = "option-"
"""The prefix of fields with a game's options, whose names may clash with ours."""
SEVERAL = (3, 4, 5)
DEFAULTS = {
    "format": Format.SWISS.value,
    "clock": "daily",
    "length": "7",
    "rounds": "5",
    "series": "1",
    "seats": "4",
}


def zone(sent: Mapping[str, str]) -> str:
    """Return the time zone of the sender."""
    known = getattr(timezone.get_current_timezone(), "key", "UTC")
    return schedule.zone_of(sent.get("zone", "")[:64] or known).key


def fields(sent: Mapping[str, str], club: Club | None, now: datetime) -> dict[str, Any]:
    """Return the values of the form's fields, as sent or by default."""
    values: dict[str, Any] = {
        name: sent.get(name, default)[:40] for name, default in DEFAULTS.items()
    }
    games = list(engines().values())
    engine = engines().get(sent.get("game", "")) or games[0]
    values["game"] = engine.slug
    here = zone(sent)
    first = (now + timedelta(days=2)).astimezone(schedule.zone_of(here))
    starts = first.replace(hour=20, minute=0).strftime("%Y-%m-%dT%H:%M")
    values |= {"name": sent.get("name", "")[: 2 * LONGEST_NAME], "zone": here}
    values["starts"] = sent.get("starts", starts)[:16]
    # Empty by default: half of the round, however long that is.
    values["sleep_days"] = sent.get("sleep_days", "")[:4]
    values |= {name: sent.get(name) == "on" for name in ("duplicate", "bots")}
    values["rated"] = sent.get("rated") == "on" or "name" not in sent
    return {
        "values": values,
        "club": club,
        "longest": LONGEST_NAME,
        "formats": [
            (each.value, each.label, _note(each))
            for each in Format
            if each != Format.GROUPS or _several(engine)
        ],
        "tiles": NewTable(engine.slug).games,
        "options": [
            of_option(option, sent.get(OPTION + option.name, option.default), OPTION)
            for option in engine.options
        ],
        "several": _several(engine),
        "clocks": [
            (control.name, clocks.brief(control), _kind(control))
            for control in PRESETS.values()
            if control.timed
        ],
    }


def _several(engine: AnyEngine) -> list[str]:
    """Return the numbers of players that may sit at a table of several, as texts."""
    return [str(count) for count in SEVERAL if count in engine.seats]


def _kind(control: TimeControl) -> str:
    return _("Live") if control.kind == "live" else _("By correspondence")


def _note(format: Format) -> str:
    return {
        Format.SWISS: _("Any number of players, a few rounds; nobody drops out by losing."),
        Format.ROBIN: _("Everybody meets everybody."),
        Format.KNOCKOUT: _("Whoever loses is out."),
        Format.ARENA: _("Live: paired again at once until the time is up."),
        Format.LEAGUE: _("Divisions by strength, season after season."),
        Format.GROUPS: _("Three to five at a table, points by place."),
    }[format]


def terms(sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the sent values as terms for `services.make`. Raises EventError."""
    here = zone(sent)
    return {
        "name": sent.get("name", ""),
        "format": sent.get("format", ""),
        "game": sent.get("game", ""),
        "options": {
            name.removeprefix(OPTION): value[:40]
            for name, value in sent.items()
            if name.startswith(OPTION)
        },
        "clock": sent.get("clock", ""),
        "starts_at": _starts(sent.get("starts", ""), here),
        "zone": here,
        "length": _number(sent, "length"),
        "sleep_days": _number(sent, "sleep_days") if sent.get("sleep_days") else None,
        "rounds": _number(sent, "rounds"),
        "series": _number(sent, "series"),
        "seats": _number(sent, "seats"),
        "rated": sent.get("rated") == "on",
        "duplicate": sent.get("duplicate") == "on",
        "bots": "club" if sent.get("bots") == "on" else "",
        "key": sent.get("key", "")[:64],
    }


def _number(sent: Mapping[str, str], name: str) -> int:
    found = number(sent.get(name, "") or DEFAULTS[name], 4, None)
    if found is None:
        raise EventError(_("A number is missing or cannot be read."))
    return found


def _starts(told: str, zone: str) -> datetime:
    """Return the start, in the sender's zone. A time that the clocks leave out is the one that they
    show instead. Raises EventError."""
    try:
        here = datetime.strptime(told[:16], "%Y-%m-%dT%H:%M")
        return here.replace(tzinfo=schedule.zone_of(zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise EventError(_("Say when the event begins: a day and a time.")) from error
