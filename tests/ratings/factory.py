"""Ratings as games would have made them: rows, without the games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.ratings.models import ALL_TIME, Rating, RatingChange
from games.tables.models import Seat, Table
from tests.tables.conftest import NOON

JUNE = datetime(2026, 6, 3, 18, tzinfo=UTC)


def person(name: str, **more: Any) -> User:
    return User.objects.create_user(name, password=None, **more)


def rating(
    user: User, value: int, deviation: int = 60, *, games: int = 40, won: int = 20, **more: Any
) -> Rating:
    """Create an established rating in Lost Cities, last played today, unless told otherwise."""
    told = {
        "game": "lost_cities",
        "ladder": "two",
        "season": ALL_TIME,
        "drawn": 0,
        "last_at": timezone.now(),
        "established": True,
    } | more
    return Rating.objects.create(
        user=user,
        mu=float(value),
        sigma=float(deviation),
        value=value,
        deviation=deviation,
        games=games,
        won=won,
        **told,
    )


def people(count: int, value: int = 1500, step: int = -10, **more: Any) -> list[Rating]:
    """p1, p2 …, each `step` behind the one before."""
    return [
        rating(person(f"p{number + 1}"), value + number * step, **more) for number in range(count)
    ]


def ended(
    *users: User,
    places: str = "12",
    at: datetime = NOON,
    scores: str = "",
    company: str = "",
    left: Sequence[int | None] = (),
    **more: Any,
) -> Table:
    """Create a table that these users have sat at, with its places by seat; who came together
    ("001"), and at which entries who left."""
    told = {
        "game": "lost_cities",
        "ended_by": "rules",
        "rated": True,
        "time_control": "daily",
        "options": {},
    } | more
    table = Table.objects.create(
        ruleset=1,
        seat_count=len(users),
        status="ended",
        creator=users[0],
        secret=b"x" * 64,
        commitment="c" * 64,
        created_at=at,
        started_at=at,
        changed_at=at,
        ended_at=at,
        **told,
    )
    points = [int(score) for score in scores.split()] or [50 - 10 * int(place) for place in places]
    for number, user in enumerate(users):
        facts: dict[str, Any] = {"company": int(company[number])} if company else {}
        facts |= (
            {"left_ply": left[number], "left_by": "resign"}
            if left and left[number] is not None
            else {}
        )
        Seat.objects.create(
            table=table,
            number=number,
            user=user,
            nonce="-",
            place=int(places[number]),
            score=points[number],
            ended_at=at,
            listed="" if table.private or table.ended_by == "abort" else table.game,
            **facts,
        )
    return table


def running(*users: User, to_act: str = "0", flag_at: datetime | None = None, **more: Any) -> Table:
    """Rows of a running table; nobody may look at its board, since it has no log."""
    told = {
        "game": "lost_cities",
        "time_control": "daily",
        "options": {},
        "to_act": to_act,
        "flag_at": flag_at,
    } | more
    table = Table.objects.create(
        ruleset=1,
        seat_count=len(users),
        status="running",
        creator=users[0],
        secret=b"x" * 64,
        commitment="c" * 64,
        created_at=NOON,
        started_at=NOON,
        changed_at=NOON,
        **told,
    )
    for number, user in enumerate(users):
        Seat.objects.create(table=table, number=number, user=user, nonce="-")
    return table


def change(
    table: Table, user: User, before: int, after: int, deviation: int = 80, ladder: str = "two"
) -> RatingChange:
    seat = table.seats.get(user=user)
    assert table.ended_at is not None and seat.place is not None
    return RatingChange.objects.create(
        table=table,
        seat=seat.number,
        user=user,
        game=table.game,
        ladder=ladder,
        at=table.ended_at,
        place=seat.place,
        mu_before=before,
        sigma_before=deviation + 2,
        mu_after=after,
        sigma_after=deviation,
    )


def career(
    user: User,
    other: User,
    steps: list[int],
    first: int = 1500,
    since: datetime = JUNE,
    days: int = 4,
) -> list[Table]:
    """One rated game after the other, every few days; `steps` are what each did to the user's
    rating."""
    tables, value = [], first
    for number, step in enumerate(steps):
        table = ended(
            user, other, places="12" if step > 0 else "21", at=since + timedelta(days=days * number)
        )
        change(table, user, value, value + step, max(60, 350 - 20 * number))
        value += step
        tables.append(table)
    return tables
