"""Tables by the API: opened, played and looked at, with the refusals of the pages."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.api import answers
from games.api.auth import Caller
from games.kernel.transcript import check
from games.registry import engines
from games.tables import services
from games.tables.models import Table
from tests.api.conftest import Program
from tests.kit.people import browser_of
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db
Programs = Callable[..., Program]


@pytest.fixture
def two(program: Programs) -> tuple[Program, Program]:
    return program("ann"), program("ben")


def test_a_guest_asks_for_a_token_and_plays(db: None) -> None:
    answer = Program().post("/guest")
    assert answer.status_code == 201
    guest = Program(answer.json()["token"])
    assert guest.reads("/me") == {
        "name": answer.json()["name"],
        "guest": True,
        "bot": False,
        "scopes": ["play", "read"],
        "turns": 0,
    }
    table = guest.does("/tables", {"game": "odin", "seats": 3})
    assert (table["status"], table["seat"], table["seats"]) == ("open", 0, 3)
    assert table["view"] is None and table["legal"] == []


@pytest.mark.parametrize("game", engines())
def test_each_game_is_played_by_its_legal_codes(game: str, two: tuple[Program, Program]) -> None:
    ann, ben = two
    opened = ann.does("/tables", {"game": game, "seats": 2, "order": "seats"})
    here = f"/tables/{opened['id']}"
    ben.does(f"{here}/sit")
    for _ in range(6):
        seen = [one.reads(here) for one in two]
        mover = seen[0]["to_act"][0]
        assert [bool(one["legal"]) for one in seen] == [number == mover for number in (0, 1)]
        code = seen[mover]["legal"][-1]
        assert code["words"]
        move = {"code": code["code"], "ply": seen[mover]["ply"]}
        after = two[mover].does(f"{here}/act", move)
        assert after["version"] > seen[mover]["version"]
        assert after["ply"] > move["ply"] and len(after["receipt"]) == 64
    watcher = Program().reads(here)
    assert watcher["seat"] is None and watcher["legal"] == [] and watcher["view"]["viewer"] is None


def test_the_same_move_twice_answers_twice_the_same(table: Played, program: Programs) -> None:
    mover = program(table.cast[table.mover])
    here = f"/tables/{table.id}"
    move = {"code": table.legal()[0], "ply": table.row.ply}
    first, second = mover.does(f"{here}/act", move), mover.does(f"{here}/act", move)
    assert first == second and table.row.ply == move["ply"] + 1


REFUSALS: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "a ply that has passed": ("mover", "act", {"code": "draw stock", "ply": 0}, 409, "stale_ply"),
    "no legal code": ("mover", "act", {"code": "draw G5", "ply": 2}, 422, "not_possible"),
    "out of turn": ("waiter", "act", {"code": "draw stock", "ply": 2}, 422, "not_possible"),
    "a stranger": ("dee", "act", {"code": "draw stock", "ply": 2}, 403, "not_your_seat"),
    "nothing to take back": ("mover", "undo", {"ply": 2}, 422, "not_possible"),
    "a full table": ("dee", "sit", {}, 409, "over"),
    "a field too many": ("mover", "act", {"code": "x", "ply": 2, "z": 1}, 422, "invalid"),
    "a ply that is none": ("mover", "act", {"code": "x", "ply": -1}, 422, "invalid"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_are_problems_with_the_sentence_of_the_page(
    name: str, table: Played, program: Programs
) -> None:
    who, deed, body, status, code = REFUSALS[name]
    user = table.cast[{"mover": table.mover, "waiter": table.waiter}.get(who, who)]
    answer = program(user).post(f"/tables/{table.id}/{deed}", body)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    said = answer.json()
    assert (said["status"], said["code"]) == (status, code)
    if code not in ("invalid", "over"):
        client = browser_of(user)
        page = client.post(f"/t/{table.id}/{deed}/", body)
        assert page.status_code == status and said["detail"] in page.content.decode()


def test_a_private_table_that_runs_is_played_by_its_players_alone(
    two: tuple[Program, Program], program: Programs
) -> None:
    ann, ben = two
    opened = ann.does("/tables", {"game": "lost_cities", "private": True})
    ben.does(f"/tables/{opened['id']}/sit")
    stranger = program("dee").post(f"/tables/{opened['id']}/act", {"code": "x", "ply": 2})
    assert (stranger.status_code, stranger.json()["code"]) == (404, "no_such_table")
    assert opened["id"] not in {row["id"] for row in ann.reads("/tables")}


def test_a_key_opens_one_table(program: Programs) -> None:
    ann, terms = program("ann"), {"game": "odin", "clock": "daily"}
    first = ann.post("/tables", terms, **{"Idempotency-Key": "k1"}).json()
    again = ann.post("/tables", terms, **{"Idempotency-Key": "k1"}).json()
    assert first["id"] == again["id"] and Table.objects.count() == 1


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"game": "chess"}, "There is no such game here."),
        ({"game": "lost_cities", "options": {"rounds": "2"}}, "rounds"),
        ({"game": "lost_cities", "options": {"walls": "2"}}, "no option “walls”"),
        ({"game": "lost_cities", "clock": "never"}, ""),
        ({"game": "lost_cities", "seats": 5}, ""),
        ({"game": "lost_cities", "bots": {"1": "grandmaster"}}, ""),
        ({"game": "lost_cities", "bots": {"x": "club"}}, "must be a number"),
    ],
)
def test_wrong_terms_are_refused_in_words(
    terms: dict[str, Any], sentence: str, program: Programs
) -> None:
    answer = program("ann").post("/tables", terms)
    assert answer.status_code == 422, answer.content
    assert sentence in answer.json()["detail"] and not Table.objects.exists()


def test_what_has_not_changed_is_not_sent_again(table: Played, program: Programs) -> None:
    ann = program(table.cast["ann"])
    first = ann.get(f"/tables/{table.id}")
    again = ann.get(f"/tables/{table.id}", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    table.takes_a_turn()
    assert ann.get(f"/tables/{table.id}", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_an_answer_is_of_one_version_whatever_is_played_meanwhile(
    table: Played, program: Programs
) -> None:
    """A move that comes between finding a table and telling of it: ply and legal codes agree."""
    mover = Caller(table.cast[table.waiter])
    seen = answers.find_table(table.id, mover.user_id)
    table.takes_a_turn()
    told = answers.table(seen, mover)
    assert told["legal"] and (told["ply"], told["version"]) == (table.ply, table.row.version)
    move = {"code": told["legal"][0]["code"], "ply": told["ply"]}
    assert program(mover.user).does(f"/tables/{table.id}/act", move)["ply"] > told["ply"]


def test_the_end_opens_transcript_and_proof(played_out: Played, program: Programs) -> None:
    here = f"/tables/{played_out.id}"
    text = Program().get(f"{here}/transcript")
    assert text["Content-Type"].startswith("text/plain")
    assert not check(text.content.decode(), engines()).faults
    assert Program().reads(f"{here}/proof")["secret"]
    table = Program().reads(here)
    assert table["status"] == "ended" and sorted(table["places"]) in ([1, 2], [1, 1])
    rows = Program().reads("/games/lost_cities/archive")
    assert [row["id"] for row in rows["items"]] == [played_out.id] and rows["next"] is None
    whole = Program().reads("/games/lost_cities/archive?transcripts=true")["items"][0]["transcript"]
    assert not check(whole, engines()).faults
    assert program(played_out.cast["ann"]).reads("/me/games")["items"] == rows["items"]
    assert Program().reads("/players/ann/games")["items"] == rows["items"]


def test_nothing_is_opened_before_the_end(table: Played, program: Programs) -> None:
    for part in ("transcript", "proof"):
        answer = program(table.cast["ann"]).get(f"/tables/{table.id}/{part}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_ended")


def test_talk_draw_and_rematch(table: Played, program: Programs) -> None:
    ann, ben = (program(table.cast[name]) for name in ("ann", "ben"))
    here = f"/tables/{table.id}"
    said = ann.does(f"{here}/talk", {"phrase": "hello"})
    assert [line["text"] for line in said["lines"]] == ["Hello"]
    assert ben.reads(f"{here}/talk")["lines"] == said["lines"]
    assert ann.does(f"{here}/draw", {"agree": True})["draw_by"] == [table.seat("ann")]
    assert ben.does(f"{here}/draw", {"agree": True})["status"] == "ended"
    again = ann.does(f"{here}/rematch")
    assert again["id"] != table.id and again["status"] == "open"
    assert ben.does(f"{here}/rematch")["status"] == "running"


def test_someone_elses_clock_runs_out(cast: dict[str, User], program: Programs) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", clock="fast", rated=False, now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Program().reads(f"/tables/{opened.id}")
    assert (table["status"], table["ended_by"]) == ("ended", "flag")


def test_the_deal_of_the_day_is_begun_once(program: Programs, settings: Any) -> None:
    ann = program("ann")
    deals = ann.reads("/daily")
    assert {deal["game"] for deal in deals} == set(engines())
    assert all(deal["table"] is None and len(deal["commitment"]) == 64 for deal in deals)
