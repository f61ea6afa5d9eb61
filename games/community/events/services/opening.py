"""Opening the tables of a round, each in the transaction of its step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.community.events.models import Entry, Event, Pairing, Round
from games.community.events.services import deals
from games.tables import services as tables


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
    if event.duplicate:
        deals.open_game(event, made, pairing, players, now)
    else:
        _open(event, pairing, players, now)
    return True


def _open(event: Event, pairing: Pairing, entries: Sequence[Entry], now: datetime) -> None:
    players: list[User | str] = [entry.user or entry.bot for entry in entries]
    if not any(isinstance(player, User) for player in players):
        pairing.points = [0.0] * len(players)  # bots among themselves play for nobody
        pairing.forfeit, pairing.settled_at = True, now
        pairing.save(update_fields=["points", "forfeit", "settled_at"])
        return
    pairing.table = tables.open_seated(
        players=players,
        game=event.game,
        options=event.options,
        clock=event.time_control,
        rated=event.rated and not event.is_private,
        private=event.is_private,
        circle=event.club.slug if event.club is not None else "",
        origins=[entry.origin for entry in entries],
        now=now,
    )
    pairing.save(update_fields=["table"])
