"""The forms for preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.notices import grid, quiet_hours
from games.notices.grid import Topic, When
from games.notices.models import Where

SHOWN = (
    Topic.LIVE,
    Topic.TURN,
    Topic.LOW,
    Topic.OFFERED,
    Topic.OVER,
    Topic.INVITED,
    Topic.OPENED,
    Topic.EVENT,
    Topic.CLUB,
)
"""The topics in the order of the page."""


class Quiet:
    """Choices of quiet hours."""

    SLEEP, OWN, NEVER = "sleep", "own", "never"


def name(topic: Topic, where: Where) -> str:
    """Return the name of a cell's field."""
    return f"{topic}-{where}"


class WishesForm(forms.Form):
    """The grid, and what belongs to it. A missing field changes nothing."""

    daily_at = forms.TimeField(required=False, input_formats=["%H:%M", "%H:%M:%S"])
    quiet = forms.ChoiceField(
        required=False,
        choices=[(mode, mode) for mode in (Quiet.SLEEP, Quiet.OWN, Quiet.NEVER)],
    )
    quiet_from = forms.TimeField(required=False, input_formats=["%H:%M", "%H:%M:%S"])
    quiet_until = forms.TimeField(required=False, input_formats=["%H:%M", "%H:%M:%S"])
    mail_zone = forms.RegexField(r"^[A-Za-z0-9_+/-]{1,64}$", required=False)
    """The browser's time zone."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        for topic in SHOWN:
            for where in Where:
                words = [(when.value, when.value) for when in grid.choices(topic)]
                self.fields[name(topic, where)] = forms.ChoiceField(choices=words, required=False)

    def clean(self) -> dict[str, Any]:
        """Return the fields; add an error without both ends of own quiet hours."""
        kept: dict[str, Any] = super().clean() or {}
        own = kept.get("quiet") == Quiet.OWN
        if own and (kept.get("quiet_from") is None or kept.get("quiet_until") is None):
            self.add_error("quiet_from", _("Say from when, and until when."))
        return kept

    @property
    def nonsense(self) -> bool:
        """Return whether no form of ours sends this."""
        return bool(self.errors.keys() - {"quiet_from", "quiet_until", "daily_at"})

    def cells(self) -> dict[tuple[Topic, Where], When]:
        """Return the cells that were sent."""
        sent = {
            (topic, where): self.cleaned_data[name(topic, where)]
            for topic in SHOWN
            for where in Where
        }
        return {cell: When(word) for cell, word in sent.items() if word}

    def about(self) -> dict[str, Any]:
        """Return the other fields that were sent, and the language of the page."""
        kept = self.cleaned_data
        found: dict[str, Any] = {"mail_language": get_language()}
        if kept["mail_zone"]:
            found["mail_zone"] = kept["mail_zone"]
        if kept["daily_at"] is not None:
            found["daily_at"] = _minute(kept["daily_at"])
        if kept["quiet"] == Quiet.OWN:
            hours = _minute(kept["quiet_from"]), _minute(kept["quiet_until"])
            found["quiet"] = quiet_hours.stored(*hours)
        elif kept["quiet"]:
            found["quiet"] = quiet_hours.NONE if kept["quiet"] == Quiet.NEVER else ""
        return found


def _minute(moment: time) -> int:
    return moment.hour * 60 + moment.minute


class PlayForm(forms.Form):
    """Preferences about pages and bots."""

    goes_on = forms.BooleanField(required=False)
    bots_pause = forms.BooleanField(required=False)
    finishes_turns = forms.BooleanField(required=False)
