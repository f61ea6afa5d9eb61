"""Converting a live game to correspondence when all agree: from the next entry on another time
control counts, with new budgets. The row keeps that entry, so the clocks can be proved."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games.kernel import clock
from games.tables.errors import NotPossible
from games.tables.models import Table
from games.tables.services import hours
from games.tables.services.commit import committed, published
from games.tables.services.flag import after_flags
from games.tables.services.lock_running import lock_running
from games.tables.services.log import flag_at
from games.tables.services.offers import lapse, offer
from games.tables.state.conversion import SLOW, stored
from games.tables.state.player import Player
from games.tables.state.snapshot import Snapshot


@published
@after_flags
@transaction.atomic
def slow_down(
    *,
    table_id: str,
    user_id: int | None,
    now: datetime,
    agree: bool = True,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Offer to go on by correspondence, agree to it, or decline and withdraw it (`agree` False).
    Bots agree with the people. An offer lapses with the next entry. Raises TableError."""
    before, seat = lock_running(table_id, user_id, now, stamp)
    if before.slowed or before.control.kind == "correspondence":
        return before  # a form that came twice
    if before.control.kind != "live" or before.deal:
        raise NotPossible(_("Only a live game can be continued by correspondence."))
    if not agree:
        return offer(before, seat, now, slow_by="")
    agreed = "".join(sorted({*before.slow_by, str(seat)}))
    if any(str(other) not in agreed for other in before.people):
        return offer(before, seat, now, slow_by=agreed)
    return _slowed(before, now)


def _slowed(before: Snapshot, now: datetime) -> Snapshot:
    budgets = clock.begin(clock.stored(SLOW), len(before.players))
    after = replace(
        before,
        time_control=SLOW,
        slowed=stored(before.time_control, before.ply),
        slow_by="",
        players=_asleep(before),
        budgets=budgets,
        version=before.version + 1,
    )
    after = replace(after, flag_at=flag_at(after))
    Table.objects.filter(pk=after.id).update(
        time_control=after.time_control,
        slowed=after.slowed,
        slow_by="",
        version=after.version,
        flag_at=after.flag_at,
    )
    table = Table.objects.get(pk=after.id)
    for seat in table.seats.order_by("number"):
        table.seats.filter(pk=seat.pk).update(clock_ms=budgets[seat.number])
    lapse(before, after, now)
    return committed(after, before)


def _asleep(before: Snapshot) -> tuple[Player, ...]:
    """Write the players' hours of sleep since the beginning into the seats, as at the start of a
    game by correspondence; return the players."""
    assert before.started_at is not None
    table = Table(id=before.id, time_control=SLOW, sleepless=before.sleepless)
    hours.at_start(table, before.started_at)
    sleeps = dict(table.seats.values_list("number", "sleeps"))
    return tuple(replace(player, sleeps=sleeps[player.number]) for player in before.players)
