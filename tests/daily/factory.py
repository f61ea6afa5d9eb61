"""Games of deals that have ended, told in one line each."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.daily import services
from games.daily.models import Deal, Entry
from games.tables.models import Action, Seat, Table
from games.tables.state import snapshot_cache

SECOND = timedelta(seconds=1)


def person(name: str, *, guest: bool = False) -> User:
    username = f"-{name}" if guest else name
    return User.objects.create_user(username, password=None, is_guest=guest)


def begun(deal: Deal, user: User, now: datetime) -> Table:
    """Return the user's table of a deal, just begun."""
    return services.begin(deal=deal, user=user, now=now)


def ended(
    deal: Deal,
    user: User,
    mine: int | None,
    theirs: int | None = 40,
    *,
    first: str = "",
    now: datetime,
    settle: bool = True,
) -> Entry:
    """Return the user's entry of a deal whose table has ended with these scores; None: given up.
    Nothing was played at it but perhaps a first choice."""
    table = begun(deal, user, now)
    by = "resign" if mine is None else "rules"
    if first:
        # The hash chain is not asked for in these tests.
        Action.objects.create(
            table=table, ply=table.ply + 90, seat=0, code=first, at=now, prev="", hash=""
        )
    Table.objects.filter(pk=table.pk).update(
        status="ended", ended_by=by, ended_at=now, to_act="", bot_at=None, version=table.version + 9
    )
    won = mine is not None and (theirs is None or mine >= theirs)
    seats = Seat.objects.filter(table=table)
    seats.filter(number=0).update(score=mine, place=1 if won else 2, ended_at=now)
    other = None if mine is None else theirs
    seats.exclude(number=0).update(score=other, place=2 if won else 1, ended_at=now)
    snapshot_cache.forget()
    if settle:
        services.settle(now=now + SECOND, deal=deal)
    return Entry.objects.get(deal=deal, user=user)
