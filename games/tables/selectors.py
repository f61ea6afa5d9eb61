"""Queries of tables for lists. They read rows only, never cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from games.registry import engines
from games.tables.models import Answer, Invitation, Seat, Status, Table
from games.tables.state import requirements


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table of one user: the user's seat, the names at the other seats, whether it is the user's
    turn, and until when the user has hidden it."""

    table: Table
    seat: int
    others: tuple[str, ...]
    my_turn: bool
    hidden_until: datetime | None = None


def open_tables(game: str | None = None) -> QuerySet[Table]:
    """Return the public tables with a free seat, newest first, each with its creator's row; those
    of circles are for their members. A table starts when its last seat is taken, so every open one
    has a free seat."""
    tables = Table.objects.filter(status=Status.OPEN, private=False, game__in=engines().keys())
    tables = tables.exclude(asks__endswith=requirements.MEMBERS)
    if game:
        tables = tables.filter(game=game)
    return tables.select_related("creator").order_by("-created_at", "id")


def versions(table_ids: Collection[str]) -> dict[str, int]:
    """Return the version of each of these tables, by id. One query."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def lobby_mark() -> Any:
    """Return a value that changes when a table opens, closes or changes in the lobby. One query."""
    open_now = Table.objects.filter(status=Status.OPEN, private=False)
    return open_now.aggregate(count=Count("pk"), changed_at=Max("changed_at"))


def tables_of(user: User) -> list[MyTable]:
    """Return the user's running and open tables: those with the user's turn first, then by the
    latest change. Two queries."""
    wanted = (Status.RUNNING, Status.OPEN)
    seats = (
        Seat.objects.filter(
            user=user,
            ended_at=None,
            table__status__in=wanted,
            table__game__in=engines().keys(),
        )
        .select_related("table", "table__creator")
        .order_by("-table__changed_at")
    )
    names: dict[str, list[str]] = {}
    for seat in (
        Seat.objects.filter(table__in=[seat.table_id for seat in seats])
        .exclude(user=user)
        .select_related("user", "table")
        .order_by("number")
    ):
        names.setdefault(seat.table_id, []).append(seat.name)
    mine = [
        MyTable(
            seat.table,
            seat.number,
            tuple(names.get(seat.table_id, ())),
            seat.number in seat.table.acting,
            seat.hidden_until,
        )
        for seat in seats
    ]
    return sorted(mine, key=lambda my: not my.my_turn)


def invited(user: User) -> list[str]:
    """Return the ids of open tables to which a user is invited. One query."""
    asked = Invitation.objects.filter(user=user, answer=Answer.NONE, table__status=Status.OPEN)
    return list(asked.order_by("-at", "pk").values_list("table", flat=True)[:100])


def any_of(parts: Sequence[QuerySet[Any]]) -> RawSQL:
    """Return the rows of all these queries, for `in`; each has a limit of its own, so that of lists
    without end no more is read than is shown."""
    statements = [part.query.sql_with_params() for part in parts]
    union = " UNION ALL ".join(
        f"SELECT * FROM ({sql}) part{number}" for number, (sql, _) in enumerate(statements)
    )
    return RawSQL(union, [value for _, values in statements for value in values])


def has_played(user_id: int, game: str) -> bool:
    """Return whether a user has sat at a table of this game until it ended."""
    ended = Seat.objects.filter(user_id=user_id, ended_at__isnull=False)
    if ended.filter(listed=game, listed__gt="").exists():  # one look into an index
        return True
    return ended.filter(table__game=game, table__started_at__isnull=False).exists()
