"""The mark for a player who does not look at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import briefly
from accounts.models import User
from games.tables import services
from games.tables.live import presence
from games.tables.models import Table
from tests.tables.pages import read

pytestmark = pytest.mark.django_db


def deals(cast: dict[str, User], clock: str, **terms: Any) -> Table:
    """Return a game of Ann against Ben, in which neither page is open."""
    now = timezone.now()
    table = services.open_table(
        creator=cast["ann"], game="lost_cities", clock=clock, order="seats", now=now, **terms
    )
    services.sit(table_id=table.id, user=cast["ben"], now=now)
    return table


def away(table: Table) -> list[int]:
    answer = Client().get(f"/t/{table.id}/away/")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    return list(answer.json()["seats"])


@pytest.mark.parametrize("clock", ["normal", "untimed"])
def test_who_does_not_look_is_away(cast: dict[str, User], clock: str) -> None:
    table = deals(cast, clock)
    assert away(table) == [0, 1]
    presence.look(table.id, cast["ann"].pk)
    assert away(table) == [1]
    presence.look(table.id, cast["ben"].pk)
    presence.leave(table.id, cast["ann"].pk)
    assert away(table) == [0]
    services.resign(table_id=table.id, user_id=cast["ann"].pk, now=timezone.now())
    assert away(table) == [], "at the end everybody may go"


def test_a_page_that_loads_itself_again_is_not_away(cast: dict[str, User]) -> None:
    """Its new connection looks before the old one ends; a second tab that is closed is no matter
    either."""
    table, ann = deals(cast, "normal"), cast["ann"].pk
    presence.look(table.id, ann, "old")
    presence.look(table.id, ann)  # the page was fetched
    presence.look(table.id, ann, "new")
    presence.leave(table.id, ann, "old")
    assert away(table) == [1]
    presence.look(table.id, ann)
    presence.leave(table.id, ann, "new")
    assert away(table) == [0, 1]


def test_by_correspondence_nobody_is_expected(cast: dict[str, User]) -> None:
    table = deals(cast, "daily")
    assert away(table) == []
    page = read(Client().get(f"/t/{table.id}/").content.decode())
    assert "data-away" not in page.one("form", id="act").attributes
    live = read(Client().get(f"/t/{deals(cast, 'normal').id}/").content.decode())
    assert live.one("form", id="act").attributes["data-away"] == "away"


def test_bots_are_never_away(cast: dict[str, User]) -> None:
    table = services.open_table(
        creator=cast["ann"], game="odin", seats=3, bots={1: "club", 2: "club"}, now=timezone.now()
    )
    assert away(table) in ([0], [1], [2]), "the person, wherever the draw has put her"


def test_while_redis_is_away_nobody_is_said_to_be(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deals(cast, "normal")

    def unanswered(question: Callable[[], Any], otherwise: Any) -> Any:
        return otherwise

    monkeypatch.setattr(briefly, "ask", unanswered)
    assert away(table) == []


def test_without_scripts_the_page_names_who_is_away(cast: dict[str, User]) -> None:
    table = deals(cast, "normal")
    presence.look(table.id, cast["ann"].pk)
    reader = Client()
    reader.force_login(cast["cal"])
    notice = read(reader.get(f"/t/{table.id}/").content.decode()).one("noscript").text
    assert "ben is away." in notice
    presence.look(table.id, cast["ben"].pk)
    assert "away" not in read(reader.get(f"/t/{table.id}/").content.decode()).one("noscript").text


def test_nobody_is_told_to_be_away_oneself(cast: dict[str, User]) -> None:
    table = deals(cast, "normal")
    presence.look(table.id, cast["ben"].pk)
    reader = Client()
    reader.force_login(cast["ann"])
    assert "is away" not in reader.get(f"/t/{table.id}/").content.decode()
