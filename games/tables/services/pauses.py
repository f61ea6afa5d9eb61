"""Pauses before a bot acts, so that a person sees the action before, and the end of a deal."""

from __future__ import annotations

from datetime import datetime, timedelta

from games import registry
from games.tables.board.scenes import SECONDS, new_deal
from games.tables.live import presence
from games.tables.models import Status, Table
from games.tables.services import task_queue
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot

# The pause before a turn, that between its steps, and that before the first turn of a later deal.
TURN, STEP = timedelta(milliseconds=900), timedelta(milliseconds=500)
DEAL = timedelta(seconds=SECONDS)


def bot_at(table: Snapshot, now: datetime) -> datetime | None:
    """Return the moment at which a bot has to act; None if none has to. There is no pause if no
    person plays, or none wants one."""
    waiting = table.bots_to_act
    if not waiting:
        return None
    if not any(player.patient for player in table.players if not player.level):
        return now
    if _just_dealt(table):
        return now + DEAL
    return now + (STEP if table.log and table.log[-1].entry.seat in waiting else TURN)


def _just_dealt(table: Snapshot) -> bool:
    """Return whether people are looking at the end of the deal before. Those who play by
    correspondence come later."""
    if not registry.screen(table.game).scene or table.control.kind == "correspondence":
        return False
    found = new_deal(table.runs)
    return found is not None and not found[1]


def go_on(*, table_id: str, user_id: int | None, now: datetime) -> None:
    """Let the bot that has to act do so at once, if all people at the table have gone on."""
    table = snapshot_cache.load(table_id)
    if table is None or user_id is None or table.status != Status.RUNNING:
        return
    people = {table.players[seat].user_id for seat in table.people}
    if user_id not in people or not table.bots_to_act:
        return
    if people > {user_id} and not people <= presence.goes_on(table_id, table.ply, user_id):
        return
    if Table.objects.filter(pk=table_id, ply=table.ply, bot_at__gt=now).update(bot_at=now):
        task_queue.ask(task_queue.PLAY, table_id, table.ply)
