"""The words of a profile, for each reader."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.tables import services
from tests.kit.people import browser_of
from tests.ratings.factory import career, change, ended, person, rating, running
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def reads(path: str, user: User | None = None) -> str:
    answer = browser_of(user).get(path)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def section(html: str, title: str) -> str:
    """Return the panel under this title, as words."""
    found = re.search(rf"<h2>{title}</h2>(.*?)</section>", html, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[1])) if found else ""


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("ben")


def test_a_newcomer(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(date_joined=NOON)
    html = reads("/@/Ann/")
    assert (
        "Member since November 2026" in html and "0 games" in html and "No rated games yet" in html
    )
    assert (
        "No finished games yet" in html
        and "Running games" not in html
        and "Head to head" not in html
    )


def test_the_name_in_another_case_leads_to_the_page(ann: User) -> None:
    answer = Client().get("/@/aNN/")
    assert answer.status_code == 301 and answer["Location"] == "/@/Ann/"


def test_nobody_and_closed_accounts_are_no_page(ann: User) -> None:
    assert Client().get("/@/nobody/").status_code == 404
    User.objects.filter(pk=ann.pk).update(closed_at=timezone.now())
    assert Client().get("/@/Ann/").status_code == 404


def test_walk_outs_of_the_last_thirty_days_stand_there_for_everybody(ann: User, ben: User) -> None:
    assert 'id="walkouts"' not in reads("/@/Ann/", ben)
    tables = [ended(ann, ben, ended_by="abort") for _ in range(3)]
    now = timezone.now()
    for table, days in zip(tables, (31, 29, 0), strict=True):
        table.seats.filter(user=ann).update(walked_at=now - timedelta(days=days))
    told = section(reads("/@/Ann/", ben), "Walk-outs")
    assert (
        told.strip()
        == "Walked out of 2 rated games in the last 30 days, before everybody had moved."
    )
    assert "The next one is a loss." in section(reads("/@/Ann/", ann), "Walk-outs")
    assert section(reads("/@/ben/", ann), "Walk-outs") == ""


def test_a_guest_has_a_simple_page(ben: User) -> None:
    guest = person("guest-k3x9ab", is_guest=True)
    ended(guest, ben, rated=False)
    html = reads("/@/guest-k3x9ab/")
    assert (
        "Guest K3X9" in html
        and "Guests play unrated" in html
        and "1 game" in html
        and "noindex" in html
    )
    assert "Create an account" not in section(html, "Rating") and "Create an account" in section(
        reads("/@/guest-k3x9ab/", guest), "Rating"
    )


def test_rating_history_as_picture_and_as_table(ann: User, ben: User) -> None:
    career(ann, ben, [30, -10, 25])
    rating(ann, 1545, 110, games=3, won=2, last_at=timezone.now())
    html = reads("/@/Ann/")
    assert 'aria-label="Rating from 1530 on 3 June 2026 to 1545 on 11 June 2026"' in html
    assert re.search(r'<polyline[^>]* points="0,\d+ 500,\d+ 1000,\d+"', html)
    table = (
        re.sub(r"<[^>]+>", " ", html[html.index("The same as a table") :])
        .split("Rating")[1]
        .split()
    )
    assert " ".join(table).startswith(
        "11 June 2026 1545 ± 310 7 June 2026 1520 ± 330 3 June 2026 1530 ± 350"
    )
    assert "3 games" in html


def test_a_rating_for_each_game_and_ladder(ann: User, toy_game: None) -> None:
    rating(ann, 1600, last_at=NOON)
    rating(ann, 1500, game="toy", last_at=NOON + timedelta(days=1))
    rating(ann, 1400, 300, game="toy", ladder="many", established=False, last_at=NOON)
    tabs = "/@/Ann/?game=toy&amp;ladder=many"
    html = reads("/@/Ann/")
    assert tabs in html and "Toy · Three or more" in html and "<b>1500</b>" in html, (
        "the latest game comes first"
    )
    assert "<b>1600</b>" in reads("/@/Ann/?game=lost_cities") and "<b>1500</b>" in reads(
        "/@/Ann/?game=nonsense"
    )
    many = reads("/@/Ann/?game=toy&ladder=many")
    assert "<b>1400</b>" in many and "provisional" in many


def test_results_by_game(ann: User) -> None:
    rating(ann, 1540, 90, games=46, won=17, drawn=14)
    html = reads("/@/Ann/")
    words = section(html, "Rated games")
    assert "46" in words and "37 %" in words and "17 won, 14 in between, 15 lost" in words
    assert re.findall(r'<rect class="bars__\d" x="([\d.]+)%" width="([\d.]+)%"', html)[:2] == [
        ("0.00", "36.96"),
        ("36.96", "30.43"),
    ]


@pytest.mark.parametrize(
    "places, more, mine, theirs",
    [
        ("12", {"scores": "61 44"}, "Won 61 : 44", "Lost 44 : 61"),
        ("21", {"scores": "-4 12"}, "Lost −4 : 12", "Won 12 : −4"),
        ("11", {"scores": "30 30"}, "Drawn 30 : 30", "Drawn 30 : 30"),
        ("11", {"ended_by": "draw"}, "Draw agreed", "Draw agreed"),
        ("12", {"ended_by": "resign"}, "Won by resignation", "Lost by resignation"),
        ("21", {"ended_by": "flag"}, "Lost on time", "Won on time"),
    ],
)
def test_how_games_ended(
    ann: User, ben: User, places: str, more: dict[str, str], mine: str, theirs: str
) -> None:
    ended(ann, ben, places=places, **more)
    assert mine in section(reads("/@/Ann/"), "Latest games") and theirs in section(
        reads("/@/ben/"), "Latest games"
    )


def test_places_among_several(ann: User, ben: User, toy_game: None) -> None:
    ended(ann, ben, person("cal"), places="213", game="toy", scores="21 30 9")
    words = section(reads("/@/Ann/"), "Latest games")
    assert "2nd of 3, 21 points" in words and "with ben, cal" in words


def test_latest_games_say_what_they_did_to_the_rating(ann: User, ben: User) -> None:
    won = ended(ann, ben, at=NOON)
    change(won, ann, 1500, 1509)
    change(won, ben, 1500, 1497)
    ended(ann, ben, at=NOON + timedelta(days=1), rating_due=True)
    words = section(reads("/@/Ann/"), "Latest games")
    assert "+9" in words and words.index("not rated yet") < words.index("+9")
    assert "−3" in section(reads("/@/ben/"), "Latest games") and f"/t/{won.id}/" in reads("/@/Ann/")


def test_running_tables_say_whose_turn_it_is_and_how_long(ann: User, ben: User) -> None:
    running(ann, ben, to_act="0", flag_at=timezone.now() + timedelta(days=2, hours=3))
    running(ann, ben, to_act="1", flag_at=timezone.now() + timedelta(hours=5, minutes=1))
    assert (
        section(reads("/@/Ann/", ann), "Running games").split()
        == (
            "Lost Cities with ben Your turn 2 days left Lost Cities with ben ben to move"
            " 6 hours left"
        ).split()
    )
    assert "Ann to move" in section(reads("/@/Ann/"), "Running games") and "Your turn" in section(
        reads("/@/Ann/", ben), "Running games"
    )


def test_private_tables_are_shown_to_those_who_sit_there(ann: User, ben: User) -> None:
    tables = [running(ann, ben, private=True), ended(ann, ben, private=True)]
    for reader, seen in [(ann, True), (ben, True), (person("cal"), False), (None, False)]:
        html = reads("/@/Ann/", reader)
        assert [table.id in html for table in tables] == [seen, seen]
        assert ("Head to head" in html) == seen


def test_head_to_head_counts_places(ann: User, ben: User, toy_game: None) -> None:
    cal = person("cal")
    for places in ("12", "12", "21", "11"):
        ended(ann, ben, places=places)
    ended(ann, ben, cal, places="213", game="toy")
    ended(ann, ben, places="12", annulled=True)
    running(ann, ben)
    assert (
        section(reads("/@/Ann/"), "Head to head").split("Score ")[1].split()
        == "ben 5 2 : 2 ahead in 2, behind in 2 cal 1 1 : 0 ahead in 1, behind in 0".split()
    )


def test_all_figures_leave_the_same_games_out(ann: User, ben: User) -> None:
    """Ann met nobody but Ben, so both figures are the same for every reader."""
    cal = person("cal")
    for private in (False, False, True):
        ended(ann, ben, private=private)
    ended(ann, ben, annulled=True)
    for reader, games in ((ann, 3), (ben, 3), (cal, 2), (None, 2)):
        html = reads("/@/Ann/", reader)
        assert f">{games} games<" in html
        assert f"ben {games} " in section(html, "Head to head")
        assert ("Games by link are left out" in html) == (reader != ann)


def test_a_table_that_was_called_off_counts_nowhere(ann: User, ben: User) -> None:
    table = ended(ann, ben, ended_by="abort", rated=True)
    table.seats.update(place=None, score=None)
    html = reads("/@/Ann/")
    assert table.id not in html and "0 games" in html


def test_names_are_text(ann: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(username="<b>ben")
    ended(ann, ben)
    assert "<b>ben" not in reads("/@/Ann/")


def test_the_number_of_queries_does_not_depend_on_the_number_of_games(
    ann: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    career(ann, ben, [5, -5] * 12)
    others = [person(f"p{number}") for number in range(12)]
    for other in others:
        running(ann, other)
        ended(ann, other)
    rating(ann, 1500)
    rating(ann, 1500, season="2026Q2")
    client = browser_of(ben)
    client.get("/@/Ann/")
    with django_assert_max_num_queries(21):
        client.get("/@/Ann/")


def test_ones_own_profile_is_found_without_its_name(ann: User) -> None:
    assert browser_of(None).get("/@/")["Location"] == "/"
    assert browser_of(ann).get("/@/")["Location"] == "/@/Ann/"


def alone(user: User, score: int, **more: object) -> None:
    ended(user, places="1", scores=str(score), game="exhibition", rated=False, **more)


def test_the_best_games_alone_stand_best_first(ann: User, ben: User) -> None:
    for score in (302, 1460, -62, 980, 1210, 1100):
        alone(ann, score)
    alone(ann, 3300, ended_by="resign")
    alone(ann, 3200, annulled=True)
    alone(ben, 2000)
    ended(ann, ben, game="exhibition", scores="30 20")
    listed = section(reads("/@/Ann/"), "Best solo games")
    assert re.findall(r"[−\d,]+ points", listed) == [
        "1,460 points",
        "1,210 points",
        "1,100 points",
        "980 points",
        "302 points",
    ]
    person("nina")
    assert "Best solo games" not in reads("/@/nina/")


def test_games_alone_that_are_found_by_link_only_are_for_their_player(ann: User, ben: User) -> None:
    alone(ann, 1460, private=True)
    assert "1,460 points" in section(reads("/@/Ann/", ann), "Best solo games")
    assert "1,460" not in reads("/@/Ann/", ben)


def test_the_latest_games_alone_have_no_place(ann: User) -> None:
    alone(ann, 302)
    alone(ann, 0, ended_by="resign")
    latest = section(reads("/@/Ann/"), "Latest games")
    assert (
        "302 points" in latest
        and "Not finished" in latest
        and "Place" not in latest
        and "solo" in latest
    )


def test_a_link_preview_says_who_it_is(ann: User) -> None:
    rating(ann, 1540, 90)
    html = " ".join(reads("/@/Ann/").split())
    assert (
        '<meta property="og:title" content="Ann">' in html
        and 'content="Lost Cities 1540 ± 90 · 0 games"' in html
    )


def test_a_link_preview_of_a_table_says_who_plays_what(ann: User, ben: User) -> None:
    table = services.open_table(creator=ann, game="lost_cities", private=True, now=NOON)
    html = " ".join(reads(f"/t/{table.id}/").split())
    assert (
        '<meta property="og:title" content="Ann invites you: Lost Cities">' in html
        and "noindex" in html
    )
