"""The facts of the page of preferences: the grid, quiet hours, places, the last lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.notices import due, forms, grid, ledger, quiet_hours
from games.notices.channels import offered
from games.notices.forms import SHOWN, Quiet
from games.notices.grid import Grid, Topic, When
from games.notices.models import Where

_TITLES: dict[Topic, tuple[str | Promise, str | Promise]] = {
    Topic.LIVE: (gettext_lazy("Your turn, live"), gettext_lazy("if you are not at the table")),
    Topic.TURN: (
        gettext_lazy("Your turn, by correspondence"),
        gettext_lazy("hourly and daily: all your tables at once"),
    ),
    Topic.LOW: (
        gettext_lazy("Your clock runs low"),
        gettext_lazy("a fifth of it is left, or 12 hours"),
    ),
    Topic.OFFERED: (
        gettext_lazy("Somebody offers you something"),
        gettext_lazy("a draw, calling off, a slower game, a take-back"),
    ),
    Topic.OVER: (gettext_lazy("A game is over"), gettext_lazy("with its score")),
    Topic.INVITED: (
        gettext_lazy("Somebody invites you"),
        gettext_lazy("to a table or a rematch"),
    ),
    Topic.OPENED: (
        gettext_lazy("Somebody you follow opens a table"),
        gettext_lazy("public tables only, once an hour for each person at most"),
    ),
    Topic.EVENT: (
        gettext_lazy("An event you are in"),
        gettext_lazy("begins, starts a round, ends one soon, or is over"),
    ),
    Topic.CLUB: (
        gettext_lazy("Your clubs"),
        gettext_lazy("somebody asks to join, you are let in, an event opens"),
    ),
}
_WHENS = {
    When.NOW: gettext_lazy("Now"),
    When.HOURLY: gettext_lazy("Hourly"),
    When.DAILY: gettext_lazy("Daily"),
    When.OFF: gettext_lazy("Off"),
}
ICONS = {Where.MAIL: "mail", Where.PUSH: "bell", Where.WEBHOOK: "link"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A select of the grid. `why_not`: why it cannot be changed, or ""."""

    name: str
    where: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    why_not: str


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the grid."""

    topic: str
    title: str
    note: str
    cells: tuple[Cell, ...]


def facts(user: User, now: datetime) -> dict[str, Any]:
    """Return the facts of the page."""
    address = EmailAddress.objects.filter(user=user).order_by("-verified", "-primary").first()
    hours = quiet_hours.hours(user.quiet)
    mode = Quiet.OWN if hours else Quiet.NEVER if user.quiet == quiet_hours.NONE else Quiet.SLEEP
    begin, end = hours or (23 * 60, 7 * 60)
    targets = {where: channel.targets(user) for where, channel in offered().items()}
    # no column for a missing webhook: its choices would do nothing
    wheres = [where for where in targets if where != Where.WEBHOOK or targets[where]]
    return {
        "address": address,
        "groups": groups(user, wheres, address is not None and address.verified),
        "wheres": [(ICONS[where], str(where.label)) for where in wheres],
        "daily_at": clock(user.daily_at),
        "quiet": mode,
        "quiet_from": clock(begin),
        "quiet_until": clock(end),
        "zone": due.zone_of(user).key,
        "no_device": not targets[Where.PUSH],
        "places": sum(map(len, targets.values())),
        "lines": ledger.lines(user.pk, now, ledger.GLANCE),
    }


def groups(user: User, wheres: Sequence[Where], has_address: bool) -> tuple[Group, ...]:
    """Return the rows of the grid, with a cell for each channel."""
    wishes = Grid.of(user.wishes)
    why_not = "" if has_address else _("Confirm an address first.")
    return tuple(
        Group(
            topic.value,
            str(_TITLES[topic][0]),
            str(_TITLES[topic][1]),
            tuple(
                _cell(topic, where, wishes, why_not if where == Where.MAIL else "")
                for where in wheres
            ),
        )
        for topic in SHOWN
    )


def _cell(topic: Topic, where: Where, wishes: Grid, why_not: str) -> Cell:
    options = tuple((when.value, str(_WHENS[when])) for when in grid.choices(topic))
    value = wishes.when(topic, where).value
    name = forms.name(topic, where)
    return Cell(name, where.value, str(where.label), value, options, why_not)


def clock(minute: int) -> str:
    """Return a minute of the day as the value of a time field."""
    return f"{minute // 60:02}:{minute % 60:02}"
