"""Offers of players to each other while a game runs: a draw, breaking off, going on by
correspondence, taking back. Each is a column of the seats that agree. Here they are written, and
lapse, and players are told."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from games.kernel.replay import Entry
from games.tables.models import DECLINED, Table
from games.tables.services.commit import committed
from games.tables.services.events import Event, tell
from games.tables.state.snapshot import Snapshot

_OFFERS = {
    "draw_by": Event.DRAW,
    "abort_by": Event.ABORT,
    "slow_by": Event.SLOW,
    "undo_by": Event.UNDO,
}


def offer(before: Snapshot, seat: int, now: datetime, **offers: str) -> Snapshot:
    """Write what a seat offers, agrees to or declines, and return the table."""
    if all(getattr(before, name) == value for name, value in offers.items()):
        return before
    after = replace(before, **offers, version=before.version + 1)  # type: ignore[arg-type]
    Table.objects.filter(pk=after.id).update(**offers, version=after.version)
    lapse(before, after, now)
    for name in offers:
        if not _stands(before, name) and (agreed := _stands(after, name)):
            people = [after.players[other] for other in after.people if str(other) not in agreed]
            users = [player.user_id for player in people if player.user_id is not None]
            tell(_OFFERS[name], after.id, users, after.players[seat].user_id, now)
    return committed(after, before)


def draw_after(offers: str, entry: Entry | None) -> str:
    """Return the draw offers that stand after an entry: they lapse when another seat acts. Other
    offers lapse with every entry."""
    if not offers or entry is None:
        return offers
    return str(entry.seat) if str(entry.seat) in offers else ""


def lapse(before: Snapshot, after: Snapshot, now: datetime) -> None:
    """Tell the players of an offer that has lapsed or was answered in the table just written."""
    if any(was != _stands(after, name) for name in _OFFERS if (was := _stands(before, name))):
        tell(Event.LAPSED, after.id, after.users, None, now)


def is_any(table: Snapshot) -> bool:
    """Return whether any offer stands."""
    return any(_stands(table, name) for name in _OFFERS)


def _stands(table: Snapshot, name: str) -> str:
    """Return the seats that agree to an offer; "" if it does not stand."""
    agreed: str = getattr(table, name)
    return "" if agreed == DECLINED else agreed


def agreed_by(seats: str, seat: int) -> str:
    """Return the seats that agree once one more does."""
    return "".join(sorted({*seats, str(seat)}))


def all_agree(snapshot: Snapshot, agreed: str) -> bool:
    """Return whether all people agree. Bots agree with them."""
    return all(player.level or str(player.number) in agreed for player in snapshot.players)
