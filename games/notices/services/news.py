"""News: items that people read on the site, and get as notices if they wish."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.services.removal import remove
from games.notices.models import Kind, News, What
from games.notices.services import record
from games.notices.validity import OFFERS, is_offered
from games.tables.live import presence
from games.tables.models import Table
from games.tables.services.events import Event, notify

KEPT = timedelta(days=90)
WAITING = (*OFFERS, What.INVITED, What.REMATCH)
"""Kinds of news that wait for an answer."""
NOTICES = {Event.INVITED: Kind.INVITATION, Event.REMATCH: Kind.REMATCH}
"""Events that go into the ledger at once; `scan` finds the others."""


def write(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Write an event into the news of users, or end what it ends: once a table, and one rematch of
    a game."""
    if event in (Event.SEEN, Event.ANSWERED):
        for user_id in users:
            mark_table_read(user_id=user_id, table_id=table_id, now=now)
    elif event == Event.LAPSED:
        lapsed = News.objects.filter(table=table_id, what__in=WAITING, read_at=None, user__in=users)
        lapsed.exclude(is_offered("what")).update(over=True)
    elif event.value in OFFERS:
        _write_offer(Kind(event.value), table_id, users, by, now)
    else:
        _write_event(event, table_id, users, by, now)


def _write_event(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    if event == Event.REMATCH:
        users = _not_yet_asked(table_id, users)
    what = What(event.value)
    News.objects.bulk_create(
        [News(user_id=user, table_id=table_id, what=what, by_id=by, at=now) for user in users],
        ignore_conflicts=True,
    )
    if event in NOTICES:
        for user in User.objects.filter(pk__in=users):
            record.write(user, NOTICES[event], table_id, now, by_id=by)


def _write_offer(
    kind: Kind, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Write an offer: as news for those who are not at the table, as a notice for all. A notice is
    written once until somebody acts."""
    here = presence.looking([(table_id, user) for user in users])
    away = [user for user in users if (table_id, user) not in here]
    what = What(kind.value)
    News.objects.filter(table=table_id, user__in=away, what=what, by=by).delete()
    News.objects.bulk_create(
        [News(user_id=user, table_id=table_id, what=what, by_id=by, at=now) for user in away]
    )
    ply, version = Table.objects.values_list("ply", "version").get(pk=table_id)
    for user in User.objects.filter(pk__in=users):
        record.write(user, kind, table_id, now, begun=ply, version=version, by_id=by)


@transaction.atomic
def add(
    *,
    users: Collection[int],
    what: str,
    facts: dict[str, Any],
    by: int | None,
    now: datetime,
    kind: str = "",
    subject: str = "",
) -> None:
    """Add an item about no table to the news of users, in place of one with the same facts. With a
    subject `scan` writes notices, one for each subject and kind."""
    same = News.objects.filter(user__in=users, table=None, what=what, by=by)
    _with(same, facts).delete()
    News.objects.bulk_create(
        [
            News(user_id=user, what=what, facts=facts, by_id=by, at=now, kind=kind, subject=subject)
            for user in users
        ]
    )
    notify(users)


def lapse(*, what: str, facts: dict[str, Any], by: int | None) -> None:
    """Mark an item about no table as over, for all users."""
    _with(News.objects.filter(table=None, what=what, by=by, over=False), facts).update(over=True)


def _with(rows: QuerySet[News], facts: dict[str, Any]) -> QuerySet[News]:
    """Return the rows with these facts."""
    return rows.filter(**{f"facts__{name}": value for name, value in facts.items()})


def add_decision(user_id: int, now: datetime) -> None:
    """Add a moderator's decision to a user's news."""
    News.objects.create(user_id=user_id, what=What.DECIDED, at=now)
    notify([user_id])


def _not_yet_asked(table_id: str, users: Collection[int]) -> list[int]:
    """Return the users whom nobody has asked for a rematch of the same game, also one that was
    closed."""
    before = Table.objects.values_list("rematch_of", flat=True).get(pk=table_id)
    asked = News.objects.filter(table__rematch_of=before, what=What.REMATCH, user__in=users)
    return [user for user in users if user not in set(asked.values_list("user_id", flat=True))]


def mark_read(*, user_id: int, until: int, now: datetime) -> int:
    """Mark a user's news up to an item as read; return the number."""
    return News.objects.filter(user=user_id, pk__lte=until, read_at=None).update(read_at=now)


def mark_table_read(*, user_id: int, table_id: str, now: datetime) -> int:
    """Mark a user's news about a table as read; return the number. Frequent, so it does not write
    without news."""
    news = News.objects.filter(user=user_id, table=table_id, read_at=None)
    if not news.exists():
        return 0
    notify([user_id])
    return news.update(read_at=now)


def mark_facts_read(
    *, user_id: int | None, what: str, facts: dict[str, Any], now: datetime
) -> None:
    """Mark a user's items with these facts as read."""
    if user_id is None:
        return
    rows = _with(News.objects.filter(user=user_id, table=None, what=what, read_at=None), facts)
    if rows.exists() and rows.update(read_at=now):
        notify([user_id])


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 1000) -> int:
    """Delete news older than `after`; return the number."""
    return remove(News.objects.filter(at__lt=now - after), limit)
