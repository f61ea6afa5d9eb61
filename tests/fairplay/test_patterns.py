"""Each pattern: a true case, and the innocent neighbour that must not show."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.ratings.fairplay import access, patterns
from games.ratings.fairplay.patterns import Line
from games.ratings.models import Housemates, Meeting
from games.tables.models import Action, Table
from tests.ratings.factory import ended, person

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOW = timezone.now()


@pytest.fixture
def cast(db: Any) -> dict[str, User]:
    return {name: person(name) for name in ("ann", "ben", "cal", "dee")}


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def gives_up(loser: User, winner: User, days: float = 1, **more: Any) -> Table:
    table = ended(
        loser, winner, places="21", at=ago(days), ended_by="resign", left=(20, None), ply=20, **more
    )
    return table


def names(found: list[Line]) -> list[tuple[str, ...]]:
    return [tuple(user.username for user in line.people) for line in found]


# --- pairs of which one gives up


def test_one_who_mostly_plays_another_and_mostly_gives_up(cast: dict[str, User]) -> None:
    ann, ben, cal = cast["ann"], cast["ben"], cast["cal"]
    tables = [gives_up(ann, ben, days) for days in (9, 7, 5, 3, 1)]
    ended(ann, ben, at=ago(2))
    ended(ann, cal, at=ago(2))
    (line,) = patterns.one_sided(NOW)
    assert names([line]) == [("ann", "ben")]
    assert (line.count, line.of, line.since, line.last) == (5, 6, ago(9), ago(1))
    assert line.games == tuple(table.pk for table in tables[::-1])


@pytest.mark.parametrize(
    "others", ["has other opponents", "wins as well", "was long ago", "unrated"]
)
def test_friends_who_give_up_now_and_then_do_not_show(cast: dict[str, User], others: str) -> None:
    ann, ben, cal = cast["ann"], cast["ben"], cast["cal"]
    for _ in range(5):
        gives_up(ann, ben, 31 if "ago" in others else 1, rated=others != "unrated")
    for _ in range(3):
        ended(ann, cal if "other" in others else ben, at=ago(1))
    assert patterns.one_sided(NOW) == []


# --- one address


def meet(one: User, other: User, days: float, shared: bool = True) -> Table:
    table = ended(one, other, at=ago(days))
    first, second = sorted((one, other), key=lambda user: user.pk)
    Meeting.objects.create(
        table=table, game="lost_cities", ladder="two", at=ago(days), first=first, second=second,
        number=1, short=False, shared=shared, weight=0 if shared else 1,
    )  # fmt: skip
    return table


def test_games_from_one_address(cast: dict[str, User]) -> None:
    for days in (3, 2, 1):
        meet(cast["ann"], cast["ben"], days)
        meet(cast["ann"], cast["cal"], days, shared=False)
        meet(cast["ben"], cast["dee"], days)
    Housemates.objects.create(first=cast["ben"], second=cast["dee"], since=NOW)
    for days in (1, 2):
        meet(cast["cal"], cast["dee"], days)
    (line,) = patterns.one_address(NOW)
    assert names([line]) == [("ann", "ben")] and line.count == 3 and len(line.games) == 3


# --- resignations


def test_a_string_of_resignations(cast: dict[str, User]) -> None:
    ann, ben, cal = cast["ann"], cast["ben"], cast["cal"]
    ended(ann, ben, at=ago(6))
    for hour in range(6):
        gives_up(ann, (ben, cal)[hour % 2], 5 - hour / 24)
    (line,) = patterns.resignations(NOW)
    assert names([line]) == [("ann",)] and line.count == 6


def test_resignations_over_weeks_or_between_games_that_were_played_are_no_string(
    cast: dict[str, User],
) -> None:
    for day in range(8):
        gives_up(cast["ann"], cast["ben"], day + 1)
    for hour in range(8):
        gives_up(cast["cal"], cast["dee"], 5 - hour / 24)
        if hour % 4 == 3:
            ended(cast["cal"], cast["dee"], at=ago(5 - (hour + 0.5) / 24))
    assert patterns.resignations(NOW) == []


# --- games that were closed


def test_games_broken_off_as_soon_as_the_cards_are_seen(cast: dict[str, User]) -> None:
    def closes(who: User, count: int, **more: Any) -> None:
        for _ in range(count):
            other = cast["ann" if who == cast["dee"] else "dee"]
            ended(who, other, **{"ended_by": "abort", "ply": 3, "at": ago(2)} | more)

    closes(cast["ann"], 8)
    closes(cast["ben"], 7)
    closes(cast["cal"], 20, ply=40)
    closes(cast["dee"], 9, at=ago(31))
    (line,) = patterns.closed(NOW)
    assert names([line]) == [("ann",)] and line.count == 8 and len(line.games) == 5


# --- time run down


def runs_out(who: User, other: User, last: int, turns: int = 10, clock: str = "normal") -> None:
    """Play a game in which each turn took ten seconds, and the last one of `who` so many."""
    end = ago(1)
    table = ended(who, other, places="21", ended_by="flag", at=end, time_control=clock)
    table.seats.filter(user=who).update(left_by="flag", left_ply=turns)
    begun = end - timedelta(seconds=last + 10 * (turns - 1))
    for ply in range(turns):
        Action.objects.create(
            table=table, ply=ply, seat=ply % 2, code="x", prev="", hash="",
            at=begun + timedelta(seconds=10 * ply),
        )  # fmt: skip


def test_who_lets_the_last_turn_run_out_again_and_again(cast: dict[str, User]) -> None:
    for _ in range(3):
        runs_out(cast["ann"], cast["dee"], 290)
        runs_out(cast["ben"], cast["dee"], 30)  # short of time as ever
        runs_out(cast["cal"], cast["dee"], 90_000, clock="daily")
    for _ in range(2):
        runs_out(cast["dee"], cast["ben"], 290)
    (line,) = patterns.stalled(NOW)
    assert names([line]) == [("ann",)] and line.count == 3


# --- the page


def test_nobody_sees_the_page_but_whom_the_desk_lets_in(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        gives_up(cast["ann"], cast["ben"])
    assert Client().get("/desk/patterns/").status_code == 404
    monkeypatch.setattr(access, "_gates", [lambda view: view])
    html = " ".join(Client().get("/desk/patterns/").content.decode().split())
    assert (
        "ann gave up 5 of 5 games" in html
        and "Lost Cities," in html
        and "Nothing here is a verdict" in html
    )
    assert Client().post("/desk/patterns/").status_code == 405


def test_an_account_that_is_closed_is_no_line(cast: dict[str, User]) -> None:
    for _ in range(5):
        gives_up(cast["ann"], cast["ben"])
    User.objects.filter(pk=cast["ben"].pk).update(closed_at=NOW)
    assert patterns.one_sided(NOW) == []
