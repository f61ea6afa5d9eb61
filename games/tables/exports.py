"""Own data of a person in this app. Of a game that runs, or whose cards are sealed, there is what
its player may see, and no transcript: that holds every card."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source, of_rows
from games.registry import engines
from games.tables.board import presenter
from games.tables.errors import TableError
from games.tables.models import Invitation, Plan, Seat, Status, Table
from games.tables.proof import claims, fairness

CHUNK = 200  # seats that are in memory at a time
OF_TABLE = (
    *("game", "options", "seat_count", "time_control", "rated", "private", "status"),
    *("ended_by", "deal", "created_at", "started_at", "ended_at"),
)
OF_SEAT = ("number", "score", "place", "left_by", "walked_at", "hints", "origin")


def _seats(user_id: int) -> QuerySet[Seat]:
    others = Prefetch("table__seats", Seat.objects.order_by("number").select_related("user"))
    found = Seat.objects.filter(user=user_id).select_related("table").prefetch_related(others)
    return found.order_by("pk")


def _tables(user_id: int) -> Iterator[Row]:
    for seat in _seats(user_id).iterator(chunk_size=CHUNK):
        table = seat.table
        facts: dict[str, Any] = {"table": table.pk}
        facts |= {name: getattr(table, name) for name in OF_TABLE}
        facts |= {name: getattr(seat, name) for name in OF_SEAT}
        players = [{"seat": one.number, "name": _name(one)} for one in table.seats.all()]
        yield facts | {"opened": table.creator_id == user_id, "players": players}


def _name(seat: Seat) -> str:
    seat_table = seat.bot and seat.bot_called
    return seat_table or seat.name


def _games(user_id: int) -> Iterator[tuple[str, str]]:
    """Return the games in which somebody sat: the transcripts of those that have ended, and of the
    others the log in words as its player sees it."""
    seats = Seat.objects.filter(user=user_id, table__started_at__isnull=False)
    now = timezone.now()
    for seat in seats.select_related("table", "user").order_by("pk").iterator(chunk_size=CHUNK):
        table = seat.table
        if table.game not in engines():
            continue
        if table.status == Status.ENDED and not table.is_sealed(now):
            text = fairness.written(table)
            yield f"games/{table.pk}.txt", text + claims.line(table, seat, text)
        else:
            yield f"games/{table.pk}.running.txt", _as_seen(table, user_id)


def _as_seen(table: Table, user_id: int) -> str:
    try:
        found = presenter.look(table.pk, user_id)
        lines = [unescape(strip_tags(words)) for _turn, words in presenter.log(found, user_id)]
    except TableError:
        return ""
    return "\n".join([*lines, ""])


def _plans(user_id: int) -> Iterator[Row]:
    for seat in Seat.objects.filter(user=user_id, table__plans__isnull=False).distinct():
        mine = Plan.objects.filter(table=seat.table_id, seat=seat.number).order_by("place")
        facts = ("table_id", "place", "condition", "arguments", "answer", "codes")
        yield from mine.values(*facts)


SOURCES = (
    Source(
        "tables",
        _(
            "Every table at which you sat, with your seat and its result. The folder “games” has"
            " the transcript of each game that has ended, and of each that runs what you may see"
            " of it."
        ),
        _tables,
        ("tables.Seat.user", "tables.Table.creator"),
        _games,
    ),
    of_rows(
        "invitations", _("Invitations to you."), Invitation, "table_id by__username seat answer at"
    ),
    of_rows(
        "invited",
        _("Invitations by you."),
        Invitation,
        "table_id user__username seat answer at",
        by="by",
    ),
    Source("plans", _("Lines that you have left for your next turns."), _plans),
)
