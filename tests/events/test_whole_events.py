"""Whole events, played by the services alone: nobody is needed."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from games.community.events import services
from games.community.events.models import Entry, Event, Pairing, Round
from games.tables.models import Table
from games.tables.proof import audit
from tests.events.conftest import NAMES, Evening
from tests.kit.played import client_of

EIGHT = NAMES[:8]


def test_a_swiss_by_correspondence_with_one_who_leaves_and_one_who_comes_late(
    evening: Evening,
) -> None:
    event = evening.makes(rounds=5)
    evening.enters(event, *EIGHT)

    def each(number: int) -> None:
        evening.sound(event)
        if number == 1:
            evening.enters(event, "ida")
        if number == 2:
            services.leave(event_id=event.pk, user=evening.people["cal"], now=evening.now)

    event = evening.plays_to_the_end(event, each)
    assert (event.stage, event.number) == ("ended", 5)
    assert [len(evening.pairs(event, number)) for number in range(1, 6)] == [4, 5, 4, 4, 4]
    assert not any("cal" in pair for number in (3, 4, 5) for pair in evening.pairs(event, number))
    assert not any("ida" in pair for pair in evening.pairs(event, 1))
    met = [frozenset(p) for n in range(1, 6) for p in evening.pairs(event, n) if len(p) == 2]
    assert len(met) == len(set(met)) == 20
    assert Entry.objects.filter(event=event, place=1).count() >= 1
    assert evening.now - event.starts_at > timedelta(days=28)  # each round on its day


def test_a_round_robin_and_a_drop_out(evening: Evening) -> None:
    event = evening.makes(format="robin", clock="normal", length=30)
    evening.enters(event, *NAMES[:5])

    def each(number: int) -> None:
        if number == 2:
            services.leave(event_id=event.pk, user=evening.people["eve"], now=evening.now)

    event = evening.plays_to_the_end(event, each)
    assert event.number == 5
    met = {frozenset(p) for n in range(1, 6) for p in evening.pairs(event, n) if len(p) == 2}
    assert len(met) == 10
    forfeits = Pairing.objects.filter(round__event=event, forfeit=True)
    assert forfeits.count() >= 2
    eve = Entry.objects.get(event=event, user=evening.people["eve"])
    assert all(one.points[one.players.index(eve.pk)] == 0 for one in forfeits)


def test_a_knock_out_with_series_and_a_third_place(evening: Evening) -> None:
    event = evening.makes(format="knockout", clock="normal", length=30, series=3)
    evening.enters(event, *NAMES[:6])
    event = evening.plays_to_the_end(event)
    assert event.number == 3
    assert evening.pairs(event, 1)[0] == ("ann",)
    assert len({frozenset(pair) for pair in evening.pairs(event, 3)}) == 2
    places = Entry.objects.filter(event=event).order_by("place").values_list("place", flat=True)
    assert list(places) == [1, 2, 3, 4, 5, 5]


def test_an_arena(evening: Evening) -> None:
    event = evening.makes(format="arena", clock="fast", length=5)
    evening.pace = timedelta(seconds=8)
    evening.enters(event, *NAMES[:5])
    event = evening.plays_to_the_end(event)
    pairs = evening.pairs(event, 1)
    assert len(pairs) > 5
    assert all(set(one) != set(other) for one, other in pairwise(pairs))
    assert {name for pair in pairs for name in pair} == set(NAMES[:5])
    assert not evening.running(event)


def test_tables_of_several(evening: Evening) -> None:
    event = evening.makes(format="groups", seats=3, rounds=2, clock="normal", length=30)
    evening.enters(event, *NAMES[:6])
    event = evening.plays_to_the_end(event)
    assert [sorted(map(len, evening.pairs(event, number))) for number in (1, 2)] == [[3, 3]] * 2
    assert sum(points for _name, points in evening.standings(event)) == 2 * 2 * 18


def test_a_league_of_two_seasons(evening: Evening) -> None:
    event = evening.makes(format="league", clock="normal", length=30)
    Event.objects.filter(pk=event.pk).update(division=4, moves=1)
    evening.enters(event, *EIGHT)
    event = evening.plays_to_the_end(event)
    assert event.number == 3
    order = [name for name, _points in evening.standings(event)]
    season = Event.objects.get(before=event)
    season = evening.plays_to_the_end(season)
    first = Entry.objects.filter(event=season, division=1).values_list("user__username", flat=True)
    assert set(first) == {*order[:3], order[4]}


def test_too_few_end_an_event(evening: Evening) -> None:
    event = evening.makes()
    evening.enters(event, "ann")
    assert evening.waits(event).stage == "stopped"
    assert not Table.objects.exists()


def test_bots_fill_an_odd_place(evening: Evening) -> None:
    event = evening.makes(game="lost_cities", options={}, bots="beginner", rounds=1)
    evening.enters(event, "ann", "ben", "cal")
    event = evening.waits(event)
    assert all(len(pair) == 2 for pair in evening.pairs(event, 1))
    assert any("beginner" in pair for pair in evening.pairs(event, 1))


@pytest.mark.parametrize("clock, length", [("daily", 2), ("normal", 5)])
def test_whoever_is_to_move_when_the_round_ends_has_lost(
    evening: Evening, clock: str, length: int
) -> None:
    event = evening.makes(rounds=1, clock=clock, length=length)
    evening.enters(event, "ann", "ben")
    event = evening.waits(event)
    (table,) = evening.running(event)
    made = Round.objects.get(event=event)
    evening.now = made.ends_at
    event = evening.plays_to_the_end(event)
    assert Table.objects.get(pk=table.pk).status == "ended"
    assert sorted(points for _name, points in evening.standings(event)) == [0, 1]
    assert evening.now == made.ends_at


@pytest.mark.parametrize("terms", [{}, {"format": "groups", "seats": 4}])
def test_a_game_that_the_last_day_ends_is_proved_as_any_other(
    evening: Evening, terms: dict[str, Any]
) -> None:
    event = evening.makes(rounds=1, length=1, game="odin", options={}, **terms)
    evening.enters(event, *NAMES[:4])
    evening.waits(event)
    evening.waits(event)
    for table in Table.objects.filter(of_event__round__event=event):
        late = table.seats.get(left_by="flag")
        assert table.ended_by == "flag"
        assert late.place == table.seat_count
        assert [seat.place for seat in table.seats.all()].count(1) == table.seat_count - 1
        assert list(audit.faults(table)) == []


def test_the_page_says_where_two_had_to_meet_again(evening: Evening) -> None:
    event = evening.makes(rounds=3)
    evening.enters(event, "ben", "cal", "dee", "eve")

    def each(number: int) -> None:
        if number == 1:
            for name in ("dee", "eve"):
                services.leave(event_id=event.pk, user=evening.people[name], now=evening.now)

    event = evening.plays_to_the_end(event, each)
    page = client_of().get(f"/events/{event.pk}/").content.decode()
    again = [number for number in (2, 3) if {*evening.pairs(event, number)[0]} == {"ben", "cal"}]
    assert again[-1] == 3
    assert "not everybody could be paired without a repeat meeting" in page
    other = evening.makes(rounds=3)
    evening.enters(other, "ben", "cal", "dee", "eve")
    evening.plays_to_the_end(other)
    assert "no way to pair" not in client_of().get(f"/events/{other.pk}/").content.decode()
