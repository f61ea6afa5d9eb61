"""The share of games that somebody finishes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.ratings import finish_rate
from tests.kit.types import Patch
from tests.ratings.factory import ended, person
from tests.ratings.test_pages_profile import reads

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOW = timezone.now()


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("ben")


def plays(ann: User, ben: User, games: int, days: float = 1, **more: Any) -> None:
    for _ in range(games):
        ended(ann, ben, **{"at": NOW - timedelta(days=days)} | more)


def flags(ann: User, ben: User, games: int = 1, days: float = 1) -> None:
    """Ann loses on time."""
    for _ in range(games):
        table = ended(ann, ben, places="21", ended_by="flag", at=NOW - timedelta(days=days))
        table.seats.filter(user=ann).update(left_by="flag", left_ply=9)


def test_a_flag_is_no_end_and_its_gain_is_one(ann: User, ben: User) -> None:
    plays(ann, ben, 14)
    flags(ann, ben, 1)
    assert finish_rate.rates((ann.pk, ben.pk), NOW) == {
        ann.pk: pytest.approx((14 + 4.75) / 20),
        ben.pk: pytest.approx((15 + 4.75) / 20),
    }


def test_who_resigns_finishes(ann: User, ben: User) -> None:
    plays(ann, ben, 5, places="21", ended_by="resign", left=(9, None))
    assert finish_rate.percent(ann.pk, NOW) == 98


def test_a_walk_out_counts_whether_it_became_a_loss_or_nothing(ann: User, ben: User) -> None:
    plays(ann, ben, 8)
    for ending in ("abort", "resign"):
        table = ended(ann, ben, places="21", ended_by=ending, at=NOW - timedelta(days=2))
        table.seats.filter(user=ann).update(walked_at=table.ended_at)
        if ending == "abort":
            table.seats.update(place=None)
    assert finish_rate.rate(ann.pk, NOW) == pytest.approx((8 + 4.75) / 15)
    assert finish_rate.rate(ben.pk, NOW) == pytest.approx((9 + 4.75) / 14)


def test_other_games_tell_nothing(ann: User, ben: User) -> None:
    plays(ann, ben, 5)
    flags(ann, ben, 3, days=366)
    for _ in range(9):
        agreed = ended(ann, ben, ended_by="abort", at=NOW)
        agreed.seats.update(place=None)
        alone = ended(ann, places="1", ended_by="flag", at=NOW)
        annulled = ended(ann, ben, places="21", ended_by="flag", at=NOW, annulled=True)
        bots = ended(ann, ben, places="21", ended_by="flag", at=NOW, bots=1)
        for table in (alone, annulled, bots):
            table.seats.filter(user=ann).update(left_by="flag", left_ply=9)
    assert finish_rate.rate(ann.pk, NOW) == pytest.approx((5 + 4.75) / 10)


def test_of_few_games_nothing_is_told(ann: User, ben: User) -> None:
    plays(ann, ben, 3)
    flags(ann, ben, 1)
    assert finish_rate.rate(ann.pk, NOW) is None and finish_rate.rates((), NOW) == {}
    assert "Finishes" not in reads("/@/Ann/")


def test_no_more_than_the_newest_games_are_read(ann: User, ben: User, monkeypatch: Patch) -> None:
    flags(ann, ben, 10, days=50)
    monkeypatch.setattr(finish_rate, "LATEST", 6)
    plays(ann, ben, 6)
    assert finish_rate.rate(ann.pk, NOW) == pytest.approx(10.75 / 11)


def test_it_stands_on_the_profile(ann: User, ben: User) -> None:
    plays(ann, ben, 14)
    flags(ann, ben, 1)
    words = " ".join(reads("/@/Ann/").split())
    assert "Finished 94 % of games in the last twelve months" in words
