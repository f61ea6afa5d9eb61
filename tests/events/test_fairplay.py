"""Patterns of events for moderators: agreed results, and two entries of one household."""

from __future__ import annotations

import pytest

from games.community.clubs.models import Club
from games.community.events import fairplay, services
from games.community.events.models import Event
from games.ratings.fairplay.patterns import Line
from games.ratings.models import Housemates
from games.tables import services as tables
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.events.conftest import WEEK, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def pairs(found: list[Line]) -> list[tuple[tuple[str, ...], int]]:
    return [(tuple(sorted(user.username for user in one.people)), one.count) for one in found]


def cup(evening: Evening, *, agreed: bool, origins: dict[str, str] | None = None) -> Event:
    """Let Ben and Cal, who enter from these addresses, play a Swiss of one round."""
    event = evening.makes(rounds=1, game="lost_cities", options={})
    for name in ("ben", "cal"):
        origin = (origins or {}).get(name, "")
        user = evening.people[name]
        services.enter(event_id=event.pk, user=user, origin=origin, now=evening.now)
    evening.waits(event)
    (table,) = evening.running(event)
    if agreed:
        for _turn in range(2):
            play(evening, table)
        loser = evening.people["ben"].pk
        tables.resign(table_id=table.pk, user_id=loser, now=evening.now)
    else:
        evening.plays(table)
    return evening.keeps(event)


def play(evening: Evening, table: Table) -> None:
    """Play one turn, of two entries."""
    for _entry in range(2):
        snapshot = snapshot_cache.current(Table.objects.get(pk=table.pk))
        assert snapshot.position is not None
        seat = min(snapshot.to_act)
        action = snapshot.engine.legal_actions(snapshot.position.state, seat)[0]
        evening.now += evening.pace
        tables.act(
            table_id=table.pk,
            user_id=snapshot.players[seat].user_id,
            code=snapshot.engine.encode(action),
            ply=snapshot.ply,
            now=evening.now,
        )


def test_a_pair_that_gives_up_early_twice(evening: Evening) -> None:
    cup(evening, agreed=True)
    assert fairplay.agreed(evening.now) == [], "once is a bad evening"
    cup(evening, agreed=True)
    assert pairs(fairplay.agreed(evening.now)) == [(("ben", "cal"), 2)]
    assert fairplay.agreed(evening.now + 5 * WEEK) == [], "after thirty days"
    Club.objects.update(private=True)
    Table.objects.update(private=True)
    assert fairplay.agreed(evening.now) == [], "a private club shows nothing"


def test_a_pair_that_plays_to_the_end_does_not_show(evening: Evening) -> None:
    for _event in range(2):
        cup(evening, agreed=False)
    assert fairplay.agreed(evening.now) == fairplay.one_address(evening.now) == []


def test_two_of_one_household(evening: Evening) -> None:
    home = {"ben": "home", "cal": "home"}
    for _event in range(2):
        cup(evening, agreed=False, origins=home)
    assert pairs(fairplay.one_address(evening.now)) == [(("ben", "cal"), 2)]
    first, second = sorted((evening.people[name] for name in home), key=lambda user: user.pk)
    Housemates.objects.create(first=first, second=second, since=evening.now)
    assert fairplay.one_address(evening.now) == [], "the host knows them"


def test_two_addresses_do_not_show(evening: Evening) -> None:
    for _event in range(2):
        cup(evening, agreed=False, origins={"ben": "home", "cal": "away"})
    assert fairplay.one_address(evening.now) == []


def test_games_of_one_round_with_the_same_cards_are_one(evening: Evening) -> None:
    event = evening.makes(rounds=1, duplicate=True)
    for name in ("ben", "cal"):
        user = evening.people[name]
        services.enter(event_id=event.pk, user=user, origin="home", now=evening.now)
    event = evening.plays_to_the_end(event)
    assert event.stage == "ended" and Table.objects.count() == 4
    assert fairplay.one_address(evening.now) == []
