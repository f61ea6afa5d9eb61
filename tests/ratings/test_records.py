"""Records of ended games say the same as the games themselves, to every reader."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.ratings import opponents, profiles, records, services
from games.ratings.models import Encounters, Record
from games.tables.models import Seat, Table
from games.tables.services import copy_ends
from tests.kit.types import Patch
from tests.ratings.factory import ended, person
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOUR = timedelta(hours=1)


def town(games: int = 60) -> list[User]:
    """Let five people, one of whom leaves, end many games: in public and not, alone and with
    others, some of them broken off or annulled."""
    dice, people = random.Random(4), [person(name) for name in ("Ann", "ben", "cal", "dee", "eve")]
    for number in range(games):
        seats = dice.choice((1, 2, 2, 2, 3, 4))
        more: dict[str, Any] = {"game": "exhibition"} if seats != 2 else {}
        more |= {"ended_by": "abort"} if number % 11 == 7 else {}
        places = "".join(dice.sample("1234", seats)) if number % 7 else "1111"
        facts = {"at": NOON + number * HOUR, "private": dice.random() < 0.5}
        table = ended(*dice.sample(people, seats), places=places, **facts, **more)  # type: ignore[arg-type]
        Table.objects.filter(pk=table.pk).update(annulled=number % 13 == 5)
        if number % 11 == 7:
            table.seats.update(place=None, listed="")
    return people


def told(people: list[User], now: datetime) -> list[Any]:
    """Return all that profiles say of these people's games to each of them, and to a visitor."""
    found: list[Any] = []
    for one, reader in product(people, [None, *people]):
        user = User.objects.get(pk=one.pk)
        running, latest = profiles.tables(user, reader)
        counts, met = profiles.counts(user, reader, now), opponents.opponents(user, reader)
        found.append(
            (
                counts["games_ended"],
                counts["walkouts"],
                [(one.user, one.games, one.ahead, one.behind) for one in met],
                [played.table for played in (*running, *latest)],
                [played.seat.pk for played in profiles.solo(user, reader)],
            )
        )
    return found


def test_a_record_changes_nothing_that_is_said(db: None) -> None:
    people = town()
    end = NOON + 60 * HOUR
    without = told(people, end)
    assert any(says[0] for says in without) and any(says[4] for says in without)
    for hours in (20, 20, 45):  # the second time there is nothing new
        for one in people:
            services.keep_record(user_id=one.pk, now=NOON + hours * HOUR)
        assert told(people, end) == without
    record = Record.objects.get(user=people[0])
    assert 0 < record.public < record.games < without[1][0]
    new = profiles.counts(User.objects.get(pk=people[0].pk), people[0], end)["new"]
    assert new == without[1][0] - record.games


def test_a_closed_account_leaves_the_lists_and_not_the_counts(db: None) -> None:
    people = town()
    for one in people:
        services.keep_record(user_id=one.pk, now=NOON + 45 * HOUR)
    User.objects.filter(pk=people[1].pk).update(closed_at=NOON)
    kept = told([people[0]], NOON)
    Record.objects.all().delete()
    assert told([people[0]], NOON) == kept


@pytest.mark.parametrize("number", [0, 5, 12, 14, 18])
def test_an_annulled_game_is_forgotten(db: None, number: int) -> None:
    people = town()
    for one in people:
        services.keep_record(user_id=one.pk, now=NOON + 100 * HOUR)
    counted = Seat.objects.filter(user=people[0], place__isnull=False, table__annulled=False)
    seat = counted.order_by("pk")[number]
    players = set(seat.table.seats.values_list("user", flat=True))
    services.annul(table_id=seat.table_id, now=NOON)
    assert not Record.objects.filter(user__in=players).exists()
    after = told(people, NOON)
    for one in people:
        services.keep_record(user_id=one.pk, now=NOON + 100 * HOUR)
    assert told(people, NOON) == after


def test_without_a_game_of_the_site_all_is_counted_anew(db: None, toy_game: None) -> None:
    people = town(20)
    services.keep_record(user_id=people[0].pk, now=NOON + 100 * HOUR)
    Record.objects.update(offered="lost_cities")
    assert records.record_of(User.objects.get(pk=people[0].pk)) is None
    kept = services.keep_record(user_id=people[0].pk, now=NOON + 100 * HOUR)
    counted = Encounters.objects.filter(user=people[0]).values_list("games", flat=True)
    assert kept == Record.objects.get().games > 0 and sum(counted) >= kept // 2


def test_a_profile_asks_for_a_record_once_there_is_much_to_count(
    db: None, monkeypatch: Patch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("accounts.task_messages.send", lambda *words: asked.append(words))
    monkeypatch.setattr(records, "ENOUGH", 3)
    ann, ben = person("Ann"), person("ben")
    for number in range(4):
        assert Client().get("/@/Ann/").status_code == 200 and not asked
        ended(ann, ben, at=NOON + number * HOUR)
    assert Client().get("/@/Ann/").status_code == 200
    assert asked == [("games.ratings.tasks.keep_record", ann.pk)]


def test_seats_learn_of_an_end_that_an_earlier_release_has_written(db: None) -> None:
    ann, ben = person("Ann"), person("ben")
    tables = [ended(ann, ben), ended(ann, ben, private=True), ended(ann, ben, ended_by="abort")]
    Seat.objects.update(ended_at=None, listed="")
    assert copy_ends() == 6 and copy_ends() == 0
    found = [set(table.seats.values_list("ended_at", "listed")) for table in tables]
    assert found == [{(NOON, "lost_cities")}, {(NOON, "")}, {(NOON, "")}]
