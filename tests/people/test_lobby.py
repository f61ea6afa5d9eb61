"""The lobby for somebody who follows or blocks others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from accounts.models import User
from games.lobby import consumers, open_tables
from games.lobby.filters import Filters
from games.lobby.open_tables import Reader
from games.tables.models import Table
from tests.kit.played import sits_down
from tests.lobby.conftest import NOON
from tests.people.test_pages import page

Cast = dict[str, User]
Says = Callable[[str], None]


def hosts(user: User | None) -> list[tuple[str, bool]]:
    reader = Reader.of(user.pk if user else None)
    rows = open_tables.listed(Filters(), NOON, reader=reader).rows
    return [(row.host, row.followed) for row in rows if isinstance(row, open_tables.OpenTable)]


def test_tables_of_those_followed_come_first(
    cast: Cast, ties: Says, opens: Callable[..., Table]
) -> None:
    for minute, name in enumerate(("ben", "cal")):
        table = opens(name)
        Table.objects.filter(pk=table.pk).update(created_at=NOON + timedelta(minutes=minute))
    ties("ann follows ben")
    assert hosts(cast["ann"]) == [("ben", True), ("cal", False)]
    assert hosts(cast["dee"]) == hosts(None) == [("cal", False), ("ben", False)]


def test_tables_of_people_apart_are_not_listed(
    cast: Cast, ties: Says, opens: Callable[..., Table], visits: Callable[..., Client]
) -> None:
    opens("ben")
    table = sits_down(cast, "cal", "ben", game="odin", seats=4)
    assert len(hosts(cast["ann"])) == 2
    ties("ben blocks ann")
    assert hosts(cast["ann"]) == []
    assert len(hosts(cast["dee"])) == 2
    assert f'data-table="{table.id}"' not in page(visits("ann"), "/")
    assert f'data-table="{table.id}"' in page(visits("dee"), "/")
    assert f'data-table="{table.id}"' not in consumers.render(Filters(), Reader.of(cast["ann"].pk))
