"""The seats of a table that waits: taken, kept, offered to somebody, or free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.screens.values import ShownPlayer
from games.tables.state.people import Invited
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Place:
    """A seat with its player, or with somebody who is invited to it (since `asked_at`). `kept`:
    nobody but the invited user may sit down there, and `mine` says whether the reader is that
    user."""

    number: int
    player: ShownPlayer | None = None
    level: str = ""
    invited: str = ""
    invited_id: int | None = None
    asked_at: datetime | None = None
    kept: bool = False
    mine: bool = False


def of(
    snapshot: Snapshot, players: Sequence[ShownPlayer], user_id: int | None
) -> tuple[Place, ...]:
    """Return the seats by number. Those whom no seat is kept for stand at the first free ones."""
    taken = {player.number: player for player in players}
    kept = {asked.seat: asked for asked in snapshot.invited if asked.seat not in (None, *taken)}
    free = [seat for seat in range(snapshot.seat_count) if seat not in taken and seat not in kept]
    others = [asked for asked in snapshot.invited if asked.seat is None]
    asked_at = kept | dict(zip(free, others, strict=False))
    levels = {player.number: player.bot for player in snapshot.players}
    return tuple(
        Place(number, taken[number], levels[number])
        if number in taken
        else _asked(number, asked_at.get(number), user_id)
        for number in range(snapshot.seat_count)
    )


def _asked(number: int, asked: Invited | None, user_id: int | None) -> Place:
    if asked is None:
        return Place(number)
    return Place(
        number,
        None,
        "",
        asked.person.name,
        asked.person.id,
        asked.at,
        kept=asked.seat is not None,
        mine=asked.person.id == user_id,
    )
