"""Lines on the board: plain forms of their player, of which nobody else gets a byte."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.tables import services
from games.tables.board import presenter
from games.tables.models import Plan
from tests.tables.conftest import Played
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def unhurried(cast: dict[str, Any]) -> Played:
    """Return a game of Lost Cities without a clock; Ann (seat 0) has moved, and waits for Ben."""
    now = Played("", cast).now
    opened = services.open_table(creator=cast["ann"], game="lost_cities", order="seats", now=now)
    services.sit(table_id=opened.id, user=cast["ben"], now=now)
    table = Played(opened.id, cast)
    table.takes_a_turn()
    return table


def visitor(table: Played, name: str) -> Client:
    client = Client()
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    client.force_login(table.cast[name], backend=backend)
    return client


def page(table: Played, client: Client) -> str:
    return client.get(f"/t/{table.id}/").content.decode()


def form(number: int, condition: str, suit: str, card: str, **more: str) -> dict[str, str]:
    """Return the fields of a line as a browser sends them: those that it does not use, too."""
    p = f"p{number}"
    return {
        f"{p}-if": condition,
        f"{p}-if-suit": suit,
        f"{p}-if-least": "7",
        f"{p}-then-way": "discard",
        f"{p}-then-card": card,
        f"{p}-then-draw": "stock",
        **more,
    }


def sends(table: Played, client: Client, fields: dict[str, str], **headers: str) -> Any:
    data = {"ply": str(table.row.ply), **fields}
    return client.post(f"/t/{table.id}/plans/", data, headers=headers)


def cards(table: Played) -> tuple[str, ...]:
    snapshot = table.snapshot
    assert snapshot.position is not None
    found: tuple[str, ...] = snapshot.engine.view(snapshot.position.state, 0).hand
    return found


def boards(table: Played) -> list[str]:
    """Return what everybody but Ann gets: Ben's board, a stranger's, and both without a user."""
    users = [table.cast["ben"].pk, table.cast["cal"].pk, None]
    found = presenter.look(table.id)
    return [presenter.board(found, user) + presenter.plans(found, user) for user in users]


def test_a_plain_form_keeps_a_line(unhurried: Played) -> None:
    ann, card = visitor(unhurried, "ann"), cards(unhurried)[0]
    before = page(unhurried, ann)
    tree = read(before)
    assert tree.one("a", href="#plans").text.startswith("If ben")
    assert tree.one("button", id="keep-1") and "never sees them" in before
    answer = sends(unhurried, ann, form(1, "discards", "R", card, keep="1", new="1"))
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{unhurried.id}/#plans")
    plan = Plan.objects.get()
    assert (plan.condition, plan.arguments) == ("discards", {"suit": "R", "least": "7"})
    assert plan.codes == [f"discard {card}", "draw stock"]
    after = page(unhurried, ann)
    words = re.sub(r"\s+", " ", read(after).one("ol", **{"class": "plans__list"}).text)
    assert "If ben discards a red card of 7 or more" in words and "draw from the stock" in words
    assert "p2-if" in after  # the form of one more


def test_lines_move_up_change_and_go(unhurried: Played) -> None:
    ann, card = visitor(unhurried, "ann"), cards(unhurried)[0]
    first = form(1, "discards", "R", card)
    both = first | form(2, "starts", "B", card)
    sends(unhurried, ann, first | {"keep": "1", "new": "1"})
    sends(unhurried, ann, both | {"keep": "2", "new": "2"})
    names = lambda: [plan.condition for plan in Plan.objects.order_by("place")]  # noqa: E731
    assert names() == ["discards", "starts"]
    more = both | form(3, "anything", "R", card) | {"new": "3"}
    sends(unhurried, ann, more | {"up": "2"})
    assert names() == ["starts", "discards"]
    sends(unhurried, ann, more | {"remove": "1"})
    assert names() == ["starts"]
    sends(
        unhurried,
        ann,
        form(1, "takes", "any", card) | form(2, "x", "", "") | {"keep": "1", "new": "2"},
    )
    assert names() == ["takes"]


def test_nobody_else_gets_a_byte_of_it(unhurried: Played) -> None:
    before = boards(unhurried)
    card = cards(unhurried)[0]
    ben = visitor(unhurried, "ben")
    seen = page(unhurried, ben).partition('<section id="board"')[2]
    sends(unhurried, visitor(unhurried, "ann"), form(1, "anything", "R", card, keep="1", new="1"))
    assert boards(unhurried) == before
    assert page(unhurried, ben).partition('<section id="board"')[2] == seen
    for name in ("ben", "cal"):
        answer = visitor(unhurried, name).get(
            f"/t/{unhurried.id}/plans/", headers={"HX-Request": "true"}
        )
        assert "plan__" not in answer.content.decode()


def test_anns_own_board_is_the_same_for_all_who_may_keep_it(unhurried: Played) -> None:
    """A board that is kept by version has empty places; her lines are put in for her alone."""
    ann, user = visitor(unhurried, "ann"), unhurried.cast["ann"].pk
    kept = presenter.board(presenter.look(unhurried.id), user)
    sends(unhurried, ann, form(1, "anything", "R", cards(unhurried)[0], keep="1", new="1"))
    assert presenter.board(presenter.look(unhurried.id), user) == kept
    assert "data-fetch" in kept
    html = ann.get(f"/t/{unhurried.id}/plans/", headers={"HX-Request": "true"}).content.decode()
    assert "Whatever ben does" in html and "data-fetch" not in html


def test_a_script_gets_the_board_with_the_line(unhurried: Played) -> None:
    ann = visitor(unhurried, "ann")
    fields = form(1, "anything", "R", cards(unhurried)[0], keep="1", new="1")
    version = str(unhurried.row.version)
    answer = sends(unhurried, ann, fields, **{"HX-Request": "true", "Fairdeal-Version": version})
    assert answer.status_code == 200 and "Whatever ben does" in answer.content.decode()
    assert f'data-version="{version}"' in answer.content.decode()


def test_what_became_of_it(unhurried: Played) -> None:
    ann = visitor(unhurried, "ann")
    card = cards(unhurried)[0]
    sends(unhurried, ann, form(1, "anything", "R", card, keep="1", new="1"))
    unhurried.takes_a_turn()
    assert services.play_plans(table_id=unhurried.id, now=unhurried.now + timedelta(hours=9))
    played = page(unhurried, ann)
    assert "Your line 1 was played" in played and "Whatever ben does" not in played
    assert "Your line" not in page(unhurried, visitor(unhurried, "ben"))
    sends(unhurried, ann, form(1, "takes", "any", cards(unhurried)[0], keep="1", new="1"))
    ben = unhurried.mover
    assert ben == "ben"
    unhurried.takes_a_turn()
    services.play_plans(table_id=unhurried.id, now=unhurried.now)
    mine = page(unhurried, ann)
    assert "None of your lines fitted" in mine and 'href="#plans"' not in mine


def test_refusals(unhurried: Played) -> None:
    ann, card = visitor(unhurried, "ann"), cards(unhurried)[0]
    good = form(1, "anything", "R", card, keep="1", new="1")
    wrong = form(1, "discards", "Q", card, keep="1", new="1")
    assert sends(unhurried, ann, wrong).status_code == 422
    assert sends(unhurried, visitor(unhurried, "ben"), good).status_code == 409
    assert sends(unhurried, visitor(unhurried, "cal"), good).status_code == 403
    assert sends(unhurried, Client(), good).status_code == 403
    assert sends(unhurried, ann, good | {"ply": "0"}).status_code == 409
    assert sends(unhurried, ann, good | {"ply": "x"}).status_code == 422
    assert not Plan.objects.exists()
    assert ann.get(f"/t/{unhurried.id}/plans/").status_code == 302


@pytest.mark.parametrize("game", ["schotten_totten", "odin", "exhibition"])
def test_every_game_shows_its_form(cast: dict[str, Any], game: str) -> None:
    now = Played("", cast).now
    opened = services.open_table(creator=cast["ann"], game=game, seats=2, order="seats", now=now)
    services.sit(table_id=opened.id, user=cast["ben"], now=now)
    table = Played(opened.id, cast)
    waiter = table.waiter
    html = page(table, visitor(table, waiter))
    assert "keep-1" in html and 'href="#plans"' in html
    assert 'href="#plans"' not in page(table, visitor(table, table.mover))


def test_a_live_game_has_no_place_for_lines(table: Played) -> None:
    opened = services.open_table(
        creator=table.cast["ann"], game="lost_cities", clock="normal", now=table.now
    )
    services.sit(table_id=opened.id, user=table.cast["ben"], now=table.now)
    live = Played(opened.id, table.cast)
    board = presenter.board(presenter.look(live.id), table.cast[live.waiter].pk)
    assert "data-fetch" not in board and 'id="plans' not in board


def test_a_new_game_has_whatever_happens(cast: dict[str, Any], toy_game: None) -> None:
    now = Played("", cast).now
    opened = services.open_table(
        creator=cast["ann"], game="toy", seats=2, options={"turns": "2"}, order="seats", now=now
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=now)
    toy = Played(opened.id, cast)
    ben = visitor(toy, "ben")
    tree = read(page(toy, ben))
    options = [each.text.strip() for each in tree.one("select", id="p1-if").all("option")]
    first = tree.one("select", id="p1-then-step1").all("option")
    assert options == ["anything else"] and len(first) == 2
    code = first[0].attributes["value"]
    fields = {"p1-if": "anything", "p1-then-step1": code, "p1-then-step2": "", "keep": "1"}
    assert sends(toy, ben, fields | {"new": "1"}).status_code == 303
    assert Plan.objects.get().codes == [code]
