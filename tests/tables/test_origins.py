"""Origins: who came to a rated table from the same address is kept, the hash of the address for
some time only, the address never."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import RequestFactory

from accounts import address_hashes
from accounts.models import User
from games.tables import services
from games.tables.models import Seat, Table
from tests.kit.played import client_of
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ORIGINS = timedelta(days=90)  # as docs/hosting/ratings.md promises


@pytest.fixture(autouse=True)
def guarded(settings: Any) -> None:
    settings.RATINGS = "guarded"


def opened(cast: dict[str, User], *who: str, **more: object) -> Table:
    """Return a rated toy game at which people sit down in turn: "ann home" from home."""
    names = [told.split() for told in who]
    first, origin = names[0]
    told = {"game": "toy", "seats": len(names), "clock": "daily", "rated": True} | more
    table = services.open_table(creator=cast[first], origin=origin, now=NOON, **told)  # type: ignore[arg-type]
    for name, origin in names[1:]:
        services.sit(table_id=table.id, user=cast[name], origin=origin, now=NOON)
    return table


def together(table: Table) -> list[int | None]:
    return list(table.seats.order_by("number").values_list("company", flat=True))


def asks(address: str) -> str:
    return address_hashes.of(RequestFactory().get("/", REMOTE_ADDR=address))


def test_a_hash_tells_whether_two_come_from_one_place_and_no_more(settings: Any) -> None:
    assert asks("192.0.2.7") == asks("192.0.2.7") != asks("192.0.2.8")
    assert asks("2001:db8::1") == asks("2001:db8::ffff") != asks("2001:db8:1::1"), (
        "one home has a network of these"
    )
    assert len(asks("192.0.2.7")) == address_hashes.LENGTH
    assert asks("nonsense") == ""
    before = asks("192.0.2.7")
    settings.SECRET_KEY = "another"
    assert asks("192.0.2.7") != before
    settings.RATINGS = "open"
    assert asks("192.0.2.7") == ""


def test_who_came_together_is_known_by_seat(cast: dict[str, User], toy_game: None) -> None:
    assert together(opened(cast, "ann home", "ben home", "cal cafe", "dee work")) == [0, 0, 1, 2]
    assert together(opened(cast, "ann home", "ben cafe", "cal home", order="seats")) == [0, 1, 0]


def test_who_stands_up_and_closes_up_takes_it_along(cast: dict[str, User], toy_game: None) -> None:
    table = opened(cast, "ann home", "ben cafe", "cal home", seats=4)
    services.stand(table_id=table.id, user=cast["ben"], now=NOON)
    services.sit(table_id=table.id, user=cast["dee"], number=3, origin="cafe", now=NOON)
    services.start(table_id=table.id, user=cast["ann"], now=NOON)
    first, second, third = together(table)
    assert first == second != third


def test_nothing_is_kept_of_a_game_that_is_not_rated(cast: dict[str, User], toy_game: None) -> None:
    table = opened(cast, "ann home", "ben home", rated=False)
    assert together(table) == [None, None]
    assert set(table.seats.values_list("origin", flat=True)) == {""}


def test_a_rematch_asks_again(cast: dict[str, User], toy_game: None) -> None:
    table = opened(cast, "ann home", "ben home")
    services.resign(table_id=table.id, user_id=cast["ann"].pk, now=NOON)
    again = services.rematch(table_id=table.id, user=cast["ann"], origin="home", now=NOON)
    services.rematch(table_id=table.id, user=cast["ben"], origin="cafe", now=NOON)
    assert sorted(together(again), key=str) == [0, 1]


def test_hashes_are_forgotten_and_who_came_together_is_not(
    cast: dict[str, User], toy_game: None
) -> None:
    old, running = opened(cast, "ann home", "ben home"), opened(cast, "ann home", "cal home")
    services.resign(table_id=old.id, user_id=cast["ann"].pk, now=NOON)
    assert services.forget_origins(now=NOON + ORIGINS, after=ORIGINS) == 0
    assert services.forget_origins(now=NOON + ORIGINS + timedelta(hours=1), after=ORIGINS) == 2
    assert set(Seat.objects.filter(table=old).values_list("origin", "company")) == {("", 0)}
    assert set(Seat.objects.filter(table=running).values_list("origin", flat=True)) == {"home"}


def test_pages_tell_where_people_come_from(cast: dict[str, User]) -> None:
    ann, ben = (client_of(cast[name], REMOTE_ADDR="192.0.2.7") for name in ("ann", "ben"))
    form = {"game": "lost_cities", "clock": "daily", "rated": "on"}
    table = Table.objects.get(pk=ann.post("/tables/new/", form)["Location"].split("/")[2])
    ben.post(f"/t/{table.pk}/sit/")
    assert together(table) == [0, 0]
    services.resign(table_id=table.pk, user_id=cast["ann"].pk, now=NOON)
    for client in (ann, ben):
        client.post(f"/t/{table.pk}/rematch/")
    assert together(Table.objects.get(rematch_of=table)) == [0, 0]
