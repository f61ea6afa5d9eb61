"""Pages on which players and their public games are found."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import rename
from accounts.services.names import reserve
from games.lobby import public_games
from games.lobby.filters import Filters
from games.tables.models import Table
from tests.kit.played import sits_down
from tests.lobby.conftest import NOON
from tests.ratings.factory import ended, person, rating, running
from tests.tables.pages import Element, read

Visits = Callable[..., Client]
Opens = Callable[..., Table]
DAY = timedelta(days=1)


def page(client: Client, path: str) -> Element:
    answer = client.get(path)
    assert answer.status_code == 200
    return read(answer.content.decode()).one("main", id="content")


def tables(found: Element) -> list[str]:
    """Return the ids of the tables that a page lists, in its order."""
    rows = found.all("li", class_="watched")
    return [row.one("a", class_="button").attributes["href"].split("/")[2] for row in rows]


def people(found: Element) -> list[tuple[str, str]]:
    """Return names and lines of the people that a page lists."""
    return [
        (row.one("a", class_="cut").text.replace(" ", ""), row.one("p", class_="row__line").text)
        for row in found.all("li", class_="person-row")
    ]


# --- games to watch


def test_public_games_of_people_are_listed_newest_first(
    deals: Opens, opens: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    first, second = deals("ann", "ben", clock="normal"), deals("cal", "dee")
    Table.objects.filter(pk=first.pk).update(started_at=NOON - DAY)
    deals("ann", "cal", private=True)
    opens("ben")
    sits_down(cast, "ann", bots={1: "club"})
    for name in (None, "ann"):
        assert tables(page(visits(name), "/watch/")) == [second.pk, first.pk]
    assert tables(page(visits(), "/watch/?pace=live")) == [first.pk]
    assert tables(page(visits(), "/watch/?game=odin")) == []
    assert "ann against ben" in page(visits(), "/watch/?pace=live").text


def test_the_front_page_shows_some_of_them(deals: Opens, visits: Visits) -> None:
    assert "Games to watch" not in page(visits(), "/").text
    for _ in range(6):
        deals("ann", "ben")
    found = page(visits(), "/")
    assert len(tables(found)) == public_games.STRIP
    assert "All running games" in found.text
    assert tables(page(visits("ann"), "/")) == [], "one's own stand above"


def test_without_games_the_page_shows_ways_on(visits: Visits) -> None:
    found = page(visits(), "/watch/")
    assert "No public games right now" in found.text
    assert len(found.one(class_="message").all("a")) == 2
    assert "No games like this" in page(visits(), "/watch/?rated=on").text


# --- the archive


def test_games_that_ended_in_public_by_game_player_and_time(
    visits: Visits, cast: dict[str, User]
) -> None:
    ann, ben, cal = (cast[name] for name in ("ann", "ben", "cal"))
    now = timezone.now()
    old = ended(ann, ben, scores="61 44", at=now - 9 * DAY)
    new = ended(ben, cal, at=now - 2 * DAY, game="odin", places="21", ended_by="resign")
    ended(ann, ben, private=True, at=now)
    ended(ann, ben, ended_by="abort", at=now)
    running(ann, ben)
    client = visits()
    for query, found in {
        "": [new.pk, old.pk],
        "game=odin": [new.pk],
        "player=ann": [old.pk],
        "player=BEN": [new.pk, old.pk],
        "player=ben&game=lost_cities": [old.pk],
        "player=cal&game=lost_cities": [],
        "player=an": [old.pk],
        "player=A": [],
        "when=day": [],
        "when=week": [new.pk],
        "when=month&player=be": [new.pk, old.pk],
        "when=ever&game=nothing": [new.pk, old.pk],
    }.items():
        assert tables(page(client, f"/games/archive/?{query}")) == found, query
    text = page(client, "/games/archive/").text
    assert "ann won 61 : 44" in text and "cal won by resignation" in text
    nobody = page(client, "/games/archive/?player=%3Cb%3Ezoe")
    assert "No player’s name begins with “<b>zoe”" in nobody.text and tables(nobody) == []


def test_a_whole_name_means_that_player_and_a_beginning_all_who_have_it(
    visits: Visits, cast: dict[str, User]
) -> None:
    ann, annabel, ben = cast["ann"], person("Annabel"), cast["ben"]
    both = ended(ann, annabel, at=NOON)
    hers = ended(annabel, ben, at=NOON - DAY)
    client = visits()
    assert tables(page(client, "/games/archive/?player=ann")) == [both.pk]
    assert tables(page(client, "/games/archive/?player=anna")) == [both.pk, hers.pk]
    assert tables(page(client, "/games/archive/?player=AN")) == [both.pk, hers.pk]


def test_results_in_words(visits: Visits, cast: dict[str, User]) -> None:
    told: list[tuple[str, dict[str, str], str]] = [
        ("11", {"scores": "40 40"}, "Draw 40 : 40"),
        ("11", {"ended_by": "draw"}, "Draw"),
        ("21", {"scores": "-4 12"}, "ben won 12 : \u22124"),
        ("12", {"ended_by": "flag"}, "ann won on time"),
    ]
    for days, (places, more, _result) in enumerate(told):
        ended(cast["ann"], cast["ben"], places=places, at=NOON - days * DAY, **more)
    rows = page(visits(), "/games/archive/").all("li", class_="watched")
    assert [row.one("b").text for row in rows] == [result for _places, _more, result in told]


def test_pages_of_the_archive_have_keys(
    visits: Visits, cast: dict[str, User], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """The pages show every game once, also where many ended at the same moment."""
    ann, ben = cast["ann"], cast["ben"]
    all_of_them = {ended(ann, ben, at=NOON - n // 20 * DAY).pk for n in range(60)}
    client, path, seen = visits(), "/games/archive/?player=ann", []
    for _page in range(3):
        with django_assert_max_num_queries(3):
            found = page(client, path)
        seen += tables(found)
        older = [link for link in found.all("a", rel="next")]
        path = f"/games/archive/{older[0].attributes['href']}" if older else ""
    assert not path and len(seen) == 60 and set(seen) == all_of_them
    for odd in ("x", "2026-11-21T12:00:00~abc", "9~9", "2026-11-21T12:00:00%2B00:00~%00"):
        answer = client.get(f"/games/archive/?after={odd}")
        assert answer.status_code in (200, 400)


def test_the_archive_knows_former_names(visits: Visits, cast: dict[str, User]) -> None:
    table = ended(cast["ann"], cast["ben"])
    rename(user=cast["ann"], name="Zoë", now=NOON)
    for name in ("ann", "zoe"):
        found = page(visits(), f"/games/archive/?player={name}")
        assert tables(found) == [table.pk] and "Zoë" in found.text


def test_lists_are_read_from_an_index(db: None) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL reads a table of few rows as a whole
    queries = {
        "table_running": public_games.running_tables(Filters()),
        "table_archive_game": public_games.ended_tables(game="odin"),
        "table_archive": public_games.ended_tables(),
    }
    searched = User.objects.filter(username__istartswith="be", is_guest=False)[:20].explain()
    assert "INDEX user_name_start (username>? AND username<?)" in searched, searched
    for index, found in queries.items():
        by = "-started_at" if index == "table_running" else "-ended_at"
        plan = found.order_by(by, "-pk")[:24].explain()
        assert re.search(rf"INDEX {index}\b", plan) and "TEMP B-TREE" not in plan, plan


@pytest.mark.django_db(transaction=True)
def test_the_index_of_names_outlives_a_rebuilt_table() -> None:
    """On SQLite a change of a column builds the table anew, with the indexes that Django knows."""
    if connection.vendor != "sqlite":
        return
    known = MigrationLoader(connection).project_state().apps
    with connection.schema_editor() as editor:
        editor._remake_table(known.get_model("accounts", "user"))
    searched = User.objects.filter(username__istartswith="be").explain()
    assert "INDEX user_name_start (username>? AND username<?)" in searched, searched


# --- players


def test_players_are_found_by_the_start_of_their_names(visits: Visits, db: None) -> None:
    for name in ("benjamin", "Bente_x", "Ruben", "B"):
        person(name)
    person("Bento", is_guest=True)
    person("Benno", closed_at=NOON)
    rating(User.objects.get(username="ben"), 1612, last_at=timezone.now() - timedelta(hours=3))
    client = visits()
    found = page(client, "/players/?q=ben")
    assert people(found) == [
        ("ben", "played 3 h ago"),
        ("benjamin", "no rated game yet"),
        ("Bente_x", "no rated game yet"),
    ]
    assert [mark.text for mark in found.all("mark")] == ["ben", "ben", "Ben"]
    assert "1612" in found.text and "3 players’ names begin with “ben”" in found.text
    assert people(page(client, "/players/?q=%25")) == people(page(client, "/players/?q=_e")) == []
    assert "at least the first two letters" in page(client, "/players/?q=b").text
    assert "Nobody is called “<i>ben”" in page(client, "/players/?q=%3Ci%3Eben").text


def test_names_in_other_letters_are_found(visits: Visits, db: None) -> None:
    for name in ("Élodie", "Ярослав", "דנה"):
        reserve(person(name))
    client = visits()
    searches = (
        ("él", "Élodie"),
        ("ELO", "Élodie"),
        ("яр", "Ярослав"),
        ("Яр", "Ярослав"),
        ("דנ", "דנה"),
    )
    for start, name in searches:
        (row,) = page(client, f"/players/?q={start}").all("li", class_="person-row")
        assert name in row.one("a", class_="cut").text.replace(" ", "")
        assert row.one("span", class_="face").text == name[0]


def test_a_search_finds_twenty_at_most(
    visits: Visits, db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(25):
        person(f"many{number:02}")
    with django_assert_max_num_queries(2):
        found = page(visits(), "/players/?q=MANY")
    assert len(people(found)) == 20 and "The first 20" in found.text


def test_players_opens_people(deals: Opens, visits: Visits, cast: dict[str, User]) -> None:
    """Whom one has met, who plays now, who has played lately: in public all of them."""
    assert "Nobody has played in public yet" in page(visits(), "/players/").text
    deals("ann", "ben")
    ended(cast["cal"], cast["dee"], at=timezone.now() - timedelta(hours=2))
    ended(person("Eve"), person("Finn"), private=True)
    assert people(page(visits(), "/players/")) == [
        ("ann", "plays Lost Cities with ben"),
        ("ben", "plays Lost Cities with ann"),
        ("cal", "played 2 h ago"),
        ("dee", "played 2 h ago"),
    ]
    assert ("dee", "1 game with you") in people(page(visits("cal"), "/players/"))
    assert "Eve" not in dict(people(page(visits("ann"), "/players/")))


def test_of_many_players_one_is_named(visits: Visits, cast: dict[str, User]) -> None:
    ann, ben, cal, dee = cast.values()
    running(ann, ben, cal, dee, game="odin")
    running(person("Eve"), person("Finn"), person("Gus"), game="odin")
    said = dict(people(page(visits(), "/players/")))
    assert said["ann"] == "plays Odin with ben and 2 others"
    assert said["Eve"] == "plays Odin with Finn and Gus"


def test_the_page_costs_the_same_for_many(
    deals: Opens,
    visits: Visits,
    cast: dict[str, User],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(8):
        deals("ann", "ben")
        ended(cast["cal"], cast["ann"])
    client = visits("ann")
    client.get("/games/")
    with django_assert_max_num_queries(13):
        page(client, "/players/")
