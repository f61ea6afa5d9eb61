"""Tables that wait for somebody, and the link to them on every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import redis
import time_machine

from games.kernel import clock
from games.notices import selectors
from games.tables.live import presence
from games.tables.models import Seat, Table
from tests.kit.servers import Valkey
from tests.kit.types import Cast, Visits
from tests.notices.conftest import DAY, HOUR, NOON, Deals

pytestmark = pytest.mark.django_db


def test_the_tables_that_wait_the_nearest_deadline_first(deals: Deals, cast: Cast) -> None:
    weekly, daily, untimed = (
        deals("ann", "ben", clock=name) for name in ("weekly", "daily", "untimed")
    )
    others = deals("ben", "ann")
    turns = selectors.turns(cast["ann"].pk)
    assert turns.ids == (daily.id, weekly.id, untimed.id)
    assert turns.unhurried == (daily.id, weekly.id) and turns.count == 3
    assert selectors.turns(cast["ben"].pk).ids == (others.id,)
    assert selectors.turns(cast["cal"].pk).count == selectors.turns(None).count == 0


def test_a_seat_that_a_caretaker_plays_for_waits_for_nobody(deals: Deals, cast: Cast) -> None:
    game = deals("ann", "ben")
    Seat.objects.filter(table=game.id, user=cast["ann"]).update(left_by="flag", left_ply=3)
    assert selectors.turns(cast["ann"].pk).count == 0


def test_one_query(
    deals: Deals, cast: Cast, django_assert_num_queries: Callable[..., object]
) -> None:
    for _ in range(3):
        deals("ann", "ben")
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        assert selectors.turns(cast["ann"].pk).count == 3


@pytest.mark.database
def test_a_mark_says_that_something_has_changed(deals: Deals, cast: Cast) -> None:
    """As the database says it for many at once, it is what follows from the tables themselves."""

    def mark(name: str) -> selectors.Mark:
        user_id = cast[name].pk
        found = selectors.marks([user.pk for user in cast.values()]).get(user_id, selectors.Mark())
        assert found == selectors.Mark.of(
            selectors.running(user_id), selectors.turns(user_id), selectors.new_items(user_id)
        )
        return found

    assert mark("ann") == mark("dee") == selectors.Mark()
    one, other = deals("ann", "ben"), deals("ann", "cal")
    assert (mark("ann").count, mark("ben").count, mark("ben").running) == (2, 0, 1)
    seen = {mark("ann")}
    for game in (one, other):
        game.turn("ann")
        seen.add(mark("ann"))
    Seat.objects.filter(table=one.id, user=cast["ben"]).update(left_by="flag", left_ply=4)
    assert len(seen) == 3 and mark("ben") == selectors.Mark()


def test_the_next_one_goes_round() -> None:
    turns = selectors.Turns(("a", "b", "c"))
    assert [turns.after(table) for table in ("", "a", "b", "c", "x")] == ["a", "b", "c", "a", "a"]
    assert selectors.Turns().after("a") is None


@pytest.mark.parametrize(
    "name",
    ["custom 48h+24h/120h", "custom 4h+1h/4h", "custom 300+20", "custom 30+5", *clock.PRESETS],
)
def test_the_database_knows_correspondence_as_the_clock_does(name: str, deals: Deals) -> None:
    game = deals("ann", "ben")
    Table.objects.filter(pk=game.id).update(time_control=name)
    assert Seat.objects.filter(
        selectors.BY_CORRESPONDENCE, table=game.id
    ).exists() == selectors.is_unhurried(name)


# --- on every page ---


@pytest.mark.parametrize(
    "path", ["/", "/games/", "/accounts/", "/tables/new/", "/rules/lost_cities/", "/nowhere/"]
)
def test_every_page_says_how_many_wait(path: str, deals: Deals, visits: Visits) -> None:
    deals("ann", "ben"), deals("ann", "ben")
    ann, ben, stranger = (
        visits(*name).get(path, follow=True).content.decode() for name in (["ann"], ["ben"], [])
    )
    assert "<title>(2) " in ann and 'class="your-turn" href="/next/"' in ann and ">2</b>" in ann
    assert "favicon-turn" in ann.partition("</head>")[0]
    assert "<title>(" not in ben and 'class="your-turn"' not in ben and 'id="turns"' in ben
    assert "favicon-turn" not in ben.partition("</head>")[0]
    assert 'id="turns"' not in stranger


@time_machine.travel(NOON + 2 * HOUR, tick=False)
def test_a_table_s_page_leads_on_from_it(deals: Deals, visits: Visits) -> None:
    one, two = deals("ann", "ben"), deals("ann", "ben", now=NOON + HOUR)
    ann = visits("ann")
    assert f'href="/next/?from={one.id}"' in ann.get(f"/t/{one.id}/").content.decode()
    assert ann.get("/next/")["Location"] == f"/t/{one.id}/"
    assert ann.get(f"/next/?from={one.id}")["Location"] == f"/t/{two.id}/"
    assert ann.get(f"/next/?from={two.id}")["Location"] == f"/t/{one.id}/"
    for crooked in ("//evil.example", "'\"><script>"):
        assert ann.get(f"/next/?from={crooked}")["Location"] == f"/t/{one.id}/"


@pytest.mark.parametrize("name", [None, "ben"])
def test_who_has_no_turn_comes_to_the_lobby(name: str | None, deals: Deals, visits: Visits) -> None:
    deals("ann", "ben")
    assert visits(name).get("/next/")["Location"] == "/"


def test_the_link_alone(deals: Deals, visits: Visits) -> None:
    game = deals("ann", "ben", now=NOON - DAY)
    answer = visits("ann").get("/turns/")
    assert (
        answer.content.decode().strip().startswith('<a id="turns"')
        and f'data-tables="{game.id}"' in answer.content.decode()
    )
    assert "no-store" in answer["Cache-Control"] and visits().get("/turns/").status_code == 204


# --- who looks ---


def test_whoever_opens_a_table_s_page_looks_at_it(deals: Deals, visits: Visits, cast: Cast) -> None:
    game, other = deals("ann", "ben"), deals("ann", "ben")
    ann = visits("ann")
    ann.get("/games/")
    ann.get(f"/t/{game.id}/?ply=1")  # the past is another page
    assert not presence.is_looking(game.id, cast["ann"].pk)
    ann.get(f"/t/{game.id}/")
    assert presence.is_looking(game.id, cast["ann"].pk)
    assert not presence.is_looking(other.id, cast["ann"].pk) and not presence.is_looking(
        game.id, cast["ben"].pk
    )


def test_a_look_fades(cast: Cast, redis_server: Valkey) -> None:
    presence.record_looking("k3x9", cast["ann"].pk)
    client = redis.Redis(unix_socket_path=str(redis_server.socket))
    (key,) = client.keys("*:looks:k3x9:*")
    assert 0 < client.ttl(key) <= presence.FADES
    client.close()


def test_without_redis_nobody_is_known_to_look(
    deals: Deals, visits: Visits, cast: Cast, settings: Any
) -> None:
    game, ann = deals("ann", "ben"), visits("ann")
    settings.REDIS_URL = "unix:///nowhere"
    assert ann.get(f"/t/{game.id}/").status_code == 200
    assert not presence.is_looking(game.id, cast["ann"].pk)
