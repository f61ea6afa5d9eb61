"""Games against bots: a ladder of their own, on which the bots stand still."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import registry
from games.bots import published_ratings
from games.ratings import bot_ratings, rated_results, services, table_ratings
from games.ratings.models import Ladder, Rating, RatingChange
from games.tables.models import Level, Seat, Table
from tests.kit.types import Patch
from tests.ratings.conftest import AUTUMN, Club
from tests.ratings.factory import ended, person, rating
from tests.ratings.test_pages_leaderboard import reads

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def known_bots(monkeypatch: Patch) -> None:
    """1350, 1500, 1600 and 1700, whatever their matches say."""
    monkeypatch.setattr(published_ratings, "RATINGS", {})


def against(club: Club, told: str, *levels: str, **more: Any) -> Table:
    """End a game of people as the club tells it, and of bots at the next seats: "ann 2" and ("club
    1",)."""
    table = club.ends(told, **more)
    people = table.seats.count()
    for number, level in enumerate(levels, people):
        name, place = level.split()
        Seat.objects.create(
            table=table, number=number, bot=name, nonce="-", place=int(place), score=0
        )
    Table.objects.filter(pk=table.id).update(bots=len(levels), seat_count=people + len(levels))
    return table


def test_every_game_and_level_has_a_published_rating(monkeypatch: Patch) -> None:
    monkeypatch.undo()
    for ratings in (*published_ratings.RATINGS.values(), published_ratings.UNMEASURED):
        assert tuple(ratings) == tuple(Level.values)
        assert 800 < ratings["beginner"] < ratings["club"] == 1500 < ratings["expert"] < 2400
        assert ratings["expert"] <= ratings["master"] < 2800


def test_a_game_against_a_bot_counts_on_the_ladder_of_such_games_alone(club: Club) -> None:
    club.ends("ann 1 ben 2")
    table = against(club, "ann 1", "club 2")
    assert club.rates() == 2
    assert club.of("ann", "bots").value > 1500
    assert (club.of("ann", "bots").games, club.of("ann", "two").games) == (1, 1)
    (change,) = RatingChange.objects.filter(table=table)
    assert (change.seat, change.ladder, change.mu_before) == (0, "bots", 1500.0)


def test_who_beats_the_stronger_bot_gains_more(club: Club) -> None:
    for name, level in (("ann", "beginner"), ("ben", "club"), ("cal", "expert")):
        against(club, f"{name} 1", f"{level} 2")
    club.rates()
    ann, ben, cal = (club.of(name, "bots").mu for name in ("ann", "ben", "cal"))
    assert 1500 < ann < ben < cal


def test_bots_do_not_drift(club: Club) -> None:
    before = {level: bot_ratings.skill("lost_cities", level) for level in Level.values}
    for _ in range(5):
        against(club, "ann 1", "expert 2")
    club.rates()
    assert {level: bot_ratings.skill("lost_cities", level) for level in Level.values} == before
    assert {row.user_id for row in Rating.objects.all()} == {club.people["ann"].pk}


def test_people_and_bots_at_one_table(club: Club) -> None:
    """However many sit there: the winner gains, the last loses, and both ratings are of the same
    ladder."""
    against(club, "ann 1 ben 4", "club 2", "expert 3")
    club.rates()
    assert club.of("ben", "bots").value < 1500 < club.of("ann", "bots").value
    assert set(Rating.objects.values_list("ladder", flat=True)) == {"bots"}


def test_rerating_gives_the_same(club: Club) -> None:
    for place in (1, 2, 1):
        against(club, f"ann {place}", f"club {3 - place}")
    club.ends("ann 2 ben 1")
    club.rates()
    assert services.rerate(now=AUTUMN) == []


def test_tables_show_the_rating_of_that_ladder_and_the_bots(club: Club) -> None:
    ann = club.person("ann")
    rating(ann, 1710)
    rating(ann, 1620, ladder="bots")
    shown = table_ratings.of("", "lost_cities", 2, [ann.pk], ["expert"])
    assert (shown[ann.pk].value, shown["expert"].value) == (
        1620,
        published_ratings.rating("lost_cities", "expert"),
    )
    assert not shown["expert"].provisional
    assert table_ratings.of("", "lost_cities", 2, [ann.pk])[ann.pk].value == 1710
    assert rated_results.ladder_of(2, 1) == rated_results.ladder_of(5, 4) == Ladder.BOTS


# --- pages ---


BOARD = "/leaderboard/lost_cities/?ladder=bots"


def names(html: str) -> list[str]:
    rows = html.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    return [row.split('class="cut"')[1].split(">")[1].split("<")[0] for row in rows]


def test_bots_stand_among_the_players_and_take_no_rank() -> None:
    for name, value in (("ann", 1700), ("ben", 1550), ("cal", 1400)):
        rating(person(name), value, ladder="bots")
    html = reads(BOARD)
    assert names(html) == [
        "Master bot",
        "ann",
        "Expert bot",
        "ben",
        "Club bot",
        "cal",
        "Beginner bot",
    ]
    assert "Against bots" in html and "3 players." in html and html.count("#i-bot") == 4
    assert 'href="/@/Club' not in html


def test_only_the_levels_that_the_game_has_are_listed(monkeypatch: Patch) -> None:
    monkeypatch.delitem(registry.bots(), "lost_cities")
    assert names(reads(BOARD)) == ["Club bot", "Beginner bot"]


def test_they_are_there_before_anybody_is_ranked_and_nowhere_else() -> None:
    assert names(reads(BOARD)) == ["Master bot", "Expert bot", "Club bot", "Beginner bot"]
    assert "bot</span>" not in reads("/leaderboard/lost_cities/")


def test_on_long_lists_each_stands_on_its_page(monkeypatch: Patch) -> None:
    monkeypatch.setattr("games.ratings.selectors.SIZE", 2)
    for number, value in enumerate((1700, 1650, 1550, 1400, 1200)):
        rating(person(f"p{number}"), value, ladder="bots")
    pages = [names(reads(f"{BOARD}&page={page}")) for page in (1, 2, 3)]
    assert pages == [
        ["Master bot", "p0", "p1"],
        ["Expert bot", "p2", "Club bot", "p3"],
        ["Beginner bot", "p4"],
    ]


def test_a_profile_tells_the_ladders_apart_and_meets_no_bot(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    rating(ann, 1700)
    rating(ann, 1600, ladder="bots", last_at=timezone.now())
    ended(ann, ben)
    table = ended(ann)
    Seat.objects.create(table=table, number=1, bot="club", nonce="-", place=2, score=1)
    Table.objects.filter(pk=table.id).update(bots=1, seat_count=2)
    html = client.get("/@/ann/").content.decode()
    assert "against bots" in html and "Lost Cities · Against bots" in html and " (bot)" in html
    met = html.split("Head to head")[1].split("</table>")[0]
    assert "ben" in met and "Club" not in met
    assert User.objects.count() == 2
