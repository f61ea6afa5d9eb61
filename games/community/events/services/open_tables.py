"""Opening the tables of a round, each in the transaction of its step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.community.events.models import Entry, Event, Pairing, Round
from games.community.events.services import deals
from games.tables import services as tables
from games.tables.models import Table


def open_next(event: Event, made: Round, pairings: Sequence[Pairing], now: datetime) -> bool:
    """Open the table of the first pairing that waits for one; return whether there was one. Raises
    TableError."""
    waiting = [one for one in pairings if one.settled_at is None and one.table_id is None]
    if event.duplicate:
        waiting = list(deals.next_games(event, pairings))
    if (pairing := next(iter(waiting), None)) is None:
        return False
    rows = event.entries.filter(pk__in=pairing.players).select_related("user")
    entries = {entry.pk: entry for entry in rows}
    players = [entries[player] for player in pairing.players]
    if not any(entry.user for entry in players):
        _forfeit(pairing, now, [0.0] * len(players))  # bots among themselves play for nobody
    elif event.duplicate and now >= made.ends_at:
        _forfeit(pairing, now, None)  # too late for the next game of a pair
    else:
        pairing.table = _open(event, made, pairing, players, now)
        pairing.save(update_fields=["table"])
    return True


def _forfeit(pairing: Pairing, now: datetime, points: list[float] | None) -> None:
    pairing.points, pairing.forfeit, pairing.settled_at = points, True, now
    pairing.save(update_fields=["points", "forfeit", "settled_at"])


def _open(
    event: Event, made: Round, pairing: Pairing, entries: Sequence[Entry], now: datetime
) -> Table:
    people = all(entry.user is not None and not entry.user.is_guest for entry in entries)
    terms: dict[str, Any] = {
        "players": [entry.user or entry.bot for entry in entries],
        "clock": event.time_control,
        "rated": event.rated and not event.is_private and people,
        "private": event.is_private,
        "circle": event.club.slug if event.club is not None else "",
        "origins": [entry.origin for entry in entries],
        "sleep_days": event.sleep_days,
        "now": now,
    }
    if event.duplicate:
        return deals.open_game(event, made, pairing, terms)
    return tables.open_seated(game=event.game, options=event.options, **terms)
