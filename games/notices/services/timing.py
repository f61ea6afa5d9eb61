"""The decision whether a due notice is sent now, later or never."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from games.community.people import selectors as people
from games.community.people.models import Kind as Tied
from games.notices import about_items, validity
from games.notices.grid import TOPICS, Grid, Topic, When
from games.notices.models import Kind, Notice, State, Where, Why
from games.notices.quiet_hours import quiet_until
from games.notices.selectors import TO_ACT, is_unhurried
from games.notices.validity import OF_A_TURN, OF_NO_TABLE, OFFERS
from games.tables.live import presence
from games.tables.models import Seat, Status

LOOK_AGAIN = timedelta(seconds=20)  # while the user looks at the table


def among(notices: Iterable[Notice]) -> QuerySet[Notice]:
    """Return these notices as rows."""
    return Notice.objects.filter(pk__in=[notice.pk for notice in notices])


def same_place(notice: Notice) -> QuerySet[Notice]:
    """Return the waiting notices for the place of a notice."""
    places = {"user": notice.user_id, "where": notice.where, "target": notice.target}
    return Notice.objects.filter(**places, state=State.WAITING)


def is_news(notice: Notice, now: datetime) -> bool:
    """Return whether to send a notice now; drop one that no longer holds, postpone one that must
    wait."""
    when = wish(notice)
    if when == When.OFF or not notice.user.is_active:
        return _drop(notice, Why.OFF)
    if not still_true(notice):
        return _drop(notice, Why.PASSED)
    table_id = notice.table_id or about_items.table_of(notice)
    if notice.kind == Kind.ROUND and _is_in_turn_notice(notice, table_id):
        return _drop(notice, Why.TOLD)
    if table_id and presence.is_looking(table_id, notice.user_id):
        # a user who leaves without a move gets it, unless it was for a digest
        if notice.kind in (*OF_A_TURN, *OFFERS) and when == When.NOW:
            return _postpone(notice, now + LOOK_AGAIN, Why.LOOKING)
        return _drop(notice, Why.SEEN)
    quiet = None if notice.kind == Kind.LOW else quiet_until(notice.user, now)
    if quiet is not None:
        return _postpone(notice, quiet, Why.HELD)
    return not _waits_for_place(notice, now)


def _is_in_turn_notice(notice: Notice, table_id: str | None) -> bool:
    """Return whether the user must act in the first game of a round, and gets a notice of that."""
    seat = Seat.objects.filter(TO_ACT, table=table_id, user=notice.user_id).select_related("table")
    if table_id is None or (mine := seat.first()) is None:
        return False
    topic = Topic.TURN if is_unhurried(mine.table.time_control) else Topic.LIVE
    return Grid.of(notice.user.wishes).when(topic, Where(notice.where)) != When.OFF


def wish(notice: Notice) -> When:
    """Return when the user wants such a notice."""
    return Grid.of(notice.user.wishes).when(TOPICS[Kind(notice.kind)], Where(notice.where))


def _drop(notice: Notice, why: Why) -> bool:
    among([notice]).filter(state=State.WAITING).update(state=State.DROPPED, error=why)
    return False


def _postpone(notice: Notice, moment: datetime, why: str) -> bool:
    facts: dict[str, Any] = {"due_at": moment, "error": why}
    among([notice]).filter(state=State.WAITING).update(**facts)
    return False


def _waits_for_place(notice: Notice, now: datetime) -> bool:
    """Postpone a notice to a device or webhook that has just failed; return whether it has."""
    if not notice.target:
        return False
    tried = same_place(notice).filter(tries__gt=0, due_at__gt=now).order_by("-due_at")
    until = tried.values_list("due_at", flat=True).first()
    if until is not None:
        _postpone(notice, until, Why.RESTS)
    return until is not None


def still_true(notice: Notice) -> bool:
    """Return whether a notice still holds."""
    if not among([notice]).filter(validity.still_true([notice.kind])).exists():
        return False
    if notice.kind in OF_NO_TABLE:
        return about_items.holds(notice)
    return notice.kind != Kind.OPENED or _invites_followers(notice)


def _invites_followers(notice: Notice) -> bool:
    """Return whether the table is still open to all, its host still followed, and nobody there
    apart from the user."""
    table = notice.at
    sit = set(
        Seat.objects.filter(table=table, user__isnull=False).values_list("user_id", flat=True)
    )
    return (
        table.status == Status.OPEN
        and not table.private
        and notice.by_id in sit & people.tied_to(notice.user_id, Tied.FOLLOW)
        and not sit & people.apart(notice.user_id)
    )
