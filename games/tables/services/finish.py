"""End a game that has begun: its results, and the news of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When

from games.epoch import milliseconds
from games.kernel import clock
from games.kernel.seats import NOBODY
from games.tables.live import broadcast
from games.tables.models import EndedBy, LeftBy, Seat, Status, Table
from games.tables.services import events, offers, task_queue
from games.tables.services.commit import committed
from games.tables.state.player import Player
from games.tables.state.snapshot import Snapshot


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
    listed = "" if by == EndedBy.ABORT or snapshot.private else snapshot.game
    _write_results(snapshot, scores, places, budgets, walked, {"ended_at": now, "listed": listed})
    players = tuple(
        _ended(player, scores[player.number], places[player.number], walked)
        for player in snapshot.players
    )
    changes = _changes(snapshot, by, snapshot.version + stopped, now)
    counts = snapshot.rated and by != EndedBy.ABORT and len(players) > 1
    # A rating that moves would tell who has won while others play the same cards.
    counts = counts and (snapshot.sealed_until is None or snapshot.sealed_until <= now)
    Table.objects.filter(pk=snapshot.id).update(
        **changes, to_act="", changed_at=now, rating_due=counts
    )
    if counts:
        transaction.on_commit(lambda: task_queue.send(task_queue.RATE), robust=True)
    transaction.on_commit(broadcast.notify_lobby, robust=True)
    ended = replace(snapshot, **changes, to_act=NOBODY, players=players, budgets=budgets)
    offers.lapse(snapshot, ended, now)
    events.tell(events.Event.ENDED, snapshot.id, _others(snapshot, by, places), None, now)
    return committed(ended, None)


def _changes(snapshot: Snapshot, by: EndedBy, version: int, now: datetime) -> dict[str, Any]:
    """Return the new values that a table's row and its snapshot share."""
    return {
        "status": Status.ENDED.value,
        "ended_by": by.value,
        "ended_at": now,
        "ply": snapshot.ply,
        "version": version,
        "flag_at": None,
        "bot_at": None,
        "breaks_off_at": None,
        "draw_by": "",
        "abort_by": "",
        "undo_by": "",
        "slow_by": "",
    }


def _others(snapshot: Snapshot, by: EndedBy, places: Sequence[int | None]) -> list[int]:
    """Return the users to whom the end is news: not the one who has just played, nor those who
    resigned, nor a solo player."""
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
    spent = clock.spend(
        snapshot.control, snapshot.budgets, snapshot.spending, since, until, snapshot.awake
    )
    return tuple(max(0, left) for left in spent)


def _write_results(
    snapshot: Snapshot,
    scores: Sequence[int | None],
    places: Sequence[int | None],
    budgets: Sequence[int],
    walked: Collection[int],
    end: dict[str, Any],
) -> None:
    """Write the results of all seats. `end`: the columns that they share."""
    for number, (score, place) in enumerate(zip(scores, places, strict=True)):
        clock_ms = budgets[number] if budgets else None
        facts = end | {"score": score, "place": place, "clock_ms": clock_ms}
        if number in walked:
            facts["walked_at"] = end["ended_at"]
        Seat.objects.filter(table_id=snapshot.id, number=number).update(**facts)


def _ended(player: Player, score: int | None, place: int | None, walked: Collection[int]) -> Player:
    return replace(player, score=score, place=place, walked=player.number in walked)


def break_off(
    snapshot: Snapshot, now: datetime, *, stopped: bool = True, walked: Collection[int] = ()
) -> Snapshot:
    """End a game without a result."""
    nothing = (None,) * len(snapshot.players)
    return end(snapshot, EndedBy.ABORT, nothing, nothing, now, stopped=stopped, walked=walked)


def copy_ends(*, limit: int = 5_000) -> int:
    """Copy to seats that their tables have ended, where that is missing: a process of an earlier
    release may have ended some while the site was brought up to date. Return their number."""
    missing = Seat.objects.filter(
        ended_at=None, table__status=Status.ENDED, table__ended_at__isnull=False
    )
    table = Table.objects.filter(pk=OuterRef("table"))
    hidden = Q(private=True) | Q(ended_by__in=(EndedBy.ABORT, EndedBy.CLOSED))
    listed = Case(When(hidden, then=Value("")), default=F("game"))
    return Seat.objects.filter(pk__in=list(missing.values_list("pk", flat=True)[:limit])).update(
        ended_at=Subquery(table.values("ended_at")),
        listed=Subquery(table.annotate(listed=listed).values("listed")),
    )
