"""Hints, reviews, playing on; how programs end games; and the archive's filters."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.learning.review import storage
from games.learning.review.models import Review
from games.learning.review.models import Status as Made
from games.learning.review.services import requests
from games.tables import services
from games.tables.models import Seat, Table
from tests.api.conftest import Program
from tests.tables.conftest import NOON, Played, sits_down

pytestmark = pytest.mark.django_db
Programs = Callable[..., Program]


@pytest.fixture
def alone(cast: dict[str, User], program: Programs) -> tuple[Program, str]:
    """Return Ann's program and her table, at which she sits against a bot and begins."""
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", order="seats", bots={1: "club"}, now=NOON
    )
    return program(cast["ann"]), f"/tables/{opened.id}"


def test_a_hint_is_asked_for_found_and_put_away(alone: tuple[Program, str]) -> None:
    ann, here = alone
    seen = ann.reads(here)
    assert seen["hint"] == {"taken": 0, "state": "", "code": "", "words": "", "why": ""}
    seen = ann.does(f"{here}/hint", {"ply": seen["ply"]})
    assert seen["hint"]["state"] == "looking" and Program().reads(here)["hint"] is None
    code = seen["legal"][0]["code"]
    services.keep_hint(table_id=seen["id"], seat=0, ply=seen["ply"], code=code, now=NOON)
    hint = ann.reads(here)["hint"]
    assert (hint["state"], hint["code"], hint["taken"]) == ("found", code, 1)
    assert hint["words"] == seen["legal"][0]["words"]
    assert ann.does(f"{here}/hint", {"ply": seen["ply"], "hide": True})["hint"]["state"] == ""


def test_where_no_hints_are_none_is_given(table: Played, program: Programs) -> None:
    mover = program(table.cast[table.mover])
    assert mover.reads(f"/tables/{table.id}")["hint"] is None
    answer = mover.post(f"/tables/{table.id}/hint", {"ply": table.row.ply})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_possible")


@pytest.mark.parametrize(
    ("bodies", "status"),
    [
        ([("ann", {})], "ended"),
        ([("ann", {"ask": True}), ("ben", {"agree": False})], "running"),
        ([("ann", {"ask": True}), ("ben", {})], "ended"),
    ],
)
def test_a_game_is_broken_off_alone_or_by_all(
    bodies: list[tuple[str, Any]], status: str, table: Played, program: Programs
) -> None:
    Table.objects.filter(pk=table.id).update(rated=False)
    for name, body in bodies:
        after = program(table.cast[name]).does(f"/tables/{table.id}/abort", body)
    assert after["status"] == status


def test_a_live_game_goes_on_by_correspondence(cast: dict[str, User], program: Programs) -> None:
    table = sits_down(cast, "ann", "ben", clock="normal", rated=False, now=timezone.now())
    asked = program(cast["ann"]).does(f"/tables/{table.id}/slower", {})
    assert asked["slow_by"] == [table.seat("ann")]
    after = program(cast["ben"]).does(f"/tables/{table.id}/slower", {})
    assert after["slow_by"] == [] and after["clock"] != "normal"


def test_an_invitation_is_declined(cast: dict[str, User], program: Programs) -> None:
    ann, ben = program(cast["ann"]), program(cast["ben"])
    here = f"/tables/{ann.does('/tables', {'game': 'odin'})['id']}"
    assert ben.post(f"{here}/decline").json()["code"] == "not_your_seat"
    ann.does(f"{here}/invite", {"name": "ben"})
    assert ben.does(f"{here}/decline")["status"] == "open"


def test_one_plays_on_from_a_moment_of_a_game(played_out: Played, program: Programs) -> None:
    dee, here = program("dee2"), f"/tables/{played_out.id}"
    again = dee.post(f"{here}/play-on", {"ply": 8, "seat": 1})
    assert again.status_code == 201
    assert again.json()["id"] != played_out.id and again.json()["seat"] == 1
    assert dee.does(f"{here}/play-on", {"ply": 8, "seat": 1})["id"] == again.json()["id"]
    assert dee.post(f"{here}/play-on", {"ply": 0, "seat": 1}).status_code == 404


STAGE = {"judged": [], "expected": {"0": [1.5, 2.0, 0.5], "1": [-1.5, 2.0, 0.5]}}


def test_a_review_is_asked_for_and_read(
    played_out: Played, program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "ask_for_task", lambda task: None)
    here, ann = f"/tables/{played_out.id}/review", program(played_out.cast["ann"])
    assert Program().reads(here)["status"] == "none" and not Program().reads(here)["may_ask"]
    assert ann.reads(here)["may_ask"]
    assert ann.does(here)["status"] == "waiting"
    assert program(played_out.cast["dee"]).post(here).json()["code"] == "not_your_game"
    stages = [{"ply": 2, "seat": None, **STAGE}, {"ply": 3, "seat": 0, **STAGE}]
    assert len(storage.read(stages)) == 2
    Review.objects.update(status=Made.DONE, stages=stages, turns=2)
    told = ann.reads(f"{here}?seat=1")
    assert (told["status"], told["seat"], told["judged"]) == ("done", 1, 2)
    assert [point["ahead"] for point in told["points"]] == [-1.5, -1.5]


def test_a_running_game_has_no_review(table: Played, program: Programs) -> None:
    answer = program(table.cast["ann"]).get(f"/tables/{table.id}/review")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_review")


def test_the_archive_is_filtered_by_player_result_and_time(played_out: Played) -> None:
    def found(query: str, of: str = "/games/lost_cities/archive") -> int:
        return len(Program().reads(f"{of}?{query}")["items"])

    for places, told in (((1, 1), ("drawn", "drawn")), ((2, 1), ("lost", "won"))):
        for seat, place in enumerate(places):
            Seat.objects.filter(table=played_out.id, number=seat).update(place=place)
        for name in ("ann", "ben"):
            mine = told[played_out.seat(name)]
            for result in ("won", "drawn", "lost"):
                assert found(f"player={name}&result={result}") == (result == mine)
            assert found(f"result={mine}", f"/players/{name}/games") == 1
    ended = played_out.row.ended_at
    assert ended
    before, behind = (
        (ended + timedelta(seconds=off)).strftime("%Y-%m-%dT%H:%M:%SZ") for off in (-1, 1)
    )
    assert (found(f"since={before}"), found(f"since={behind}")) == (1, 0)
    assert (found(f"until={before}"), found(f"until={behind}")) == (0, 1)
    assert found(f"since={before}&until={behind}&player=ann") == 1
    wrong = Program().get("/games/lost_cities/archive?result=won")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid")
