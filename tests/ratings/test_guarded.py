"""Weights of games where ratings are guarded: pairs that keep meeting, games without a contest,
accounts that share an address."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.ratings import services
from games.ratings.models import Housemates, Meeting, Rating, RatingChange
from games.screens.rating_weights import Counted
from games.tables.models import Seat, Table
from tests.ratings import recomputed
from tests.ratings.conftest import AUTUMN, Club
from tests.ratings.test_bots import against
from tests.ratings.test_services import stored

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = 24.0
# of the 90 entries that Lost Cities has
GAVE_UP: dict[str, Any] = {"ended_by": "resign", "ply": 4, "left": (None, 4)}


@pytest.fixture(autouse=True)
def guarded(settings: Any) -> Any:
    settings.RATINGS = "guarded"
    return settings


def weights(name: str = "ann", ladder: str = "two", game: str = "lost_cities") -> list[float]:
    """Return the weight of each of somebody's games, in order."""
    changes = RatingChange.objects.filter(user__username=name, ladder=ladder, game=game)
    return list(changes.order_by("at", "table").values_list("weight", flat=True))


def moved(table: Table, name: str) -> float:
    change = table.rating_changes.get(user__username=name)
    return change.mu_after - change.mu_before


# --- pairs that keep meeting


def test_a_pair_counts_fully_three_times_in_thirty_days_and_then_less_and_less(club: Club) -> None:
    for game in range(6):
        club.ends("ann 1 ben 2", hour=game)
    club.ends("ann 1 cal 2", hour=7)
    club.ends("ann 1 ben 2", hour=29 * DAY)
    club.ends("ann 1 ben 2", hour=30 * DAY + 6)
    club.rates()
    assert weights() == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8, 1, 1 / 16, 1]
    assert weights("cal") == [1]
    recomputed.assert_right()


def test_half_is_half_the_change_of_value_and_of_width(club: Club) -> None:
    tables = [club.ends("ann 1 ben 2") for _ in range(4)]
    club.rates()
    half = tables[3].rating_changes.get(seat=0)
    Table.objects.exclude(pk=tables[3].pk).update(ended_at=AUTUMN - timedelta(days=31))
    services.rerate(now=AUTUMN)
    whole = tables[3].rating_changes.get(seat=0)
    assert (half.number, half.weight, whole.number, whole.weight) == (4, 0.5, 1, 1.0)
    assert 0 < half.mu_after - half.mu_before < whole.mu_after - whole.mu_before
    recomputed.assert_right()


def test_each_ladder_counts_for_itself(club: Club) -> None:
    for game in ("lost_cities", "odin") * 4:
        club.ends("ann 1 ben 2", game=game)
    club.ends("ann 1 ben 2 cal 3", game="odin")
    club.rates()
    assert weights() == weights(game="odin") == [1, 1, 1, 1 / 2]
    assert weights(ladder="many", game="odin") == [1]
    recomputed.assert_right()


def test_at_a_table_of_more_a_seat_has_the_mean_of_its_pairs(club: Club) -> None:
    for _ in range(4):
        club.ends("ann 1 ben 2 cal 3", game="odin")
    club.ends("ann 1 ben 2 dee 3", game="odin")
    club.rates()
    assert weights(ladder="many", game="odin") == [1, 1, 1, 1 / 2, (1 / 4 + 1) / 2]
    assert weights("dee", "many", "odin") == [1]
    recomputed.assert_right()


def test_where_ratings_are_open_a_pair_counts_less_after_three_games_of_one_day(
    club: Club, guarded: Any
) -> None:
    guarded.RATINGS = "open"
    for hour in (0, 1, 2, 3, 4, 23.5, 24.5, 49, 50, 51, 52):
        club.ends("ann 1 ben 2", hour=hour, company="00", **GAVE_UP)
    club.ends("ann 1 cal 2", hour=5)
    club.rates()
    by_day = [1, 1, 1, 1 / 2, 1 / 4, 1, 1 / 8, 1 / 8, 1, 1, 1, 1 / 2]
    assert weights() == by_day
    recomputed.assert_right()
    services.rerate(now=AUTUMN)
    assert weights() == by_day
    late = club.ends("ann 1 ben 2", hour=48.5)  # after its turn: those behind are rated again
    club.rates()
    assert late.rating_changes.get(seat=0).weight == 1 and weights()[-2:] == [1 / 2, 1 / 4]
    recomputed.assert_right()


def test_where_ratings_are_open_it_is_said_why_a_game_counted_less(guarded: Any) -> None:
    guarded.RATINGS = "open"
    told = Counted(0.5, 4, short=True, shared=True)
    assert told.words("Ben") == "Counted half: the fourth game against Ben within a day."
    assert told.words() == "Counted half: the fourth game with the same people within a day."


# --- games without a contest


def test_who_gains_by_a_game_given_up_at_once_gains_a_tenth_and_who_gave_it_up_pays_in_full(
    club: Club,
) -> None:
    given, fought = (
        club.ends("ann 1 ben 2", **GAVE_UP),
        club.ends("cal 1 dee 2", ended_by="resign", ply=9, left=(None, 9)),
    )
    club.rates()
    assert weights("ann") == [0.1] and weights("ben") == weights("cal") == [1]
    assert moved(given, "ann") == pytest.approx(moved(fought, "cal") / 10)
    assert moved(given, "ben") == moved(fought, "dee")
    recomputed.assert_right()


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ({"ended_by": "flag", "ply": 8, "left": (None, 8)}, 0.1),
        ({"ended_by": "draw", "ply": 8}, 0.1),
        ({"ended_by": "draw", "ply": 40}, 1),
        ({"ended_by": "rules", "ply": 8}, 1),
        ({"ended_by": "resign", "ply": 9, "left": (None, 9), "options": {"rounds": "3"}}, 0.1),
        ({"ended_by": "resign", "ply": 27, "left": (None, 27), "options": {"rounds": "3"}}, 1),
    ],
)
def test_what_is_no_contest(club: Club, case: dict[str, Any], expected: float) -> None:
    club.ends("ann 1 ben 1" if case["ended_by"] == "draw" else "ann 1 ben 2", **case)
    club.rates()
    assert weights() == [expected]


def test_who_leaves_early_takes_no_contest_from_those_who_play_on(club: Club) -> None:
    """Odin for three has 210 entries. Cal leaves at the tenth; Ben gives up at the hundredth."""
    club.ends("ann 1 ben 2 cal 3", game="odin", ended_by="resign", ply=100, left=(None, 100, 10))
    club.rates()
    assert [weights(name, "many", "odin") for name in ("ann", "ben", "cal")] == [
        [0.55],
        [0.55],
        [1],
    ]
    recomputed.assert_right()


# --- accounts that share an address


def test_accounts_that_share_an_address_move_nothing(club: Club) -> None:
    club.ends("ann 1 cal 2")
    before = club.rates() and club.of("ann")
    club.ends("ann 1 ben 2", company="00")
    club.ends("ann 1 dee 2", company="01")
    club.rates()
    assert weights() == [1, 0, 1]
    change = RatingChange.objects.get(user__username="ben")
    assert (change.mu_after, change.sigma_after, change.games, change.shared) == (
        1500,
        350,
        1,
        True,
    )
    assert before.mu == RatingChange.objects.filter(user__username="ann").order_by("at")[1].mu_after
    recomputed.assert_right()


def test_a_bot_at_the_table_does_not_lift_what_two_accounts_of_one_address_play(club: Club) -> None:
    for company, expected in (("00", 0), ("01", 1)):
        table = against(club, "ann 1 ben 3", "club 2", game="odin", company=company)
        club.rates()
        assert table.rating_changes.get(seat=0).weight == expected
    alone = against(club, "ann 1", "club 2", game="odin")
    club.rates()
    assert alone.rating_changes.get().weight == 1


def test_people_and_bots_meet_as_often_as_they_like(club: Club) -> None:
    for _ in range(8):
        against(club, "ann 1", "club 2")
    club.rates()
    assert weights(ladder="bots") == [1] * 8


def household(*words: str) -> str:
    out = StringIO()
    call_command("household", *words, stdout=out)
    return out.getvalue()


def test_once_the_host_says_that_they_are_two_people_their_games_count(club: Club) -> None:
    for hour in range(5):
        club.ends("ann 1 ben 2", hour=hour, company="00")
    club.ends("ben 1 cal 2", hour=6)
    club.rates()
    before = stored()
    said = household("Ann", "BEN")
    assert weights() == [1, 1, 1, 1 / 2, 1 / 4] and club.of("ann").value > 1500
    assert (
        "ann, lost_cities two all time: 1500.0000" in said
        and "ann, ben: known as different people." in said
    )
    recomputed.assert_right()
    assert services.rerate(now=AUTUMN) == []
    assert household("ann", "ben") == "ann, ben: known as different people.\n", (
        "said twice it changes nothing"
    )
    household("ann", "ben", "--undo")
    assert stored() == before and not Housemates.objects.exists()


def test_a_household_is_of_two_accounts_that_exist(club: Club) -> None:
    club.person("ann")
    for words, sentence in ((["ann", "eve"], "no account eve"), (["ann", "Ann"], "two accounts")):
        with pytest.raises(CommandError, match=sentence):
            household(*words)


# --- the order of rating, and once


def autumn(club: Club) -> list[Table]:
    return [
        club.ends("ann 1 ben 2", hour=1),
        club.ends("ann 2 ben 1", hour=2, company="00"),
        club.ends("ann 1 ben 2", hour=3, **GAVE_UP),
        club.ends("ann 1 ben 2", hour=4),
        club.ends("ann 1 ben 2", hour=5),
        club.ends("ann 1 ben 1", hour=6, ended_by="draw", ply=3),
        club.ends("ann 1 cal 2", hour=28 * DAY),
        club.ends("ben 1 ann 2", hour=31 * DAY),
    ]


def test_late_annulled_and_rerated_tables_agree(club: Club) -> None:
    tables = autumn(club)
    for late in (0, 3, 7, 1):
        Table.objects.filter(pk=tables[late].pk).update(rating_due=False)
    club.rates()
    for late in (0, 3, 7, 1):
        Table.objects.filter(pk=tables[late].pk).update(rating_due=True)
        club.rates()
    recomputed.assert_right()
    before, meetings = (
        stored(),
        list(
            Meeting.objects.order_by("at").values_list(
                "first", "second", "number", "short", "shared", "weight"
            )
        ),
    )
    assert services.rerate(now=AUTUMN) == []
    for table in tables:
        services.annul(table_id=table.id, now=AUTUMN)
        recomputed.assert_right()
        services.annul(table_id=table.id, annulled=False, now=AUTUMN)
        assert stored() == before
    for model in (Rating, RatingChange, Meeting):
        model.objects.all().delete()
    Seat.objects.update(origin="")
    services.rerate(now=AUTUMN)
    assert stored() == before
    assert (
        list(
            Meeting.objects.order_by("at").values_list(
                "first", "second", "number", "short", "shared", "weight"
            )
        )
        == meetings
    )


def test_what_the_desk_will_list_stands_in_rows(club: Club) -> None:
    tables = autumn(club)
    club.rates()
    suspicious = Meeting.objects.filter(weight__lt=1).order_by("-at")
    assert [
        (row.table_id, row.number, row.short, row.shared, row.weight) for row in suspicious
    ] == [
        (tables[5].id, 6, True, False, 0.0125),
        (tables[4].id, 5, False, False, 0.25),
        (tables[3].id, 4, False, False, 0.5),
        (tables[2].id, 3, True, False, 0.1),
        (tables[1].id, 2, False, True, 0.0),
    ]


# --- the attack, with everything that a guard could ask for


def six_give_up(club: Club, months: int) -> None:
    """Ten tables of six a month: five give up as soon as everybody has acted."""
    told = "ann 1 " + " ".join(f"feeder{number} {number}" for number in range(2, 7))
    for game in range(10 * months):
        hour = 24 * 30.5 * (game // 10) + game % 10
        club.ends(
            told,
            hour=hour,
            game="odin",
            ended_by="resign",
            ply=9,
            left=(None, *[9] * 5),
            company="012345",
        )
    club.rates()


def test_six_who_only_give_up_against_one_get_nobody_ranked(club: Club, guarded: Any) -> None:
    """However they do it: in a month one gains less than half of what one game is worth, and stays
    as unsure as a newcomer."""
    six_give_up(club, months=6)
    ann = club.of("ann", "many", game="odin")
    assert (
        not ann.established
        and ann.sigma > 250
        and sum(weights(ladder="many", game="odin")[:10]) < 0.4
    )
    first = RatingChange.objects.filter(user=ann.user, weight=0.1).earliest("at")
    month = RatingChange.objects.filter(user=ann.user).order_by("at")[9]
    assert month.mu_after - 1500 < 5 * (first.mu_after - 1500), (
        "a tenth of a game is what the first one gave"
    )
    assert not Rating.objects.filter(established=True, value__gte=1500).exists()
    guarded.RATINGS = "open"
    services.rerate(now=AUTUMN)
    unguarded = club.of("ann", "many", game="odin")
    assert unguarded.sigma < 150, "this is what it is without the guard"
