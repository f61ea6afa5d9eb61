"""The tables of a club: offered to members alone, and those of a private one theirs to see."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from games.community.clubs import ladders, services
from games.community.clubs.models import Club, ClubTable
from games.community.people import services as people
from games.community.people.models import Kind
from games.tables import services as tables
from games.tables.errors import NoSuchTable, NotPossible, TableError
from games.tables.models import Table
from games.tables.selectors import open_tables
from tests.kit.people import browser_of
from tests.kit.played import NOON, Played
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def opens(club: Club, cast: Cast, name: str = "ann", **terms: Any) -> Table:
    """Open a table in a club."""
    told = {"game": "lost_cities", "seats": 2, "circle": club.slug} | terms
    return tables.open_table(creator=cast[name], now=NOON, **told)


def sits(table: Table, cast: Cast, name: str) -> None:
    tables.sit(table_id=table.pk, user=cast[name], now=NOON)


def plays(club: Club, cast: Cast, *names: str, **terms: Any) -> Played:
    """Play a game of a club to its end: all resign but the first."""
    table = opens(club, cast, names[0], order="seats", **terms)
    for name in names[1:]:
        sits(table, cast, name)
    played = Played(table.pk, cast, NOON)
    for name in reversed(names[1:]):
        played.does(name, "resign")
    return played


def test_only_members_are_offered_a_table_and_sit_down(club: Club, cast: Cast) -> None:
    table = opens(club, cast)
    assert table not in open_tables()
    with pytest.raises(NotPossible, match="members of its club"):
        sits(table, cast, "dee")
    tables.invite_by_name(table_id=table.pk, by=cast["ann"], name="ben", now=NOON)
    with pytest.raises(NotPossible, match="cannot be invited"):
        tables.invite_by_name(table_id=table.pk, by=cast["ann"], name="dee", now=NOON)
    assert f"/t/{table.pk}/sit/" in browser_of(cast["cal"]).get("/clubs/sunday-cards/").text
    assert table.pk not in browser_of(cast["dee"]).get("/clubs/sunday-cards/").text
    assert "members of the club" in browser_of(cast["dee"]).get(f"/t/{table.pk}/").text
    sits(table, cast, "cal")
    table.refresh_from_db()
    assert table.status == "running"


@pytest.mark.parametrize("name", ["dee", "cal"])
def test_who_is_no_member_opens_none_in_the_club(club: Club, cast: Cast, name: str) -> None:
    services.leave(club=club, user=cast["cal"], now=NOON)
    with pytest.raises(NotPossible, match="do not belong"):
        opens(club, cast, name)
    form = {"game": "lost_cities", "seats": "2", "clock": "normal", "club": club.slug}
    assert browser_of(cast[name]).post("/tables/new/", form).status_code == 422
    assert club.name not in browser_of(cast[name]).get("/tables/new/").text
    assert not Table.objects.exists()


def test_the_form_offers_ones_clubs_and_opens_the_table_there(club: Club, cast: Cast) -> None:
    ann = browser_of(cast["ann"])
    page = ann.get(f"/tables/new/?club={club.slug}").text
    assert "Sunday Cards" in page and f"club={club.slug}" in page
    form = {"game": "lost_cities", "seats": "2", "clock": "normal", "club": club.slug, "key": "k"}
    there = {ann.post("/tables/new/", form)["Location"] for _again in range(2)}
    table = Table.objects.get()
    assert there == {f"/t/{table.pk}/"}
    assert ClubTable.objects.get().table == table and not table.private


@time_machine.travel(NOON, tick=False)
def test_a_table_of_a_private_club_exists_for_its_members_and_players(
    secret: Club, cast: Cast
) -> None:
    table = opens(secret, cast, rated=True, clock="normal")
    assert (table.private, table.rated) == (True, False)
    strange = [browser_of(cast["dee"]), browser_of(None)]
    with pytest.raises(NoSuchTable):
        sits(table, cast, "dee")
    addresses = [f"/t/{table.pk}/{page}" for page in ("", "card.png", "log/", "talk/", "fair/")]
    assert {each.get(url).status_code for each in strange for url in addresses} == {404}
    posts = [f"/t/{table.pk}/{page}/" for page in ("sit", "stand", "start", "act", "resign")]
    fields = {"code": "play R2", "ply": "0"}
    assert browser_of(cast["dee"]).post(posts[0], fields).status_code == 404
    sits(table, cast, "ben")
    assert {browser_of(cast["dee"]).post(url, fields).status_code for url in posts[3:]} == {404}
    assert browser_of(cast["cal"]).get(f"/t/{table.pk}/").status_code == 200
    services.leave(club=secret, user=cast["ben"], now=NOON)
    services.leave(club=secret, user=cast["cal"], now=NOON)
    assert browser_of(cast["ben"]).get(f"/t/{table.pk}/").status_code == 200  # who plays there
    assert browser_of(cast["cal"]).get(f"/t/{table.pk}/").status_code == 404
    played = Played(table.pk, cast, NOON)
    played.does("ben", "resign")
    ended = [f"/t/{table.pk}/{page}" for page in ("", "transcript/", "review/", "fair.json")]
    ended += [f"/embed/t/{table.pk}/", f"/api/1/tables/{table.pk}", f"/report/game/{table.pk}/"]
    for reader in ("dee", "cal"):
        found = {url: browser_of(cast[reader]).get(url).status_code for url in ended}
        assert set(found.values()) == {404}, found
    assert browser_of(cast["ann"]).get(f"/t/{table.pk}/transcript/").status_code == 200
    with pytest.raises(NoSuchTable):
        tables.play_on(table_id=table.pk, ply=2, seat=0, user=cast["dee"], now=NOON)


@pytest.mark.parametrize("private", [False, True])
def test_a_rematch_stays_in_the_club(club: Club, cast: Cast, private: bool) -> None:
    if private:
        club = services.choose_door(
            club=club, by=cast["ann"], door=club.door, private=True, now=NOON
        )
    before = plays(club, cast, "ann", "ben")
    again = tables.rematch(table_id=before.id, user=cast["ann"], now=NOON)
    assert (again.private, again.asks) == (private, "members")
    assert ClubTable.objects.get(table=again).club == club
    sits(again, cast, "ben")


def test_a_club_that_becomes_private_takes_its_games_along(club: Club, cast: Cast) -> None:
    played = plays(club, cast, "ann", "ben")
    dee = browser_of(cast["dee"])
    assert dee.get(f"/t/{played.id}/").status_code == 200
    assert played.id in dee.get("/games/archive/").text
    before = dee.get("/@/ann/").text
    services.choose_door(club=club, by=cast["ann"], door="request", private=True, now=NOON)
    assert dee.get(f"/t/{played.id}/").status_code == 404
    assert played.id not in dee.get("/games/archive/").text + dee.get("/@/ann/").text
    assert before != dee.get("/@/ann/").text
    services.choose_door(club=club, by=cast["ann"], door="request", private=False, now=NOON)
    assert played.id not in dee.get("/games/archive/").text


def test_blocks_hold_at_the_tables_of_a_club(club: Club, cast: Cast) -> None:
    table = opens(club, cast)
    people.tie(user=cast["ann"], other=cast["cal"], kind=Kind.BLOCK, now=NOON)
    assert table.pk not in browser_of(cast["cal"]).get("/clubs/sunday-cards/").text
    with pytest.raises(TableError, match="cannot sit down"):
        sits(table, cast, "cal")


def test_the_ladder_counts_who_was_left_behind(club: Club, cast: Cast) -> None:
    for winner, loser in (("ann", "ben"), ("ann", "ben"), ("ben", "ann"), ("ben", "cal")):
        plays(club, cast, winner, loser)
    opens(club, cast, bots={1: "club"})
    (ladder,) = ladders.of(club, NOON)
    assert ladder.title == "Lost Cities"
    shown = [(step.place, step.user.username, step.shown, step.possible) for step in ladder.steps]
    assert shown == [(1, "ann", "2", 3), (2, "ben", "2", 4), (3, "cal", "0", 1)]
    services.leave(club=club, user=cast["ann"], now=NOON)
    (ladder,) = ladders.of(club, NOON)
    assert [step.user.username for step in ladder.steps] == ["ben", "cal"]
    assert "Lost Cities" in browser_of(cast["cal"]).get(f"/clubs/{club.slug}/ladders/").text
    assert not ladders.of(club, NOON + ladders.SPAN * 2)


def test_three_at_a_table_and_a_tie(club: Club, cast: Cast) -> None:
    played = plays(club, cast, "ann", "ben", "cal", game="odin", seats=3)
    seats = Table.objects.get(pk=played.id).seats
    seats.update(place=1)
    seats.filter(user=cast["cal"]).update(place=3)
    (ladder,) = ladders.of(club, NOON)
    shown = [(step.place, step.shown, step.possible) for step in ladder.steps]
    assert shown == [(1, "1½", 2), (1, "1½", 2), (3, "0", 2)]
