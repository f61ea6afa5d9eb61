"""A table as it was at an earlier ply."""

from __future__ import annotations

from dataclasses import replace

from games.kernel.seats import NOBODY
from games.tables.state import checkpoints, turns
from games.tables.state.player import Player
from games.tables.state.snapshot import Logged, Snapshot
from games.tables.state.turns import Cut


def past(snapshot: Snapshot, ply: int, cut: Cut | None) -> Snapshot:
    """Return the table after the first `ply` entries, without later offers, and with the players
    who have left since.

    Its log holds at least the newest entry, and its runs at least the newest, by turns.
    """
    players = tuple(_then(player, ply) for player in snapshot.players)
    # The log is in memory, and a replay of it is faster than a query.
    if len(snapshot.log) == snapshot.ply <= checkpoints.SHORT:
        then = snapshot.until(ply)
        then = replace(then, players=players, runs=turns.cut(then.runs, cut) if cut else then.runs)
    else:
        past = checkpoints.reach(snapshot.id, snapshot.engine, snapshot.setup, ply, cut)
        assert past.last is not None
        log = (Logged(*past.last, hash=""),)
        then = replace(
            snapshot, position=past.position, log=log, ply=ply, runs=past.told(cut), players=players
        )
    return replace(
        then,
        to_act=NOBODY,
        draw_by="",
        abort_by="",
        undo_by="",
        slow_by="",
        flag_at=None,
        budgets=(),
    )


def _then(player: Player, ply: int) -> Player:
    left = player.left_ply is not None and player.left_ply < ply
    before = replace(player.standing, after=None, counted=None) if player.standing else None
    return replace(
        player,
        standing=before,
        left_by=player.left_by if left else "",
        left_ply=player.left_ply if left else None,
    )
