from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from accounts.models import User
from games.community.people import services as people
from games.community.people.models import Kind
from games.kernel import shuffle
from games.lobby.pairing import selectors, services
from games.lobby.pairing.models import Ticket
from games.lobby.pairing.views import words_for
from games.tables.errors import NotPossible
from games.tables.models import Seat, Status, Table
from tests.kit.played import sits_down
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def looks(
    user: User, now: datetime = NOON, clock: str = "normal", rated: bool = False, **more: Any
) -> Ticket:
    facts = {"game": "lost_cities"} | more
    return services.search(user=user, clock=clock, rated=rated, now=now, **facts)


def found(ticket: Ticket, now: datetime = NOON) -> Table | None:
    return services.match(ticket_id=ticket.pk, now=now)


def test_two_who_want_the_same_sit_at_one_table(cast: dict[str, User]) -> None:
    first = looks(cast["ann"], rated=True)
    assert found(first) is None
    second = looks(cast["ben"], rated=True, now=NOON + SECOND)
    table = found(second, NOON + SECOND)
    assert table is not None and table.rated and not table.private
    table.refresh_from_db()
    assert table.status == Status.RUNNING and table.time_control == "normal"
    assert {seat.user for seat in table.seats.all()} == {cast["ann"], cast["ben"]}
    assert {ticket.table for ticket in Ticket.objects.all()} == {table}
    assert found(first) is None  # a request that comes twice finds nothing more


def test_the_shuffle_follows_from_the_secret_that_the_elder_page_has_sealed(
    cast: dict[str, User],
) -> None:
    first, second = looks(cast["ann"]), looks(cast["ben"], now=NOON + SECOND)
    services.keep_alive(user_id=cast["ann"].pk, nonce="a" * 32, now=NOON + SECOND)
    services.keep_alive(
        user_id=cast["ann"].pk, nonce="b" * 32, now=NOON + SECOND
    )  # the first one stands
    table = found(second, NOON + 2 * SECOND)
    assert table is not None and table.commitment == first.commitment
    assert shuffle.commitment(bytes(table.secret)) == table.commitment
    assert Seat.objects.get(table=table, user=cast["ann"]).nonce == "a" * 32
    assert not any(ticket.secret for ticket in Ticket.objects.all())


@pytest.mark.parametrize(
    "terms", [{"clock": "fast"}, {"rated": True}, {"game": "odin"}, {"clock": "daily"}]
)
def test_other_terms_do_not_fit(cast: dict[str, User], terms: dict[str, Any]) -> None:
    looks(cast["ann"])
    assert found(looks(cast["ben"], **terms)) is None


def test_a_page_that_is_gone_is_not_found_and_its_ticket_ends(cast: dict[str, User]) -> None:
    looks(cast["ann"])
    late = NOON + 15 * SECOND
    assert found(looks(cast["ben"], now=late), late) is None
    services.keep_alive(user_id=cast["ann"].pk, now=late)
    assert found(Ticket.objects.get(user=cast["ben"]), late) is not None
    looks(cast["cal"], now=late)
    assert services.delete_expired(now=late + 3 * MINUTE) == 1


def test_by_correspondence_a_ticket_waits_for_days_and_is_withdrawn(cast: dict[str, User]) -> None:
    ticket = looks(cast["ann"], clock="daily")
    other = looks(cast["ann"], clock="weekly", game="odin")
    assert services.delete_expired(now=NOON + 13 * DAY) == 0
    assert services.stop(user_id=cast["ann"].pk, ticket_id=other.pk)
    assert not services.stop(user_id=cast["ben"].pk, ticket_id=ticket.pk)  # not his
    assert found(looks(cast["ben"], clock="daily", now=NOON + 2 * DAY), NOON + 2 * DAY) is not None


def test_who_has_blocked_whom_is_never_paired_and_who_just_met_after_a_while(
    cast: dict[str, User],
) -> None:
    people.tie(user=cast["ann"], other=cast["ben"], kind=Kind.BLOCK, now=NOON)
    first, second = looks(cast["ann"]), looks(cast["ben"])
    assert found(first) is None and found(second) is None
    services.stop(user_id=cast["ben"].pk, ticket_id=second.pk)
    sits_down(cast, "ann", "cal", game="odin", seats=2)
    looks(cast["cal"])
    assert found(first) is None
    later = NOON + MINUTE
    for name in ("ann", "cal"):
        services.keep_alive(user_id=cast[name].pk, now=later)
    assert found(first, later) is not None


def test_the_nearest_rating_is_found_first_and_a_far_one_later(cast: dict[str, User]) -> None:
    mine = looks(cast["ann"])
    for name, rating in (("ben", 1590), ("cal", 1510), ("dee", 2300)):
        Ticket.objects.filter(pk=looks(cast[name]).pk).update(rating=rating)
    table = found(mine)
    assert table is not None and table.seats.filter(user=cast["cal"]).exists()
    ben, dee = (Ticket.objects.get(user=cast[name]) for name in ("ben", "dee"))
    assert found(dee) is None
    later = NOON + 2 * MINUTE
    for name in ("ben", "dee"):
        services.keep_alive(user_id=cast[name].pk, now=later)
    assert found(dee, later) is not None and ben.pk


def test_one_live_ticket_each_and_the_same_again_is_the_same(cast: dict[str, User]) -> None:
    first = looks(cast["ann"])
    assert looks(cast["ann"], now=NOON + SECOND) == first
    other = looks(cast["ann"], game="odin")
    assert list(Ticket.objects.all()) == [other]


def test_guests_look_for_unrated_live_games_alone(cast: dict[str, User]) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(is_guest=True)
    cast["ann"].refresh_from_db()
    for terms in ({"rated": True}, {"clock": "daily"}):
        with pytest.raises(NotPossible):
            looks(cast["ann"], **terms)  # type: ignore[arg-type]
    assert looks(cast["ann"]).pk
    for terms in ({"game": "chess"}, {"clock": "untimed"}, {"clock": "soon"}):
        with pytest.raises(NotPossible):
            looks(cast["ben"], **terms)


def test_how_long_it_takes_is_told_from_ten_finds_on(cast: dict[str, User]) -> None:
    for number in range(10):
        assert selectors.median_wait("lost_cities", True, NOON) is None
        ticket = looks(cast["ann"], now=NOON - MINUTE)
        Ticket.objects.filter(pk=ticket.pk).update(
            found_at=ticket.made_at + timedelta(seconds=35 + number)
        )
    assert words_for(selectors.median_wait("lost_cities", True, NOON)) == "40 s"
    assert selectors.median_wait("lost_cities", True, NOON + 8 * DAY) is None


def test_whoever_plays_a_bot_meanwhile_goes_on_waiting(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post("/find/", {"game": "lost_cities", "clock": "normal"}).status_code == 303
    page = client.get("/find/").content.decode()
    assert "Looking for an opponent" in page and "Play the bot" in page
    answer = client.post("/find/bot/")
    table = answer["Location"].strip("/").partition("/")[2]
    ticket = Ticket.objects.get()
    assert ticket.meanwhile_id == table and client.get(f"/t/{table}/").status_code == 200
    later = ticket.seen_at + 30 * SECOND
    other = looks(User.objects.create_user("eve"), now=later)
    assert found(other, later) is not None


def test_the_page_beats_is_brought_to_the_table_and_stops(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.post("/find/", {"game": "lost_cities", "clock": "normal"})
    assert client.post("/find/beat/").json() == {"looking": True, "table": ""}
    ticket = Ticket.objects.get()
    other = looks(User.objects.create_user("eve"), now=ticket.seen_at)
    table = found(other, ticket.seen_at)
    assert table is not None
    assert client.post("/find/beat/").json() == {"looking": False, "table": f"/t/{table.id}/"}
    assert client.get("/find/")["Location"] == f"/t/{table.id}/"
    assert client.post("/find/", {"game": "lost_cities", "clock": "nonsense"}).status_code == 422
    assert Client().post("/find/beat/").status_code == 404


def test_the_task_does_not_pair_a_page_that_is_gone(cast: dict[str, User]) -> None:
    gone = looks(cast["ann"])
    late = NOON + 60 * SECOND
    looks(cast["ben"], now=late)
    assert services.match(ticket_id=gone.pk, now=late) is None


def test_whoever_sits_down_elsewhere_looks_no_longer(cast: dict[str, User]) -> None:
    looks(cast["ann"])
    sits_down(cast, "ann", "cal", game="odin", clock="normal")
    assert found(looks(cast["ben"])) is None
    assert services.keep_alive(user_id=cast["ann"].pk, now=NOON) is None
    assert not Ticket.objects.filter(user=cast["ann"]).exists()


@pytest.fixture
def ann(cast: dict[str, User]) -> User:
    return cast["ann"]


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_come_to_ten_tables_and_nobody_to_two() -> None:
    users = [User.objects.create_user(f"player{number}") for number in range(20)]

    def looking(user: User) -> None:
        try:
            ticket = looks(user)
            for _ in range(2):
                services.match(ticket_id=ticket.pk, now=NOON + SECOND)
        finally:
            connections.close_all()

    workers = 8 if connection.vendor == "postgresql" else 2
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(looking, users))
    services.match_all(now=NOON + SECOND)
    seats = Counter(Seat.objects.values_list("user", flat=True))
    assert set(seats.values()) == {1} and len(seats) == 20
    assert Table.objects.count() == 10
    assert not Ticket.objects.filter(found_at=None).exists()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_ticket_given_back_in_the_same_moment_seats_both_or_nobody(
    cast: dict[str, User], together: Callable[..., Any]
) -> None:
    first, second = looks(cast["ann"]), looks(cast["ben"])

    together(
        partial(services.match, ticket_id=second.pk, now=NOON),
        partial(services.stop, user_id=cast["ann"].pk, ticket_id=first.pk),
    )
    assert Seat.objects.count() in (0, 2)
    assert Ticket.objects.filter(found_at=None).count() == (0 if Seat.objects.count() else 1)
