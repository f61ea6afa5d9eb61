"""The only place that appends to a log, with all that follows an entry: deals, forced steps,
clocks, tasks for bots, the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from games.epoch import milliseconds, moment
from games.kernel import clock, endings, replay, shuffle
from games.kernel.clock import Budgets
from games.kernel.extent import Extent
from games.kernel.protocol import Outcome
from games.kernel.replay import Entry, Position
from games.kernel.seats import NOBODY
from games.tables import access
from games.tables.errors import NotPossible
from games.tables.live import broadcast, delivery
from games.tables.models import EndedBy, LeftBy, Order, Seat, Status, Table
from games.tables.services import fast_path, pauses, task_queue, telling
from games.tables.state import hash_chain, log_limit, snapshot_cache, turns
from games.tables.state.player import Player
from games.tables.state.snapshot import Logged, Snapshot


class FlagDue(Exception):
    """A player's time was up before this request came: the flag has to fall first."""


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


@dataclass(slots=True)
class Course:
    """A table during one request: entries are added, and with them clocks, runs and hashes."""

    at: Snapshot
    now: datetime
    position: Position
    budgets: Budgets
    tail: str
    runs: tuple[turns.Run, ...]
    extent: Extent
    logged: list[Logged]
    rows: list[Any]  # the columns of the new entries, one after the other

    @classmethod
    def of(cls, at: Snapshot, now: datetime) -> Course:
        """Return a course that begins at a snapshot, with the clocks as at `now`. The snapshot's
        position may be ahead of its log by the entry that is about to be added."""
        assert at.position is not None
        budgets = at.budgets
        if at.since is None:
            budgets = clock.begin(at.control, len(at.players))
        elif budgets:
            budgets = clock.spend(
                at.control, budgets, at.ticking, milliseconds(at.since), milliseconds(now)
            )
        return cls(at, now, at.position, budgets, at.tail(), at.runs, at.extent, [], [])

    @property
    def ply(self) -> int:
        """Return the ply of the next entry."""
        return self.at.ply + len(self.logged)

    def add(self, entry: Entry, after: Position, before: frozenset[int]) -> None:
        """Add one entry. `before` are the seats that had to act. A seat whose turn has ended gets
        its increment, except a bot, whose clock does not run."""
        if self.budgets:
            passed = before - self.at.engine.to_act(after.state) - self.at.clockless
            self.budgets = clock.add(self.at.control, self.budgets, passed)
        clock_ms = self.budgets[entry.seat] if self.budgets and entry.seat is not None else None
        facts = {
            "table_id": self.at.id,
            "ply": self.ply,
            "seat": entry.seat,
            "code": entry.code,
            "at": self.now,
            "clock_ms": clock_ms,
        }
        link = hash_chain.link(self.tail, **facts)  # type: ignore[arg-type]
        self.rows += [
            self.at.id,
            self.ply,
            entry.seat,
            entry.code,
            fast_path.stored(self.now),
            clock_ms,
            self.tail,
            link,
        ]
        self.runs, self.extent = (
            turns.after(self.runs, self.ply, entry, self.now),
            self.extent.after(entry),
        )
        self.logged.append(Logged(entry, self.now, link, clock_ms))
        self.position, self.tail = after, link

    def settle(self) -> None:
        """Add entries until a player has a choice: deals and forced steps."""
        engine = self.at.engine
        while (entry := self._due()) is not None and self.extent.standing < log_limit.MAX_PLIES:
            before = engine.to_act(self.position.state)
            self.add(entry, replay.advance(engine, self.position, entry), before)

    def _due(self) -> Entry | None:
        engine = self.at.engine
        if cards := engine.chance(self.position.state):
            return Entry(None, replay.deal_code(self._shuffled(cards)))
        return replay.forced(engine, self.position)

    def _shuffled(self, cards: Sequence[str]) -> Sequence[str]:
        deals = sum(run.seat is None for run in self.runs)
        if deals == 0 and self.at.order == Order.SEATS:
            return sorted(cards)
        nonces = [player.nonce for player in self.at.players]
        return shuffle.shuffle(_secret(self.at.id), nonces, self.at.id, deals, tuple(cards))


def append(now_at: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime) -> Snapshot:
    """Write entries, each with the position after it, and all that follows; deliver the table.
    Without entries only what follows is written: the first deals, or the consequences of a player
    who left."""
    rows, result = _followed(now_at, steps, now)
    outcome, ends = _outcome(result), _ends(result)
    _write(rows, None if ends else result, now)
    if outcome is not None:
        return end(
            result, EndedBy.RULES, outcome.scores, endings.places(outcome.places, result.left), now
        )
    if ends:
        return break_off(result, now, stopped=False)
    _save_clocks(now_at, result)
    return _asked(committed(result, now_at if now_at.log else None), now)


def append_if_newest(
    newest: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime, seat: access.Proved
) -> Snapshot | None:
    """Do as `append` in one statement, which locks the row, checks version and seat, writes, and
    commits. None if nothing was written: the table or the seat has changed, or the game ends with
    these entries."""
    rows, result = _followed(newest, steps, now)
    if _ends(result) or not fast_path.write(rows, newest, result, now, seat):
        return None
    return _asked(committed(result, newest), now)


def _followed(
    now_at: Snapshot, steps: Sequence[tuple[Entry, Position]], now: datetime
) -> tuple[list[Any], Snapshot]:
    """Return the rows to be written, and the table after them."""
    course = Course.of(now_at, now)
    for entry, after in steps:
        course.add(entry, after, now_at.engine.to_act(course.position.state))
    course.settle()
    result = replace(
        now_at,
        status=Status.RUNNING,
        log=(*now_at.log, *course.logged),
        position=course.position,
        runs=course.runs,
        extent=course.extent,
        # Budgets belong to the moment of the newest entry.
        budgets=course.budgets if course.logged else now_at.budgets,
        ply=course.ply,
        version=now_at.version + 1,
        to_act=now_at.engine.to_act(course.position.state),
        draw_by=_lapsed(now_at.draw_by, steps[-1][0] if steps else None),
        breaks_off_at=None,
    )
    return course.rows, replace(result, flag_at=_flag_at(result), bot_at=pauses.bot_at(result, now))


def _asked(table: Snapshot, now: datetime) -> Snapshot:
    """Send a task to the bot that has to act, after the commit; return the table."""
    if table.bot_at is not None:
        wait = (table.bot_at - now).total_seconds()
        transaction.on_commit(
            partial(task_queue.ask, task_queue.PLAY, table.id, table.ply, countdown=wait),
            robust=True,
        )
    return table


def _outcome(at: Snapshot) -> Outcome | None:
    assert at.position is not None
    return at.engine.outcome(at.position.state)


def _ends(at: Snapshot) -> bool:
    """Return whether the game is over: by the rules, or because its log has the greatest length."""
    return _outcome(at) is not None or at.extent.standing >= log_limit.MAX_PLIES


def _lapsed(offers: str, entry: Entry | None) -> str:
    """Return the draw offers that remain after an entry: an offer lapses when another seat acts."""
    if not offers or entry is None:
        return offers
    return str(entry.seat) if str(entry.seat) in offers else ""


def _flag_at(snapshot: Snapshot) -> datetime | None:
    if not snapshot.budgets or snapshot.since is None:
        return None
    due = clock.flag_at(
        snapshot.control, snapshot.budgets, snapshot.ticking, milliseconds(snapshot.since)
    )
    return None if due is None else moment(due)


def _write(entries: list[Any], after: Snapshot | None, now: datetime) -> None:
    """Write the entries, and the table's row after them unless `after` is None. The row is
    locked."""
    with connection.cursor() as cursor:
        if after is not None:
            cursor.execute(
                f"UPDATE {fast_path.TABLE_SET} WHERE t.id = %s",
                [*fast_path.facts(after, now), after.id],
            )
        if entries:
            cursor.execute(
                f"INSERT INTO {fast_path.ACTION_COLUMNS} VALUES {fast_path.rows(entries)}", entries
            )


def _save_clocks(before: Snapshot, after: Snapshot) -> None:
    for number, left in enumerate(after.budgets):
        if before.budgets[number : number + 1] != (left,):
            Seat.objects.filter(table_id=after.id, number=number).update(clock_ms=left)


def _secret(table_id: str) -> bytes:
    """Return the table's secret. It is fetched for a deal only, and kept nowhere."""
    return bytes(Table.objects.values_list("secret", flat=True).get(pk=table_id))


def end(
    snapshot: Snapshot,
    by: EndedBy,
    scores: Sequence[int | None],
    places: Sequence[int | None],
    now: datetime,
    *,
    stopped: bool = False,
    walked: Collection[int] = (),
) -> Snapshot:
    """End a game that had begun.

    `stopped`: the end is not in the log, so the version is increased here. `walked`: the seats that
    have walked out.
    """
    budgets = _spent(snapshot, now) if stopped else snapshot.budgets
    _write_results(snapshot, scores, places, budgets, walked, now)
    players = tuple(
        _ended(player, scores[player.number], places[player.number], walked)
        for player in snapshot.players
    )
    changes: dict[str, Any] = {
        "status": Status.ENDED.value,
        "ended_by": by.value,
        "ended_at": now,
        "ply": snapshot.ply,
        "version": snapshot.version + stopped,
        "flag_at": None,
        "bot_at": None,
        "breaks_off_at": None,
        "draw_by": "",
        "abort_by": "",
    }
    counts = snapshot.rated and by != EndedBy.ABORT and len(players) > 1
    Table.objects.filter(pk=snapshot.id).update(
        **changes, to_act="", changed_at=now, rating_due=counts
    )
    if counts:
        transaction.on_commit(partial(task_queue.ask, task_queue.RATE), robust=True)
    transaction.on_commit(broadcast.ring_lobby, robust=True)
    telling.tell(telling.Event.ENDED, snapshot.id, _others(snapshot, by, places), None, now)
    return committed(
        replace(snapshot, **changes, to_act=NOBODY, players=players, budgets=budgets), None
    )


def _others(snapshot: Snapshot, by: EndedBy, places: Sequence[int | None]) -> list[int]:
    """Return the users to whom the end is news: neither the one who has just played, nor those who
    resigned, and nobody who played alone."""
    last = snapshot.log[-1].entry.seat if by == EndedBy.RULES else None
    return [
        player.user_id
        for player in snapshot.players
        if player.user_id is not None
        and player.number != last
        and (by != EndedBy.RESIGN or places[player.number] == 1 or player.left_by)
        and player.left_by != LeftBy.RESIGN
        and len(snapshot.players) > 1
    ]


def _spent(snapshot: Snapshot, now: datetime) -> tuple[int, ...]:
    """Return the budgets that are left in milliseconds; () without a clock."""
    if not snapshot.budgets or snapshot.since is None:
        return snapshot.budgets
    since, until = milliseconds(snapshot.since), milliseconds(now)
    spent = clock.spend(snapshot.control, snapshot.budgets, snapshot.ticking, since, until)
    return tuple(max(0, left) for left in spent)


def _write_results(
    snapshot: Snapshot,
    scores: Sequence[int | None],
    places: Sequence[int | None],
    budgets: Sequence[int],
    walked: Collection[int],
    now: datetime,
) -> None:
    for number, (score, place) in enumerate(zip(scores, places, strict=True)):
        clock_ms = budgets[number] if budgets else None
        facts: dict[str, Any] = {"score": score, "place": place, "clock_ms": clock_ms}
        Seat.objects.filter(table_id=snapshot.id, number=number).update(
            **facts | ({"walked_at": now} if number in walked else {})
        )


def _ended(player: Player, score: int | None, place: int | None, walked: Collection[int]) -> Player:
    return replace(player, score=score, place=place, walked=player.number in walked)


def break_off(
    snapshot: Snapshot, now: datetime, *, stopped: bool = True, walked: Collection[int] = ()
) -> Snapshot:
    """End a game without a result."""
    nothing = (None,) * len(snapshot.players)
    return end(snapshot, EndedBy.ABORT, nothing, nothing, now, stopped=stopped, walked=walked)


def answered_before(at: Snapshot) -> Snapshot:
    """Deliver a table that an earlier request committed, since its process may have died before
    that."""
    transaction.on_commit(partial(delivery.deliver, at.id, at.version), robust=True)
    return at


def committed(after: Snapshot, before: Snapshot | None) -> Snapshot:
    """Deliver a table after the commit.

    `before` is the table as it was; None if it has become one of its players' running tables, or is
    one no longer.
    """

    def deliver() -> None:
        snapshot_cache.remember(after)
        delivery.deliver(
            after.id,
            after.version,
            mover=_mover(after, before),
            passed=before is None or before.to_act != after.to_act,
            users=() if before is not None else after.users,
        )

    transaction.on_commit(deliver, robust=True)
    return after


def _mover(after: Snapshot, before: Snapshot | None) -> int | None:
    """Return the user who made the first of the new entries, if one did."""
    if before is None or len(after.log) == len(before.log):
        return None
    seat = after.log[len(before.log)].entry.seat
    return None if seat is None else after.players[seat].user_id
