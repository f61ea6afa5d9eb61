"""Wishes: which notices a user gets by mail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import TurnMail, User
from games.notices import due
from games.notices.links import Stop
from games.notices.models import Kind, Notice, State
from games.notices.selectors import TO_ACT
from games.tables import services as tables
from games.tables.models import Seat

# fields of a user
WISHES = (
    "turn_mail",
    "over_mail",
    "invitation_mail",
    "goes_on",
    "bots_pause",
    "mail_zone",
    "mail_language",
)


@transaction.atomic
def choose(*, user: User, wishes: Mapping[str, Any], now: datetime) -> None:
    """Keep a user's wishes. A user who switches mails on sees the tables that wait at that moment:
    only later ones are told."""
    before = User.objects.select_for_update().get(pk=user.pk)
    User.objects.filter(pk=user.pk).update(
        **{name: wishes[name] for name in WISHES if name in wishes}
    )
    user.refresh_from_db()
    if before.turn_mail == TurnMail.OFF != user.turn_mail:
        for seat in Seat.objects.filter(TO_ACT, user=user).select_related("table"):
            _told(user, seat, Kind.TURN, due.begun(seat.table_id, seat.number), now)
    if user.over_mail and not before.over_mail:
        for seat in Seat.objects.filter(user=user, ended_at__gt=now - due.NEWS).select_related(
            "table"
        ):
            _told(user, seat, Kind.OVER, 0, now)
    waiting = Notice.objects.filter(user=user, kind=Kind.TURN, state=State.WAITING)
    waiting.update(due_at=due.due_at(user, now))
    if user.bots_pause != before.bots_pause:
        heed = partial(tables.heed_wish, user_id=user.pk, now=now)
        transaction.on_commit(heed, robust=True)


def _told(user: User, seat: Seat, kind: Kind, begun: int, now: datetime) -> None:
    settled = {"version": seat.table.version, "state": State.DROPPED, "due_at": now}
    Notice.objects.get_or_create(
        user=user, table=seat.table, kind=kind, begun=begun, defaults=settled
    )


def stop(asked: Stop, *, daily: bool = False) -> None:
    """Stop the mails of one kind, or make them one a day, as a link in a mail asks for."""
    change: dict[Kind, dict[str, object]] = {
        Kind.TURN: {"turn_mail": TurnMail.DAILY if daily else TurnMail.OFF},
        Kind.OVER: {"over_mail": False},
        Kind.IDLE: {"over_mail": False},
        Kind.INVITATION: {"invitation_mail": False},
        Kind.REMATCH: {"invitation_mail": False},
    }
    users = User.objects.filter(pk=asked.user_id)
    if daily:
        users = users.filter(turn_mail=TurnMail.NOW)  # an old link does not start mails again
    users.update(**change[asked.kind])
