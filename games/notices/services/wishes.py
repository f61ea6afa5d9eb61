"""Preferences about notices, pages and bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from games.notices import due
from games.notices.grid import TOPICS, Grid, Topic, When
from games.notices.mail_links import Stop
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.selectors import BY_CORRESPONDENCE, LIVE, TO_ACT
from games.tables import services as tables
from games.tables.models import Seat
from games.tables.state import current_turn

PLAY = ("goes_on", "bots_pause", "finishes_turns")
ABOUT = ("daily_at", "quiet", "mail_zone", "mail_language")
"""Fields of a user that belong to the grid."""


@transaction.atomic
def choose(*, user: User, wishes: Mapping[str, Any], now: datetime) -> None:
    """Store a user's preferences about pages and bots."""
    before = User.objects.select_for_update().get(pk=user.pk)
    User.objects.filter(pk=user.pk).update(**{name: wishes[name] for name in PLAY})
    user.refresh_from_db()
    if user.bots_pause != before.bots_pause:
        heed = partial(tables.heed_wish, user_id=user.pk, now=now)
        transaction.on_commit(heed, robust=True)


def finish_turns(*, user_id: int, wanted: bool) -> None:
    """Store whether pages take the last step of a user's turn if it is forced."""
    User.objects.filter(pk=user_id).update(finishes_turns=wanted)


@transaction.atomic
def ask(
    *,
    user: User,
    cells: Mapping[tuple[Topic, Where], When],
    about: Mapping[str, Any],
    now: datetime,
) -> None:
    """Store a user's preferences about notices. A topic that is switched on starts with later
    events; waiting notices get their new times."""
    before = User.objects.select_for_update().get(pk=user.pk)
    old = grid = Grid.of(before.wishes)
    for (topic, where), when in cells.items():
        grid = grid.but(topic, where, when)
    kept = {name: about[name] for name in ABOUT if name in about}
    User.objects.filter(pk=user.pk).update(wishes=grid.letters, **kept)
    user.refresh_from_db()
    changed = list(grid.changes(old))
    _mark_existing(
        user, {topic for topic, where in changed if old.when(topic, where) == When.OFF}, now
    )
    _reschedule(user, before, changed, now)


def _mark_existing(user: User, topics: Iterable[Topic], now: datetime) -> None:
    """Mark existing events of topics that were switched on."""
    mine = Seat.objects.filter(user=user).select_related("table")
    turns = {Topic.TURN: (Kind.TURN, BY_CORRESPONDENCE), Topic.LIVE: (Kind.LIVE, LIVE)}
    for topic in topics:
        if topic in turns:
            kind, pace = turns[topic]
            for seat in mine.filter(TO_ACT, pace):
                _mark(user, seat, kind, current_turn.begun(seat.table_id, seat.number), now)
        elif topic == Topic.OVER:
            for seat in mine.filter(ended_at__gt=now - due.NEWS):
                _mark(user, seat, Kind.OVER, 0, now)


def _mark(user: User, seat: Seat, kind: Kind, begun: int, now: datetime) -> None:
    event = {"user": user, "table": seat.table, "kind": kind, "begun": begun}
    if not Notice.objects.filter(**event).exists():
        mark = Notice(**event, version=seat.table.version, due_at=now, made_at=now)
        mark.state, mark.error = State.DROPPED, Why.BEFORE
        Notice.objects.bulk_create([mark], ignore_conflicts=True)


def _reschedule(
    user: User, before: User, changed: Iterable[tuple[Topic, Where]], now: datetime
) -> None:
    """Give waiting notices their new times, if their cell, the daily time, the quiet hours or the
    time zone changed. Tried ones keep their pause."""
    cells, grid = set(changed), Grid.of(user.wishes)
    moved = due.zone_of(user) != due.zone_of(before)
    for notice in Notice.objects.filter(user=user, state=State.WAITING, tries=0):
        cell = TOPICS[Kind(notice.kind)], Where(notice.where)
        when = grid.when(*cell)
        daily = when == When.DAILY and (moved or user.daily_at != before.daily_at)
        held = notice.error == Why.HELD and (moved or user.quiet != before.quiet)
        if cell in cells or daily or held:
            waits = Notice.objects.filter(pk=notice.pk, state=State.WAITING)
            waits.update(due_at=due.due_at(when, user, now), error="")


@transaction.atomic
def stop(scope: Stop, *, daily: bool = False) -> None:
    """Stop the mails of some kinds, or make them daily, by a link in a mail."""
    user = User.objects.select_for_update().filter(pk=scope.user_id).first()
    if user is None:
        return
    grid = Grid.of(user.wishes)
    for topic in {TOPICS[kind] for kind in scope.kinds}:
        if not daily:
            grid = grid.but(topic, Where.MAIL, When.OFF)
        elif grid.when(topic, Where.MAIL) == When.NOW:  # an old link starts no mails again
            grid = grid.but(topic, Where.MAIL, When.DAILY)
    User.objects.filter(pk=user.pk).update(wishes=grid.letters)
