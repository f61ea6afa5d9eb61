"""The only writer of logs, with all consequences of an entry: deals, forced steps, clocks, tasks
for bots, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.epoch import milliseconds, moment
from games.kernel import clock, endings, seats
from games.kernel.protocol import Outcome
from games.kernel.replay import Entry, Position
from games.tables import access
from games.tables.errors import NotPossible
from games.tables.live import delivery
from games.tables.models import EndedBy, Plan, Seat, Status
from games.tables.services import fast_path, offers, pauses, task_queue
from games.tables.services.commit import committed
from games.tables.services.finish import break_off, end
from games.tables.services.pending import Pending
from games.tables.state import between_turns, log_limit, snapshot_cache
from games.tables.state.player import Player
from games.tables.state.snapshot import Snapshot


class FlagDue(Exception):
    """A player's time was up before this request: the flag must fall first."""


def started(table_id: str, status: str, version: int, now: datetime) -> Snapshot:
    """Return the snapshot of a table whose row is locked. Raises NotPossible before the start, and
    FlagDue."""
    if status == Status.OPEN:
        raise NotPossible(_("The game has not begun yet."))
    snapshot = snapshot_cache.locked(table_id, version)
    if (
        snapshot.flag_at is not None
        and snapshot.flag_at <= now
        and snapshot.status == Status.RUNNING
    ):
        raise FlagDue
    return snapshot


def append(now_at: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime) -> Snapshot:
    """Write entries, each with the position after it, and all that follows; deliver the table.
    Without entries only what follows is written: the first deals, or the consequences of a player
    who left."""
    rows, result = _followed(now_at, steps, now)
    outcome, ends = _outcome(result), _ends(result)
    planned = _write(rows, None if ends else result, now)
    _save_turns(now_at, result)
    offers.lapse(now_at, result, now)
    if outcome is not None:
        return end(
            result, EndedBy.RULES, outcome.scores, endings.places(outcome.places, result.left), now
        )
    if ends:
        return break_off(result, now, stopped=False)
    _save_clocks(now_at, result)
    return _asked(committed(result, now_at if now_at.log else None), now_at, now, planned)


class Ready(NamedTuple):
    """A move that is written by one statement."""

    before: Snapshot
    after: Snapshot
    user_id: int
    now: datetime
    statement: fast_path.Statement


def ready(
    newest: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime, seat: access.Proved
) -> Ready | None:
    """Return entries with all that follows as one statement, which locks the row, checks version
    and seat, writes, and commits. None if more is to be written: the game ends with these entries,
    or something is offered."""
    rows, result = _followed(newest, steps, now)
    if _ends(result) or offers.is_any(newest):
        return None
    return Ready(
        newest, result, seat.user_id, now, fast_path.statement(rows, newest, result, now, seat)
    )


def append_at_once(move: Ready) -> Snapshot | None:
    """Write a move and deliver it. None if nothing was written, as the table or the seat has
    changed."""
    planned = fast_path.write(move.statement)
    if planned is None:
        return None
    return _asked(committed(move.after, move.before), move.before, move.now, planned)


async def append_in_loop(move: Ready) -> Snapshot | None:
    """Write a move and deliver it in the event loop of a web server. None as for
    `append_at_once`."""
    planned = await fast_path.write_in_loop(move.statement)
    if planned is None:
        return None
    before, after = move.before, move.after
    snapshot_cache.remember(after)
    passed = before.to_act != after.to_act
    await delivery.deliver_in_loop(after.id, after.version, mover=move.user_id, passed=passed)
    for task in _tasks(after, before, move.now, planned, task_queue.send_in_thread):
        task()
    return after


def _followed(
    now_at: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime
) -> tuple[list[Any], Snapshot]:
    """Return the rows to be written, and the table after them."""
    pending = Pending.of(now_at, now)
    for entry, after in steps:
        pending.add(entry, after, now_at.engine.to_act(pending.position.state))
    pending.settle()
    result = now_at.changed(
        players=_renewed(now_at, pending),
        status=Status.RUNNING,
        log=(*now_at.log, *pending.logged),
        position=pending.position,
        runs=pending.runs,
        extent=pending.extent,
        # Budgets belong to the moment of the newest entry.
        budgets=pending.budgets if pending.logged else now_at.budgets,
        ply=pending.ply,
        version=now_at.version + 1,
        to_act=now_at.engine.to_act(pending.position.state),
        draw_by=offers.draw_after(now_at.draw_by, steps[-1][0] if steps else None),
        undo_by="",
        slow_by="",
        breaks_off_at=None,
    )
    return pending.rows, result.changed(flag_at=flag_at(result), bot_at=pauses.bot_at(result, now))


def _asked(table: Snapshot, before: Snapshot, now: datetime, planned: str) -> Snapshot:
    """Send a task, after the commit, for the bot to act, or for a player's plans; return the table.
    `planned` are the seats with plans."""
    for task in _tasks(table, before, now, planned, task_queue.send):
        transaction.on_commit(task, robust=True)
    return table


def _tasks(
    table: Snapshot, before: Snapshot, now: datetime, planned: str, ask: Callable[..., None]
) -> Iterator[Callable[[], None]]:
    if table.bot_at is not None:
        wait = (table.bot_at - now).total_seconds()
        yield partial(ask, task_queue.PLAY, table.id, table.ply, countdown=wait)
    if table.to_act != before.to_act and table.to_act & seats.parse(planned):
        # Apart from the request: how long the answer to a move takes is not to tell of plans.
        yield partial(task_queue.send_later, task_queue.PLANS, table.id)


def _outcome(at: Snapshot) -> Outcome | None:
    assert at.position is not None
    return at.engine.outcome(at.position.state)


def _ends(at: Snapshot) -> bool:
    """Return whether the game is over: by the rules, or because its log has the greatest length."""
    return _outcome(at) is not None or at.extent.standing >= log_limit.MAX_PLIES


def flag_at(snapshot: Snapshot) -> datetime | None:
    """Return the moment of the first flag fall; None if there is none."""
    if not snapshot.budgets or snapshot.since is None:
        return None
    due = clock.flag_at(
        snapshot.control,
        snapshot.budgets,
        snapshot.ticking,
        milliseconds(snapshot.since),
        snapshot.awake,
    )
    return None if due is None else moment(due)


def _write(entries: list[Any], after: Snapshot | None, now: datetime) -> str:
    """Write the entries, and the table's row after them unless `after` is None. The row is locked.
    Return the seats that have left plans."""
    planned = ""
    with connection.cursor() as cursor:
        if after is not None:
            cursor.execute(
                f"UPDATE {fast_path.TABLE_SET} WHERE t.id = %s RETURNING planned",
                fast_path.stored([*fast_path.facts(after, now), after.id]),
            )
            planned = cursor.fetchone()[0]
        if entries:
            cursor.execute(
                f"INSERT INTO {fast_path.ACTION_COLUMNS} VALUES {fast_path.rows(len(entries))}",
                fast_path.stored(entries),
            )
    return planned


def _renewed(before: Snapshot, pending: Pending) -> tuple[Player, ...]:
    """Return the players: a take-back starts another turn, at the next ply, for those to whom it
    gave the turn or from whom it took it."""
    return tuple(
        replace(player, renewed=before.ply + 1) if player.number in pending.renewed else player
        for player in before.players
    )


def _save_turns(before: Snapshot, after: Snapshot) -> None:
    """Store the turns that a take-back renewed: hidden ones are shown again, and plans wait for the
    new turn."""
    for was, player in zip(before.players, after.players, strict=True):
        if player.renewed != was.renewed:
            number = player.number
            seat = Seat.objects.filter(table_id=after.id, number=number)
            seat.update(renewed=player.renewed, hidden_until=None)
            left = Plan.objects.filter(table_id=after.id, seat=number)
            lines = left.filter(since=between_turns.waiting_since(before, number))
            lines.update(since=between_turns.waiting_since(after, number))


def _save_clocks(before: Snapshot, after: Snapshot) -> None:
    for number, left in enumerate(after.budgets):
        if before.budgets[number : number + 1] != (left,):
            Seat.objects.filter(table_id=after.id, number=number).update(clock_ms=left)
