"""The rows of the leaderboards, and the ways from page to page."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.ratings import ranks, seasons, selectors
from games.ratings.ranks import Ranking
from tests.kit.people import browser_of
from tests.kit.types import Patch
from tests.ratings.factory import change, ended, people, person, rating
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db, pytest.mark.database]
BOARD = "/leaderboard/lost_cities/"
ROW = re.compile(r'ranking__rank[^>]*>([\d,]+)</td>\s*<th scope="row"><a[^>]*>([\w-]+)</a>')


def reads(path: str = BOARD, user: User | None = None, client: Client | None = None) -> str:
    answer = (client or browser_of(user)).get(path)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def rows(html: str) -> list[tuple[str, str]]:
    """Rank and name, as they stand."""
    return ROW.findall(html)


def names(html: str) -> list[str]:
    return [name for _, name in rows(html)]


def test_the_way_to_the_first_game() -> None:
    answer = Client().get("/leaderboard/")
    assert answer.status_code == 302 and answer["Location"] == BOARD
    way = read(reads()).one("nav", class_="site-nav").one("a", href="/players/")
    assert way.attributes["aria-current"] == "true", "the navigation says where one is"


def test_an_unknown_game_is_no_page() -> None:
    assert Client().get("/leaderboard/chess/").status_code == 404


def test_ties_share_a_rank_and_the_next_one_is_skipped() -> None:
    for name, value in [("ann", 1600), ("ben", 1540), ("cal", 1540), ("dee", 1500)]:
        rating(person(name), value)
    assert rows(reads()) == [("1", "ann"), ("2", "ben"), ("2", "cal"), ("4", "dee")]


def test_what_a_row_says() -> None:
    rating(person("ann"), 1803, 48, games=214, won=133)
    html = reads()
    assert (
        '<b>1803</b> <span class="soft">± 48</span>' in html and "62 %" in html and ">214<" in html
    )
    assert 'href="/@/ann/"' in html


def test_only_established_players_are_ranked() -> None:
    rating(person("ann"), 1500)
    newcomer = person("ben")
    rating(newcomer, 1900, 150, games=3, established=False)
    assert names(reads()) == ["ann"]
    html = reads(user=newcomer)
    assert names(html) == ["ann"] and "Your rating is 1900 ± 150" in html and "Find me" not in html


def test_who_stays_away_leaves_the_list_and_keeps_the_season() -> None:
    away, season = person("ann"), seasons.name(timezone.now())
    for which in ("", season):
        rating(away, 1700, season=which, last_at=timezone.now() - timedelta(days=92))
        rating(person(f"ben{which}"), 1500, season=which)
    assert names(reads()) == ["ben"]
    assert "You have not played for 90 days" in reads(user=away)
    assert names(reads(f"{BOARD}?season={season}")) == ["ann", f"ben{season}"]


def test_an_interval_grows_with_absence() -> None:
    rating(person("ann"), 1700, 60, last_at=timezone.now() - timedelta(days=80))
    assert "± 74" in reads()


def test_closed_accounts_and_guests() -> None:
    rating(person("ann"), 1700)
    gone = rating(person("ben"), 1600)
    rating(person("cal"), 1500)
    User.objects.filter(pk=gone.user_id).update(closed_at=timezone.now())
    assert rows(reads()) == [("1", "ann"), ("2", "cal")]
    assert "You have no rating here" not in reads(user=person("guest-abcdef", is_guest=True))


def test_nobody_is_ranked_yet() -> None:
    html = reads()
    assert "Nobody is ranked here yet" in html and not rows(html)
    assert "You have no rating here yet" in reads(user=person("ann"))


def test_pages(monkeypatch: Patch) -> None:
    monkeypatch.setattr(selectors, "SIZE", 4)
    people(10)
    assert names(reads(f"{BOARD}?page=2")) == ["p5", "p6", "p7", "p8"]
    last = reads(f"{BOARD}?page=3")
    assert (
        rows(last) == [("9", "p9"), ("10", "p10")]
        and "Page 3 of 3" in last
        and 'rel="prev"' in last
        and 'rel="next"' not in last
    )
    for beyond in ("99", "99999999", "999999999999999999999", "0", "-1", "ten", ""):
        assert names(reads(f"{BOARD}?page={beyond}")) in (["p9", "p10"], ["p1", "p2", "p3", "p4"])


@pytest.mark.parametrize("step", [-10, -1, 0])
def test_every_page_goes_on_where_the_one_before_ended(monkeypatch: Patch, step: int) -> None:
    monkeypatch.setattr(selectors, "SIZE", 3)
    people(11, step=step)
    found = [name for page in range(1, 5) for name in names(reads(f"{BOARD}?page={page}"))]
    assert found == [f"p{number}" for number in range(1, 12)]


@pytest.mark.parametrize("step", [-10, 0])
def test_find_me(monkeypatch: Patch, step: int) -> None:
    monkeypatch.setattr(selectors, "SIZE", 3)
    everybody = people(8, step=step)
    for rated in (everybody[place] for place in (0, 2, 3, 7)):
        client = browser_of(rated.user)
        answer = client.get(f"{BOARD}?find=me")
        assert answer.status_code == 302 and answer["Location"].endswith("#me")
        html = reads(answer["Location"], client=client)
        assert re.search(
            rf'id="me" class="is-me">.*?>{rated.user.username}</a> <span class="you">you',
            html,
            re.DOTALL,
        )
    assert "Find me" not in reads()
    assert Client().get(f"{BOARD}?find=me").status_code == 200


def test_seasons() -> None:
    ann = person("ann")
    for season, value in [("", 1700), ("2026Q1", 1600), ("2025Q4", 1550), ("2026Q2", 1650)]:
        rating(ann, value, season=season)
    rating(ann, 1500, season="2024Q4", established=False)
    html = reads(f"{BOARD}?season=2026Q1")
    assert "<b>1600</b>" in html and "Jan–Mar 2026" in html
    assert selectors.seasons("lost_cities", "two") == ["2026Q2", "2026Q1", "2025Q4"]
    for impossible in ("2026Q5", "autumn", "0000Q1", "20261"):
        assert Client().get(f"{BOARD}?season={impossible}").status_code == 404
    current = seasons.name(timezone.now())
    assert (
        "The season ends on" in reads(f"{BOARD}?season={current}")
        and "The season ends on" not in html
    )


def test_names_and_days_of_seasons() -> None:
    for month, season, last in [
        (1, "2026Q1", "31 March"),
        (6, "2026Q2", "30 June"),
        (9, "2026Q3", "30 September"),
        (12, "2026Q4", "31 December"),
    ]:
        assert seasons.name(datetime(2026, month, 30 if month > 2 else 1, tzinfo=UTC)) == season
        assert f"{seasons.last_day(season):%-d %B}" == last


def test_ladders_of_a_game_that_has_both(toy_game: None) -> None:
    ann, ben = person("ann"), person("ben")
    rating(ann, 1600, game="toy")
    rating(ben, 1700, game="toy", ladder="many")
    html = reads("/leaderboard/toy/")
    assert names(html) == ["ann"] and "Three or more" in html
    for ladder, name in [("many", "ben"), ("two", "ann"), ("nonsense", "ann")]:
        assert names(reads(f"/leaderboard/toy/?ladder={ladder}")) == [name]
    assert "Three or more" not in reads(), "Lost Cities is for two"


def test_facts_fill_a_short_list() -> None:
    ann, ben = person("ann"), person("ben")
    rating(ann, 1600)
    rating(ben, 1588)
    table = ended(ann, ben, at=timezone.now())
    change(table, ann, 1570, 1600)
    change(table, ben, 1610, 1588)
    html = reads(user=ben)
    assert (
        "ann, +30" in html
        and "1 game<" in html
        and "Behind number 1" in html
        and "12 points" in html
    )
    people(9, 1400)
    assert "Biggest gain" not in reads(user=ben)


def test_the_number_of_queries_does_not_depend_on_the_number_of_players(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = browser_of(people(30)[12].user)
    reads(client=client)
    with django_assert_max_num_queries(8):
        reads(f"{BOARD}?page=1", client=client)


# --- large lists, whose players are not counted anew for every page


@pytest.fixture
def large(monkeypatch: Patch) -> list[Any]:
    """Every list counts as large, and what would be counted in a thread waits here."""
    waiting: list[Any] = []
    monkeypatch.setattr(ranks, "SMALL", 0)
    monkeypatch.setattr(ranks._pool, "submit", lambda *call: waiting.append(call))
    monkeypatch.setattr(ranks.connection, "close", lambda: None)
    return waiting


def test_a_large_list_is_counted_once_in_a_while(large: list[Any], monkeypatch: Patch) -> None:
    ranking, now = Ranking("lost_cities", "two", ""), timezone.now()
    people(3)
    assert ranks.of(ranking, now).total == 3
    rating(person("late"), 1600)
    assert ranks.of(ranking, now).total == 3 and not large, "the count still holds"
    monkeypatch.setattr(ranks, "FRESH", -1)
    assert ranks.of(ranking, now).total == 3 and len(large) == 1, (
        "used once more while somebody counts"
    )
    assert ranks.of(ranking, now).total == 3 and len(large) == 1, "and one of them is enough"
    function, *arguments = large.pop()
    function(*arguments)
    monkeypatch.setattr(ranks, "FRESH", 30)
    assert ranks.of(ranking, now).total == 4 and not large


def test_ranks_hold_for_values_that_came_after_the_count(large: list[Any]) -> None:
    people(3, 1500, -10)
    ranked = ranks.of(Ranking("lost_cities", "two", ""), timezone.now())
    assert [ranked.ahead(value) for value in (1600, 1500, 1495, 1490, 1480, 1000)] == [
        0,
        0,
        1,
        1,
        2,
        3,
    ]
    assert [ranked.next_above(value) for value in (1600, 1500, 1495, 1000)] == [
        None,
        None,
        1500,
        1480,
    ]
    assert [ranked.start(position) for position in (0, 1, 2)] == [(1500, 0), (1490, 0), (1480, 0)]


def test_without_a_cache_the_players_are_counted(large: list[Any], redis_server: Any) -> None:
    people(2)
    redis_server.stop()
    try:
        assert len(rows(reads())) == 2 and len(rows(reads())) == 2
    finally:
        redis_server.start()


def test_a_full_page_is_light() -> None:
    people(50)
    assert len(gzip.compress(reads().encode(), 6)) < 12_000
