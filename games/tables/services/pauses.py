"""Pauses before a bot acts, so that a person sees the action before, and the end of a deal."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games import registry
from games.tables import access
from games.tables.board.scenes import SECONDS, new_deal
from games.tables.errors import NotYourSeat
from games.tables.live import delivery, presence
from games.tables.models import Seat, Status, Table
from games.tables.services import task_queue
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot

# The pause before a turn, that between its steps, and that before the first turn of a later deal.
TURN, STEP = timedelta(milliseconds=900), timedelta(milliseconds=500)
DEAL = timedelta(seconds=SECONDS)


def bot_at(table: Snapshot, now: datetime) -> datetime | None:
    """Return the moment when a bot must act; None if none must. There is no pause if no person
    plays, or none wants one."""
    waiting = table.bots_to_act
    if not waiting:
        return None
    if not any(player.patient for player in table.players if not player.level):
        return now
    if _just_dealt(table):
        return now + DEAL
    return now + (STEP if table.log and table.log[-1].entry.seat in waiting else TURN)


def _just_dealt(table: Snapshot) -> bool:
    """Return whether people are looking at the end of the last deal; never by correspondence."""
    if not registry.screen(table.game).scene or table.control.kind == "correspondence":
        return False
    found = new_deal(table.runs)
    return found is not None and not found[1]


def pause(*, table_id: str, user_id: int | None, wanted: bool, now: datetime) -> None:
    """Store whether bots pause at all tables of a player of this table. Raises NotYourSeat."""
    if user_id is None or not Seat.objects.filter(table=table_id, user=user_id).exists():
        raise NotYourSeat
    if User.objects.filter(pk=user_id).exclude(bots_pause=wanted).update(bots_pause=wanted):
        heed_wish(user_id=user_id, now=now)


def heed_wish(*, user_id: int, now: datetime) -> None:
    """Apply a user's present wish for pauses to the running tables: a pause that nobody wants ends
    at once. Safe to repeat."""
    running = Seat.objects.filter(user=user_id, ended_at=None, table__status=Status.RUNNING)
    left = Seat.objects.filter(table=OuterRef("table")).exclude(left_by="")
    with_bots = running.filter(Q(table__bots__gt=0) | Exists(left))
    for table_id in with_bots.values_list("table", flat=True).order_by("table"):
        _heed(table_id, now)


@transaction.atomic
def _heed(table_id: str, now: datetime) -> None:
    table = access.lock(table_id)
    if table.status != Status.RUNNING:
        return
    people = Seat.objects.filter(table=table, left_by="", bot="")
    hurried = table.bot_at is not None and table.bot_at > now
    if hurried and not people.filter(user__bots_pause=True).exists():
        table.bot_at = now
        ply = table.ply
        transaction.on_commit(lambda: task_queue.send(task_queue.PLAY, table_id, ply), robust=True)
    table.version += 1  # boards and processes remember a table by its version
    table.save(update_fields=["bot_at", "version"])
    transaction.on_commit(lambda: delivery.deliver(table_id, table.version), robust=True)


def go_on(*, table_id: str, user_id: int | None, now: datetime) -> None:
    """Let the bot to act do so at once, if all people at the table have gone on."""
    table = snapshot_cache.load(table_id)
    if table is None or user_id is None or table.status != Status.RUNNING:
        return
    people = {table.players[seat].user_id for seat in table.people}
    if user_id not in people or not table.bots_to_act:
        return
    if people > {user_id} and not people <= presence.record_gone_on(table_id, table.ply, user_id):
        return
    if Table.objects.filter(pk=table_id, ply=table.ply, bot_at__gt=now).update(bot_at=now):
        task_queue.send(task_queue.PLAY, table_id, table.ply)
