"""The words of the front page to visitors and to players."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.ratings.models import Rating
from games.registry import engines
from games.screens.phrases import minus
from games.tables import services
from games.tables.models import Seat, Table
from tests.kit.played import Played, dealt, sits_down
from tests.lobby.conftest import NOON
from tests.tables.pages import read, sends

Visits = Callable[..., Client]
Opens = Callable[..., Table]


def text(client: Client, path: str = "/", **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def sit_buttons(html: str) -> list[str]:
    """Ids of the tables that can be sat down at, as the page lists them."""
    return re.findall(r'formaction="/t/(\w+)/sit/"', html)


def test_a_visitor_may_play_as_guest_and_sees_the_games(visits: Visits) -> None:
    client = visits()
    html = text(client)
    for words in ("Look around as a guest", "Lost Cities", "No open tables right now"):
        assert words in html
    assert "csrftoken" in client.cookies
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert token is not None
    answer = client.post("/accounts/guest/", {"next": "/", "csrfmiddlewaretoken": token[1]})
    assert answer.status_code == 302 and answer["Location"] == "/"
    assert "Guest" in text(client)


def test_open_tables_are_listed_newest_first(opens: Opens, visits: Visits) -> None:
    first, second = opens("ann"), opens("ben")
    Table.objects.filter(pk=first.id).update(created_at=NOON.replace(hour=11))
    html = text(visits())
    assert sit_buttons(html) == [second.id, first.id]
    assert "(2)" in read(html).one("h2", id="open-tables-title").text


def test_a_row_says_what_differs_and_how_old_it_is(
    opens: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    """The default of everything is not worth a word."""
    now = timezone.now()
    opens("ann", clock="normal", rated=True)
    opens("ben", clock="daily", suits="6", rounds="3")
    opens("dee")
    ages = {"ann": timedelta(minutes=6), "ben": timedelta(hours=3), "dee": timedelta(seconds=9)}
    for name, age in ages.items():
        Table.objects.filter(creator=cast[name]).update(created_at=now - age)
    rows = read(text(visits())).all("li", class_="open")
    lines = [row.one("p", class_="open__line").text for row in rows]
    assert lines == [
        "no clock · just now",
        "6 min ago",
        "3 rounds · 6 suits · 1 day a turn · not rated · 3 h",
    ]


def test_many_variations_are_one_word(cast: dict[str, User], visits: Visits) -> None:
    chosen = {option.name: option.choices[-1] for option in engines()["exhibition"].options}
    facts = {"game": "exhibition", "seats": 4, "options": chosen}
    sits_down(cast, "ann", now=timezone.now(), **facts)
    (row,) = read(text(visits())).all("li", class_="open")
    assert row.one("p", class_="open__line").text == "5 variations · no clock · just now"
    assert row.one("p", class_="row__title").text == "Exhibition"


def test_a_row_shows_who_sits_there(cast: dict[str, User], visits: Visits) -> None:
    sits_down(cast, "ann", "ben", game="odin", seats=5, clock="normal")
    Rating.objects.create(
        user=cast["ann"], game="odin", ladder="many", mu=1602, sigma=40, value=1602,
        deviation=40, games=30, won=9, drawn=0, last_at=timezone.now(),
    )  # fmt: skip
    (row,) = read(text(visits())).all("li", class_="open")
    faces = row.one("span", role="img")
    assert faces.attributes["aria-label"] == "2 of 5 seats taken"
    assert [face.text for face in faces.all("span", class_="face")] == ["A", "B", "", "", ""]
    assert row.one("p", class_="open__who").text.endswith("ann Rating: 1602")


def test_a_guest_looks_at_a_rated_table_before_sitting_down(opens: Opens, visits: Visits) -> None:
    rated, other = opens("ann", clock="normal", rated=True), opens("ben")
    client = visits()
    client.get("/")
    client.force_login(User.objects.create(username="guest-4k2fabcd", is_guest=True))
    html = text(client)
    assert sit_buttons(html) == [other.id] and f'href="/t/{rated.id}/"' in html
    assert set(sit_buttons(text(visits("cal")))) == {rated.id, other.id}


def test_own_tables_tell_what_is_left(deals: Opens, visits: Visits, cast: dict[str, User]) -> None:
    game = deals("ann", "ben", clock="weekly")
    Table.objects.filter(pk=game.id).update(
        flag_at=timezone.now() + timedelta(hours=29, minutes=59)
    )
    mover, other = ("ann", "ben") if game.to_act == "0" else ("ben", "ann")
    assert "30 hours left" in text(visits(mover))
    assert "hours left" not in text(visits(other))


def test_sitting_down_from_the_list_by_a_plain_form(opens: Opens, visits: Visits) -> None:
    table, client = opens("ann"), visits("ben")
    html = text(client)
    form = html[html.index('id="lobby"') :]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token is not None
    (address,) = re.findall(r'formaction="(/t/[^"]+)"', form)
    answer = client.post(address, {"csrfmiddlewaretoken": token[1]})
    assert answer.status_code == 303 and answer["Location"] == f"/t/{table.id}/"
    table.refresh_from_db()
    assert table.status == "running"


def test_private_running_and_full_tables_are_not_listed(
    opens: Opens, deals: Opens, visits: Visits
) -> None:
    hidden, running = opens("ann", private=True), deals("ann", "ben")
    listed = text(visits("cal"), HX_Request="true")
    assert hidden.id not in listed and running.id not in listed
    assert hidden.id not in text(visits("cal"))


def test_own_tables_come_first_and_are_not_offered(
    deals: Opens, opens: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    game, waiting, other = deals("ann", "ben"), opens("ann"), opens("dee")
    mover = ("ann", "ben")[int(game.to_act)]
    other_player = "ben" if mover == "ann" else "ann"
    html = text(visits(mover))
    words = ("Your turn", f"/t/{game.id}/", "Open tables", f"/t/{other.id}/sit/")
    assert (places := [html.index(word) for word in words]) == sorted(places)
    pages = {mover: html, other_player: text(visits(other_player))}
    assert waiting.id not in sit_buttons(pages["ann"])
    assert waiting.id in sit_buttons(pages["ben"])
    assert "Others to move" in pages[other_player]


def test_between_two_games_nobody_is_taken_for_new(
    deals: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    assert "No games yet" in text(visits("ann"))
    table = deals("ann", "ben")
    services.resign(table_id=table.id, user_id=cast["ann"].pk, now=NOON)
    html = text(visits("ann"))
    assert "No game at the moment" in html and "Start a new game" in html
    assert "No games yet" not in html


def test_finished_games_are_found_again(
    deals: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    """Their own players find them on the front page, by link or not; nobody else does."""
    tables = [deals("ann", "ben", private=private).id for private in (False, True)]
    for table in tables:
        services.resign(table_id=table, user_id=cast["ann"].pk, now=NOON)
    for name in ("ann", "ben"):
        rows = read(text(visits(name))).all("li", class_="watched")
        assert all("ben won by resignation" in row.text for row in rows)
        ways = [link.attributes["href"] for row in rows for link in row.all("a")]
        assert sorted(ways) == sorted(f"/t/{table}/" for table in tables)
        again = [row.one("form").attributes["action"] for row in rows]
        assert sorted(again) == sorted(f"/t/{table}/rematch/" for table in tables)
    assert not read(text(visits("cal"))).all("li", class_="watched")


def test_after_the_first_games_an_account_keeps_them_and_a_push_tells_of_turns(
    deals: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    assert "Keep your games" not in text(visits("ann"))
    User.objects.filter(pk=cast["ann"].pk).update(is_guest=True)
    for number in range(5):
        table = deals("ann", "ben")
        services.resign(table_id=table.id, user_id=cast["ann"].pk, now=NOON)
        soon = number < 3
        assert ("Keep your games" in text(visits("ann"))) == soon
        assert ("Know when it is your turn" in text(visits("ben"))) == soon


def test_a_rematch_is_asked_for_once(deals: Opens, visits: Visits, cast: dict[str, User]) -> None:
    table = deals("ann", "ben")
    services.resign(table_id=table.id, user_id=cast["ann"].pk, now=NOON)
    services.rematch(table_id=table.id, user=cast["ben"], now=NOON)
    for name in ("ann", "ben"):
        (row,) = read(text(visits(name))).all("li", class_="watched")
        assert not row.all("form") and row.text.endswith("Open : Lost Cities, ann against ben")


def test_games_against_the_same_person_are_told_apart(
    deals: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    games = [Played(deals("ann", "ben").id, cast) for _ in range(2)]
    for game in games:
        mover = game.mover
        discard = next(code for code in game.legal() if code.startswith("discard"))
        game.plays(f"{mover} {discard}", f"{mover} draw stock")
    for name in ("ann", "ben"):
        page = read(text(visits(name)))
        ways = [a for game in games for a in page.all("a", href=f"/t/{game.id}/")]
        told = [page.one(id=way) for a in ways if (way := a.attributes.get("aria-describedby"))]
        assert len(told) == 2 and all("discarded" in words.text for words in told)


def test_your_turn_says_what_the_other_did(
    deals: Opens, visits: Visits, cast: dict[str, User]
) -> None:
    game = Played(deals("ann", "ben").id, cast)
    mover, waiter = game.mover, game.waiter
    discard = next(code for code in game.legal() if code.startswith("discard"))
    game.plays(f"{mover} {discard}")
    assert "You discarded" in text(visits(mover))
    game.takes_back(mover)
    assert "You discarded" not in text(visits(mover))
    game.plays(f"{mover} {discard}", f"{mover} draw stock")
    html = text(visits(waiter))
    assert f"{mover} discarded" in html and f'data-suit="{discard.split()[1][0].lower()}"' in html


def test_a_running_game_says_how_it_stands(cast: dict[str, User], visits: Visits) -> None:
    table = dealt(cast, "ann", "ben", options={"rounds": "3"})
    number = next(code for code in table.legal() if code[:4] == "play" and code[-1] != "x")
    table.plays(f"{table.mover} {number}")
    totals = table.snapshot.view(None).totals
    assert any(totals)
    for seat, name in enumerate(("ann", "ben")):
        mine, theirs = (minus(totals[at]) for at in (seat, 1 - seat))
        assert f"Round 1 of 3 · {mine} to {theirs}" in text(visits(name))


def test_private_tables_are_shown_to_those_who_sit_there(opens: Opens, visits: Visits) -> None:
    table = opens("ann", private=True)
    html = text(visits("ann"))
    assert table.id in html and "by link only" in html


def test_the_header_counts_whose_turn_it_is(deals: Opens, visits: Visits) -> None:
    game = deals("ann", "ben")
    mover = ("ann", "ben")[int(game.to_act)]
    assert 'class="your-turn"' in text(visits(mover), "/games/")
    assert 'class="your-turn"' not in text(visits("cal"), "/games/")


def test_filters_are_a_form_without_scripts(opens: Opens, visits: Visits) -> None:
    live, slow, free = (
        opens("ann", clock="normal", rated=True),
        opens("ben", clock="custom 48h+24h/120h"),
        opens("dee"),
    )
    client = visits()
    for query, ids in {
        "pace=live": [live.id],
        "pace=correspondence": [slow.id],
        "game=lost_cities&seats=2": [live.id, slow.id, free.id],
        "seats=4": [],
        "rated=on": [live.id],
        "rated=on&pace=correspondence": [],
        "pace=%22%3E&game=%3Cscript%3E&seats=99&rated=1": [live.id, slow.id, free.id],
    }.items():
        html = text(client, f"/?{query}", HX_Request="true")
        assert sorted(sit_buttons(html)) == sorted(ids), query
    page = text(client, "/?pace=live&game=lost_cities&seats=2&rated=on")
    assert sit_buttons(page) == [live.id]
    form = read(page).one("form", id="filters")
    assert sends(form) == {"pace": "live", "rated": "on"}
    chosen = [
        option.attributes["value"]
        for option in form.all("option")
        if "selected" in option.attributes
    ]
    assert chosen == ["lost_cities", "2"]
    Table.objects.update(game="forgotten")  # a game that is not offered any more
    assert sit_buttons(text(client)) == []


def test_where_nothing_fits_there_is_a_way_out(opens: Opens, visits: Visits) -> None:
    opens("ann")
    page = read(text(visits(), "/?rated=on")).one(id="open-tables")
    assert "No tables like this right now" in page.text
    assert [link.text for link in page.all("a")] == ["Show all", "Open your own"]


def test_a_list_of_ones_own_tables_alone_says_so(opens: Opens, visits: Visits) -> None:
    opens("ann")
    page = read(text(visits("ann")))
    assert "Only your own tables are open" in page.one(id="open-tables").text
    assert "(0)" in page.one("h2", id="open-tables-title").text
    assert page.one("form", id="lobby").attributes["data-own"] == "1"
    hidden = read(text(visits("ann"), "/?rated=on")).one("form", id="lobby")
    assert hidden.attributes["data-own"] == "0", "its filters leave that table out as well"


def several(host: User, count: int, first: int = 0) -> list[Table]:
    """Open tables of one host, the oldest in front."""
    facts = {"game": "lost_cities", "ruleset": 1, "seat_count": 2, "commitment": "c"}
    facts |= {"secret": b"s", "changed_at": NOON}
    made = [
        Table(creator=host, created_at=NOON + timedelta(minutes=first + number), **facts)
        for number in range(count)
    ]
    Table.objects.bulk_create(made)
    Seat.objects.bulk_create([Seat(table=table, number=0, user=host, nonce="-") for table in made])
    return made


def test_the_older_tables_of_one_host_fold(cast: dict[str, User], visits: Visits) -> None:
    bens, dees = several(cast["ben"], 5), several(cast["dee"], 2, first=10)
    html = text(visits())
    everybodys = [table.id for table in (*dees[::-1], *bens[::-1])]
    assert sit_buttons(html) == everybodys, "all of them can be sat down at"
    (folded,) = re.findall(r'<details class="fold".*?</details>', html, re.DOTALL)
    assert "<summary>3 more tables of ben</summary>" in folded
    assert " open" not in folded.split(">")[0]
    assert sit_buttons(folded) == [table.id for table in bens[2::-1]]
    several(cast["dee"], 1)
    assert "1 more table of dee" in text(visits())
    assert "of ben</summary>" not in text(visits("ben")), "one's own are not offered"


def test_pages_of_open_tables_work_by_links(cast: dict[str, User], visits: Visits) -> None:
    hosts = [User.objects.create_user(f"host{number}", password=None) for number in range(15)]
    tables = [
        table for number, host in enumerate(hosts) for table in several(host, 2, first=10 * number)
    ][::-1]
    client, pages = visits(), ["/", "/?page=2", "/?page=3"]
    first, second, third = htmls = [text(client, path) for path in pages]
    seen = [table for html in htmls for table in sit_buttons(html)]
    for path, html in zip(pages, htmls, strict=True):
        assert sit_buttons(text(client, path, HX_Request="true")) == sit_buttons(html)
    assert len(tables) == 30 == len(seen) and set(seen) == {table.id for table in tables}
    assert re.search(r'href="/\?page=2#open-tables-title"\s*>Older tables', first)
    assert re.search(r'href="/\?page=1#open-tables-title"\s*>Newer tables', second)
    assert "Newer tables" not in first and "Older tables" not in second
    assert "No more open tables." in third and "Newer tables" in third
    assert 'data-shown="2"' in second
    for odd in ("0", "-1", "x", "99999", "%C2%B2", "1001"):
        listed = text(client, f"/?page={odd}", HX_Request="true")
        assert sit_buttons(listed) == sit_buttons(first)
    filtered = text(client, "/?page=2&game=lost_cities")
    assert 'href="/?page=1&amp;game=lost_cities#open-tables-title"' in filtered
    assert len(sit_buttons(filtered)) == 6


def test_hostile_names_are_text(opens: Opens, cast: dict[str, User], visits: Visits) -> None:
    cast["ann"].username = '<img src=x onerror="x">'
    cast["ann"].save()
    services.sit(table_id=opens("ann").id, user=cast["ben"], now=NOON)
    opens("ann")
    for page in (
        text(visits("cal")),
        text(visits("ben")),
        text(visits("ann"), "/games/"),
        text(visits(), HX_Request="true"),
    ):
        assert "<img src=x" not in page and 'onerror="' not in page


def test_the_poll_gets_the_list_alone(opens: Opens, visits: Visits) -> None:
    mine, other = opens("ann"), opens("ben")
    html = text(visits("ann"), HX_Request="true")
    assert html.lstrip().startswith('<div id="open-tables"') and "csrfmiddlewaretoken" not in html
    assert sit_buttons(html) == [other.id] and mine.id not in html


def test_a_full_lobby_costs_no_more_queries(
    opens: Opens,
    deals: Opens,
    visits: Visits,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(6):
        deals("ann", "ben"), deals("cal", "ann"), opens("dee"), opens("ann")
    client = visits("ann")
    client.get("/games/")  # the device has been seen today
    for path in ("/", "/games/", "/games/lost_cities/"):
        with django_assert_max_num_queries(20):
            text(client, path)


def test_a_visitor_of_the_front_page_costs_few_queries(
    cast: dict[str, User], visits: Visits, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """However many tables: the tables, those who sit there, the ratings of the hosts, whether there
    is something to watch, and the deals of the day."""
    for name in ("ann", "ben", "cal"):
        several(cast[name], 6)
    client = visits()
    with django_assert_max_num_queries(5):
        text(client)
    for name in ("dee", "ann"):
        several(cast[name], 20, first=100)
    with django_assert_max_num_queries(6):
        text(client)


def test_games_and_rules(visits: Visits) -> None:
    client = visits()
    games = text(client, "/games/")
    assert all(f'href="/games/{slug}/"' in games for slug in engines())
    assert all(f'href="/rules/{slug}/"' in games for slug in engines())
    assert re.search(r'href="/games/"\s+aria-current="page"', games)
    for path in ("/rules/", "/learn/"):  # once lists of their own
        assert client.get(path)["Location"] == "/games/"
    for path in ("/rules/nothing/", "/rules/base/", "/games/nothing/"):
        assert client.get(path).status_code == 404
    for path in ("/", "/games/", "/games/odin/", "/rules/"):
        assert Client().post(path).status_code == 405
