"""The games in which a player may take hints: those that count against nobody."""

from __future__ import annotations

from games.registry import bots
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot


def offered(table: Snapshot, seat: int | None) -> bool:
    """Tell whether this seat may take hints: the game runs and is not rated, no other person sits
    or has sat there, its result is not held against others who play the same deal, and the game has
    a bot.

    Whatever else makes a game count belongs here: nothing else decides it.
    """
    if table.status != Status.RUNNING or seat is None or table.game not in bots():
        return False
    if table.rated or table.sealed_until is not None:
        return False
    alone = all(player.bot for player in table.players if player.number != seat)
    return alone and not table.players[seat].gone
