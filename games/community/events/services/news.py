"""Telling players what happens in their event. The app that notifies people hears of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from games.community.events.models import Event, Pairing


class What(StrEnum):
    """Kinds of news."""

    ROUND = "round"
    REMINDER = "reminder"
    ENDED = "ended"


def tell(event: Event, what: What, now: datetime) -> None:
    """Tell those whom it concerns: all who have entered, or those whose game still runs."""
    entries = event.entries.filter(user__isnull=False, removed=False)
    if what == What.REMINDER:
        open_games = Pairing.objects.filter(round__event=event, settled_at=None)
        playing = [player for one in open_games for player in one.players]
        entries = entries.filter(pk__in=playing)
    elif what == What.ROUND:
        entries = entries.filter(withdrawn_at=None)
    users = list(entries.values_list("user_id", flat=True))
    _write(event, what, users, now)


def _write(event: Event, what: What, users: list[int], now: datetime) -> None:
    """Write the news of these users."""
