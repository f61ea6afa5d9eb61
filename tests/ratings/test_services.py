"""Ended tables become ratings: which, in which order, and what is written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from games.ratings import rated_results, services, table_ratings
from games.ratings.models import Rating, RatingChange
from games.ratings.tasks import rate_due_tables
from games.screens.player_ratings import ShownRating
from games.tables import services as tables
from games.tables.errors import NoSuchTable, NotPossible
from games.tables.models import Table
from tests.kit.types import Log, Patch
from tests.ratings import recomputed
from tests.ratings.conftest import AUTUMN, Club
from tests.tables.conftest import Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def stored() -> list[tuple[Any, ...]]:
    """All ratings and changes, bit by bit."""
    ratings = Rating.objects.order_by("user", "game", "ladder", "season").values_list()
    changes = RatingChange.objects.order_by("at", "table", "seat").values_list()
    return [row[1:] for row in (*ratings, *changes)]


def command(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_a_game_moves_both(club: Club) -> None:
    table = club.ends("ann 1 ben 2")
    assert club.rates() == 1
    ann, ben = club.of("ann"), club.of("ben")
    assert ann.value > 1500 > ben.value
    assert (ann.games, ann.won, ann.drawn, ann.last_at) == (1, 1, 0, table.ended_at)
    assert (ben.games, ben.won, ben.drawn) == (1, 0, 0)
    assert not ann.established
    change = RatingChange.objects.get(table=table, user=club.people["ben"])
    assert (change.seat, change.place, change.mu_before, change.sigma_before, change.mu_after) == (
        1,
        2,
        1500,
        350,
        ben.mu,
    )
    recomputed.assert_right()


def test_the_table_is_told_so_that_boards_show_it(club: Club) -> None:
    table = club.ends("ann 1 ben 2")
    club.rates()
    after = Table.objects.get(pk=table.pk)
    assert (after.rating_due, after.version) == (False, table.version + 1)


def test_rated_again_it_stays_as_it_is(club: Club) -> None:
    club.ends("ann 1 ben 2")
    club.rates()
    before = stored()
    assert club.rates() == 0
    Table.objects.update(rating_due=True)
    assert club.rates() == 1
    assert stored() == before


def test_two_and_more_are_rated_apart_and_games_too(club: Club) -> None:
    club.ends("ann 1 ben 2")
    club.ends("ann 3 ben 1 cal 2")
    club.ends("ann 1 ben 1 cal 3 dee 4")
    club.rates()
    assert (club.of("ann").games, club.of("ann", "many").games) == (1, 2)
    assert [
        club.of("cal", "many").won,
        club.of("cal", "many").drawn,
        club.of("ben", "many").drawn,
    ] == [0, 2, 1]
    recomputed.assert_right()


def test_a_draw(club: Club) -> None:
    club.ends("ann 1 ben 1", ended_by="draw")
    club.rates()
    assert (club.of("ann").value, club.of("ann").drawn, club.of("ann").won) == (1500, 1, 0)


def test_seasons_are_quarters_in_utc(club: Club) -> None:
    midnight = (datetime(2027, 1, 1, tzinfo=UTC) - AUTUMN) / timedelta(hours=1)
    club.ends("ann 1 ben 2", hour=1)
    club.ends("ben 1 ann 2", hour=midnight - 0.01)
    club.ends("ann 1 ben 2", hour=midnight)
    club.rates()
    autumn, winter, whole = (club.of("ann", season=season) for season in ("2026Q4", "2027Q1", ""))
    assert [(row.games, row.won) for row in (autumn, winter, whole)] == [(2, 1), (1, 1), (3, 2)]
    assert (winter.mu, winter.sigma) == (whole.mu, whole.sigma) != (autumn.mu, autumn.sigma)
    recomputed.assert_right()


def test_ten_games_and_a_narrow_interval_make_a_rank(club: Club) -> None:
    for game in range(24):
        club.ends(f"ann {1 + game % 2} ben {2 - game % 2}", hour=24 * game)
    assert [club.rates(limit=9), club.of("ann").established] == [9, False]
    club.rates()
    assert club.of("ann").established
    assert club.of("ann", season="2026Q4").established
    recomputed.assert_right()


def test_absence_widens_what_the_next_game_begins_with(club: Club) -> None:
    club.ends("ann 1 ben 2", hour=0)
    club.ends("ann 1 ben 2", hour=24 * 365)
    club.rates()
    first, second = RatingChange.objects.filter(user=club.people["ann"]).order_by("at")
    assert second.mu_before == first.mu_after
    assert second.sigma_before > first.sigma_after
    recomputed.assert_right()


@pytest.mark.parametrize(
    "case",
    [
        {"rated": False},
        {"annulled": True},
        {"time_control": "untimed"},
        {"ended_by": "abort"},
        {"ended_by": "closed"},
    ],
)
def test_what_does_not_count(club: Club, case: dict[str, Any]) -> None:
    table = club.ends("ann 1 ben 2", **case)
    assert club.rates() == 1
    assert stored() == []
    assert not Table.objects.get(pk=table.pk).rating_due


def test_playing_alone_and_a_seat_without_a_place_do_not_count(club: Club) -> None:
    club.ends("ann 1")
    club.ends("ann 1 ben 2").seats.filter(number=1).update(place=None)
    assert club.rates() == 2
    assert stored() == []


def test_a_guest_does_not_count_until_there_is_an_account(club: Club) -> None:
    """Guests cannot sit down at rated tables; this is the second fence."""
    table = club.ends("ann 1 ben 2")
    ben = club.people["ben"]
    ben.is_guest = True
    ben.save()
    club.rates()
    assert stored() == []
    ben.is_guest = False
    ben.save()
    services.rerate(now=AUTUMN)
    assert RatingChange.objects.filter(table=table).count() == 2


def test_a_closed_account_is_rated_like_any_other(club: Club) -> None:
    club.ends("ann 1 ben 2")
    ben = club.people["ben"]
    ben.closed_at, ben.is_active = AUTUMN, False
    ben.save()
    club.rates()
    assert club.of("ben").games == 1


def test_a_late_table_comes_to_its_place(club: Club) -> None:
    club.ends("ann 1 ben 2", hour=1)
    club.ends("ben 1 cal 2", hour=3)
    club.ends("cal 1 dee 2", hour=4)
    club.rates()
    shown = Table.objects.get(ended_at=AUTUMN + timedelta(hours=4)).version
    before = club.of("dee").mu
    club.ends("cal 1 ann 2", hour=2)
    club.rates()
    assert club.of("dee").mu != before
    # its board says other numbers now
    assert Table.objects.get(ended_at=AUTUMN + timedelta(hours=4)).version > shown
    recomputed.assert_right()


def test_the_late_after_an_outage_are_taken_in_together(club: Club) -> None:
    club.ends("ann 1 ben 2", hour=50)
    club.rates()
    for hour in range(8):
        club.ends(f"{'ann cal dee'.split()[hour % 3]} 1 ben 2", hour=hour)
    assert club.rates() == 1  # and the others with it
    recomputed.assert_right()


def test_at_the_same_moment_the_id_decides(club: Club) -> None:
    for table_id, told in (("bbb", "ann 1 ben 2"), ("ccc", "ben 1 cal 2"), ("aaa", "cal 1 ann 2")):
        club.ends(told, hour=1, id=table_id)
        club.rates()
    recomputed.assert_right()
    assert list(
        RatingChange.objects.filter(mu_before=1500)
        .order_by("table")
        .values_list("table", flat=True)
    ) == ["aaa", "aaa", "bbb"]


def test_a_late_table_of_an_earlier_season(club: Club) -> None:
    club.ends("ann 1 ben 2", hour=-24)
    club.ends("ann 1 ben 2", hour=1)
    club.ends("ann 1 cal 2", hour=24 * 100)
    club.rates()
    club.ends("cal 1 ben 2", hour=-100 * 24)
    club.ends("ben 1 ann 2", hour=-12)
    club.rates()
    recomputed.assert_right()


def test_one_that_cannot_be_rated_holds_up_nobody(
    club: Club, monkeypatch: Patch, caplog: Log
) -> None:
    broken = club.ends("ann 1 ben 2")
    club.ends("cal 1 dee 2", game="lost_cities")
    read = rated_results.read

    def stumbles(game: str, ladder: Any, ids: Any) -> Any:
        if broken.pk in ids:
            raise ValueError("no such luck")
        return read(game, ladder, ids)

    monkeypatch.setattr(rated_results, "read", stumbles)
    assert club.rates(limit=1) == 1
    assert club.of("cal").games == 1
    assert list(Table.objects.filter(rating_due=True)) == [broken]
    assert "could not be rated" in caplog.text
    monkeypatch.undo()
    club.rates()
    recomputed.assert_right()


# --- annulling and rerating ---


def evening(club: Club) -> list[Table]:
    games = (
        "ann 1 ben 2, cal 1 ann 2, ben 1 cal 2, ann 2 ben 3 cal 1, ann 1 cal 1, dee 1 ben 2"
    ).split(", ")
    # 25 days apart: over two quarters
    found = [club.ends(told, hour=600 * number) for number, told in enumerate(games)]
    club.rates()
    return found


def test_annulling_is_as_if_it_had_not_been_played_and_can_be_undone(club: Club) -> None:
    played = evening(club)
    before = stored()
    for table in played:
        services.annul(table_id=table.id, now=AUTUMN)
        recomputed.assert_right()
        assert not RatingChange.objects.filter(table=table).exists()
        assert services.annul(table_id=table.id, now=AUTUMN) == []
        services.annul(table_id=table.id, annulled=False, now=AUTUMN)
        assert stored() == before


def test_who_only_played_what_is_annulled_has_no_rating(club: Club) -> None:
    club.ends("ann 1 ben 2")
    last = club.ends("dee 1 ben 2")
    club.rates()
    services.annul(table_id=last.id, now=AUTUMN)
    assert not Rating.objects.filter(user=club.people["dee"]).exists()
    assert club.of("ben").games == 1


def test_only_rated_games_that_ended_are_annulled(club: Club) -> None:
    table = club.ends("ann 1 ben 2", rated=False)
    with pytest.raises(NotPossible):
        services.annul(table_id=table.id, now=AUTUMN)
    with pytest.raises(NoSuchTable):
        services.annul(table_id="nowhere", now=AUTUMN)
    with pytest.raises(CommandError, match="no such table"):
        call_command("annul", "nowhere")


def test_the_command_annuls_and_says_what_changed(club: Club) -> None:
    table = club.ends("ann 1 ben 2")
    club.rates()
    before = stored()
    said = command("annul", table.id)
    assert "ann, lost_cities two all time: 1" in said
    assert "-> none" in said
    assert stored() == []
    assert "none -> 1" in command("annul", table.id, "--undo")
    assert stored() == before


def test_rerating_gives_the_same_bits(club: Club) -> None:
    evening(club)
    before = stored()
    assert services.rerate(now=AUTUMN) == []
    assert stored() == before
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    assert services.rerate(now=AUTUMN) != []
    assert stored() == before


def test_rerating_mends_whatever_was_wrong(club: Club) -> None:
    evening(club)
    before = stored()
    club.person("eve")
    Rating.objects.filter(user=club.people["ann"], season="").update(mu=1234.5, games=99)
    Rating.objects.create(**{**row_of(club, "ben"), "user": club.people["eve"]})
    RatingChange.objects.filter(user=club.people["cal"]).update(sigma_after=1)
    RatingChange.objects.filter(user=club.people["dee"]).delete()
    said = command("rerate", "--game", "lost_cities")
    assert stored() == before
    assert "ann, lost_cities two all time: 1234.5000 +-" in said
    assert "eve, lost_cities two all time:" in said
    assert command("rerate") == "All ratings are as they were.\n"


def row_of(club: Club, name: str) -> dict[str, Any]:
    row = club.of(name)
    return {
        field.name: getattr(row, field.name) for field in Rating._meta.fields if field.name != "id"
    }


def test_rerating_rates_what_is_due_and_what_was_forgotten(club: Club) -> None:
    club.ends("ann 1 ben 2", hour=1)
    club.ends("ann 1 ben 2", hour=2, rating_due=False)
    services.rerate(now=AUTUMN)
    recomputed.assert_right()


def test_there_is_no_rerating_of_a_game_that_is_not_here(club: Club) -> None:
    with pytest.raises(CommandError, match="no game chess"):
        call_command("rerate", "--game", "chess")


# --- what tables show ---


def test_tables_show_what_they_did_to_a_rating(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = club.ends("ann 1 ben 2"), club.ends("ann 1 cal 2")
    running = club.ends("ann 1 dee 2", rating_due=False, rated=False)
    club.rates()
    ann, ben, cal, dee = (club.people[name].pk for name in ("ann", "ben", "cal", "dee"))
    one = round(RatingChange.objects.get(table=first, seat=0).mu_after)
    with django_assert_num_queries(1):
        shown = table_ratings.of(first.id, "lost_cities", 2, [ann, ben])
    assert shown[ann] == ShownRating(1500, 350, True, one)
    assert table_ratings.of(second.id, "lost_cities", 2, [ann, cal])[ann].value == one
    now = club.of("ann")
    assert table_ratings.of(running.id, "lost_cities", 2, [ann, dee]) == {
        ann: ShownRating(now.value, now.deviation, True)
    }
    assert table_ratings.of("anewone", "lost_cities", 3, [ann, ben, cal]) == {}


def test_a_game_that_was_played_counts(club: Club) -> None:
    """Opened, played and given up through the services, and rated by the task that they send
    for."""
    ann, ben = club.person("ann"), club.person("ben")
    opened = tables.open_table(
        creator=ann, game="lost_cities", clock="daily", rated=True, now=AUTUMN
    )
    tables.sit(table_id=opened.id, user=ben, now=AUTUMN)
    Played(opened.id, club.people, AUTUMN).everybody_acts()
    tables.resign(table_id=opened.id, user_id=ann.pk, now=AUTUMN + timedelta(hours=1))
    assert Table.objects.get(pk=opened.pk).rating_due
    assert rate_due_tables() == 1
    assert (club.of("ben").won, club.of("ann").won) == (1, 0)
    recomputed.assert_right()


def test_three_who_played_are_rated_by_who_left_when(club: Club, toy_game: None) -> None:
    """Cal gives up, then Ann's flag falls: Ben is first, and who left first is last."""
    ann, ben, cal = (club.person(name) for name in ("ann", "ben", "cal"))
    facts: dict[str, Any] = {
        "game": "toy",
        "seats": 3,
        "options": {"turns": "2"},
        "clock": "daily",
        "rated": True,
        "order": "seats",
    }
    opened = tables.open_table(creator=ann, now=AUTUMN, **facts)
    for user in (ben, cal):
        tables.sit(table_id=opened.id, user=user, now=AUTUMN)
    Played(opened.id, club.people, AUTUMN).everybody_acts()
    tables.resign(table_id=opened.id, user_id=cal.pk, now=AUTUMN + timedelta(hours=1))
    tables.flag_due(now=AUTUMN + timedelta(days=30))
    assert list(opened.seats.order_by("number").values_list("place", flat=True)) == [2, 1, 3]
    club.rates()
    values = [club.of(name, "many", game="toy").value for name in ("ben", "ann", "cal")]
    assert values == sorted(values, reverse=True)
    recomputed.assert_right()
