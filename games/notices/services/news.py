"""News: items that people read on the site, and elsewhere if they wish."""

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
TOLD = {Event.INVITED: Kind.INVITATION, Event.REMATCH: Kind.REMATCH}
"""Events that go into the ledger at once. Ends of games are found later (`finding`)."""


def write(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Write an event into the news of these users, or what it ends: each once a table, and the wish
    for a rematch of one game once."""
    if event in (Event.SEEN, Event.ANSWERED):
        for user_id in users:
            read_of(user_id=user_id, table_id=table_id, now=now)
    elif event == Event.LAPSED:
        lapsed = News.objects.filter(table=table_id, what__in=WAITING, read_at=None, user__in=users)
        lapsed.exclude(is_offered("what")).update(over=True)
    elif event.value in OFFERS:
        _offered(Kind(event.value), table_id, users, by, now)
    else:
        _happened(event, table_id, users, by, now)


def _happened(
    event: Event, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    if event == Event.REMATCH:
        users = _not_asked_before(table_id, users)
    what = What(event.value)
    News.objects.bulk_create(
        [News(user_id=user, table_id=table_id, what=what, by_id=by, at=now) for user in users],
        ignore_conflicts=True,
    )
    if event in TOLD:
        for user in User.objects.filter(pk__in=users):
            record.write(user, TOLD[event], table_id, now, by_id=by)


def _offered(
    kind: Kind, table_id: str, users: Collection[int], by: int | None, now: datetime
) -> None:
    """Tell users what somebody offers them. Who looks at the table sees it there, and is told
    elsewhere after leaving without an answer; it is news to the others, whatever was before. The
    same offer is told elsewhere once before somebody acts."""
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
def told(
    *,
    users: Collection[int],
    what: str,
    facts: dict[str, Any],
    by: int | None,
    now: datetime,
    kind: str = "",
    subject: str = "",
) -> None:
    """Add something that is about no table to the news of these users, in a transaction of its own.
    The same again replaces what they had of it. With a subject they are told elsewhere too, once
    of each subject and kind: `scan` finds it."""
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
    """Mark news that is about no table as no news any more, for everybody who has it."""
    _with(News.objects.filter(table=None, what=what, by=by, over=False), facts).update(over=True)


def _with(rows: QuerySet[News], facts: dict[str, Any]) -> QuerySet[News]:
    """Return the rows that have these facts."""
    return rows.filter(**{f"facts__{name}": value for name, value in facts.items()})


def decided(user_id: int, now: datetime) -> None:
    """Add a moderator's decision to a user's news."""
    News.objects.create(user_id=user_id, what=What.DECIDED, at=now)
    notify([user_id])


def _not_asked_before(table_id: str, users: Collection[int]) -> list[int]:
    """Return those whom nobody has asked yet for a rematch of the same game: a rematch that is
    closed and opened again and again is told once."""
    before = Table.objects.values_list("rematch_of", flat=True).get(pk=table_id)
    told = News.objects.filter(table__rematch_of=before, what=What.REMATCH, user__in=users)
    return [user for user in users if user not in set(told.values_list("user_id", flat=True))]


def read(*, user_id: int, until: int, now: datetime) -> int:
    """Mark the news of a user as read, up to the item with this number; return how many."""
    return News.objects.filter(user=user_id, pk__lte=until, read_at=None).update(read_at=now)


def read_of(*, user_id: int, table_id: str, now: datetime) -> int:
    """Mark the news of a user about a table as read; return how many. Pages ask for it again and
    again, so nothing is written where there is none."""
    news = News.objects.filter(user=user_id, table=table_id, read_at=None)
    if not news.exists():
        return 0
    notify([user_id])
    return news.update(read_at=now)


def read_about(*, user_id: int | None, what: str, facts: dict[str, Any], now: datetime) -> None:
    """Mark what a user was told with these facts as read: its page was opened."""
    if user_id is None:
        return
    rows = _with(News.objects.filter(user=user_id, table=None, what=what, read_at=None), facts)
    if rows.exists() and rows.update(read_at=now):
        notify([user_id])


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 1000) -> int:
    """Delete news of that age; return the number of items."""
    return remove(News.objects.filter(at__lt=now - after), limit)
