"""The mark for a player who does not look at the table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import quick_redis
from accounts.models import User
from games.tables.live import presence
from tests.kit.played import Played, sits_down

pytestmark = pytest.mark.django_db


def deals(cast: dict[str, User], clock: str, **terms: Any) -> Played:
    """Return a game of Ann against Ben, in which neither page is open."""
    terms = {"clock": clock, "order": "seats"} | terms
    return sits_down(cast, "ann", "ben", now=timezone.now(), **terms)


def away(table: Played) -> list[int]:
    answer = Client().get(f"/t/{table.id}/away/")
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    return list(answer.json()["seats"])


@pytest.mark.parametrize("clock", ["normal", "untimed"])
def test_who_does_not_look_is_away(cast: dict[str, User], clock: str) -> None:
    table = deals(cast, clock)
    assert away(table) == [0, 1]
    presence.record_looking(table.id, cast["ann"].pk)
    assert away(table) == [1]
    presence.record_looking(table.id, cast["ben"].pk)
    presence.record_leaving(table.id, cast["ann"].pk)
    assert away(table) == [0]
    table.does("ann", "resign")
    assert away(table) == [], "at the end everybody may go"


def test_a_page_that_loads_itself_again_is_not_away(cast: dict[str, User]) -> None:
    """Its new connection looks before the old one ends; a second tab that is closed is no matter
    either."""
    table, ann = deals(cast, "normal"), cast["ann"].pk
    presence.record_looking(table.id, ann, "old")
    presence.record_looking(table.id, ann)  # the page was fetched
    presence.record_looking(table.id, ann, "new")
    presence.record_leaving(table.id, ann, "old")
    assert away(table) == [1]
    presence.record_looking(table.id, ann)
    presence.record_leaving(table.id, ann, "new")
    assert away(table) == [0, 1]


def test_by_correspondence_nobody_is_expected(cast: dict[str, User]) -> None:
    table = deals(cast, "daily")
    assert away(table) == []
    assert "data-away" not in table.page().one("form", id="act").attributes
    live = deals(cast, "normal").page()
    assert live.one("form", id="act").attributes["data-away"] == "away"


def test_bots_are_never_away(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", game="odin", seats=3, bots={1: "club", 2: "club"})
    assert away(table) in ([0], [1], [2]), "the person, wherever the draw has put her"


def test_while_redis_is_away_nobody_is_said_to_be(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deals(cast, "normal")
    monkeypatch.setattr(quick_redis, "ask", lambda _question, otherwise: otherwise)
    assert away(table) == []


def test_without_scripts_the_page_names_who_is_away_to_others(cast: dict[str, User]) -> None:
    table = deals(cast, "normal")
    presence.record_looking(table.id, cast["ann"].pk)
    assert "ben is away." in table.page("cal").one("noscript").text
    presence.record_leaving(table.id, cast["ann"].pk)
    presence.record_looking(table.id, cast["ben"].pk)
    assert "is away" not in table.html("ann"), "nobody is told so of oneself"
    assert "away" not in table.page("cal").one("noscript").text
