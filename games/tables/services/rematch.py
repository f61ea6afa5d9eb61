"""Rematches: the same again with the seats rotated. A seat is kept for each player of the game
before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.people.selectors import any_apart
from games.kernel.seats import seat_order
from games.tables import access
from games.tables.board import terms
from games.tables.errors import NotPossible, NotYourSeat
from games.tables.models import Invitation, Order, Status, Table
from games.tables.services.commit import committed
from games.tables.services.events import Event, tell
from games.tables.services.invite import decline
from games.tables.services.open_table import opened
from games.tables.services.sit import sit
from games.tables.state import circles, people, series, snapshot_cache
from games.tables.state.requirements import Asks
from games.tables.state.snapshot import Snapshot

SAME = (
    "game",
    "options",
    "seat_count",
    "time_control",
    "sleepless",
    "silent",
    "lensless",
    "rated",
)
"""The columns that a rematch has from the game before."""


@transaction.atomic
def rematch(
    *, table_id: str, user: User, nonce: str = "", origin: str = "", now: datetime
) -> Table:
    """Return a table with the same terms and the seats rotated: the first player who asks opens it,
    the others are told, and sit down at it. Raises TableError."""
    before = _ended(table_id, user)
    if before.rematch_id is not None:
        sit(table_id=before.rematch_id, user=user, nonce=nonce, origin=origin, now=now)
        return access.find(before.rematch_id)
    if before.rated and user.is_guest:
        raise NotPossible(terms.unrated_reason(before.seat_count, before.control, True))
    others = {player.user_id for player in before.players if player.user_id is not None}
    if any_apart(user.pk, others - {user.pk}):
        raise NotPossible(_("There is no rematch of this game just now."))
    table = _asked(before, user, nonce, origin, now)
    Table.objects.filter(pk=before.id).update(version=before.version + 1)
    again = people.rematch(before.id)
    committed(replace(before, version=before.version + 1, rematch=again), None)
    return table


@transaction.atomic
def decline_rematch(*, table_id: str, user: User, now: datetime) -> None:
    """Decline a rematch. Raises TableError."""
    before = _ended(table_id, user)
    if before.rematch_id is not None:
        decline(table_id=before.rematch_id, user=user, now=now)


def _ended(table_id: str, user: User) -> Snapshot:
    access.lock(table_id)
    before = snapshot_cache.locked_at(table_id)
    if before.player(user.pk) is None:
        raise NotYourSeat(_("Only those who played here can ask for a rematch."))
    if before.deal:
        raise NotPossible(_("These cards are played once."))
    if before.status != Status.ENDED or not before.log:
        raise NotPossible(_("The game has not ended yet."))
    return before


def _asked(before: Snapshot, user: User, nonce: str, origin: str, now: datetime) -> Table:
    facts, circle = _terms(before), circles.of_table(before.id, before.asks)
    if circle is not None and circle in circles.of_user(user.pk):
        facts |= {"asks": Asks(members=True).stored, "private": circle.private}
    else:
        circle = None
    seats, bots = _rotated(before), [player for player in before.players if player.bot]
    mine = next(player for player in before.players if player.user_id == user.pk)
    table = opened(
        user,
        seats[mine.number],
        nonce,
        origin,
        {seats[bot.number]: bot.bot for bot in bots},
        now,
        called={seats[bot.number]: bot.called for bot in bots},
        **facts,
    )
    if circle is not None:
        circles.add(table.pk, circle.key)
    others = {
        player.user_id: seats[player.number]
        for player in before.players
        if player.user_id not in (None, user.pk) and not player.closed
    }
    Invitation.objects.bulk_create(
        Invitation(table=table, user_id=other, by=user, seat=seat, at=now)
        for other, seat in others.items()
    )
    tell(Event.REMATCH, table.id, [other for other in others if other is not None], user.pk, now)
    return table


def _terms(before: Snapshot) -> dict[str, Any]:
    """Return the columns of the rematch, with the score of the series."""
    facts = {name: getattr(before, name) for name in SAME}
    won = series.added(before.series, [player.key for player in before.players], before.places)
    facts |= {"ruleset": before.engine.ruleset, "order": Order.SEATS, "private": True}
    return facts | {"rematch_of_id": before.id, "series": won}


def _rotated(before: Snapshot) -> dict[int, int]:
    """Return the new seat of each seat at the rematch, where turns go by seat number: the seat that
    went first goes last."""
    order = seat_order(before.log[0].entry.code.split(" ")[1:])
    return {seat: (place - 1) % len(order) for place, seat in enumerate(order)}
