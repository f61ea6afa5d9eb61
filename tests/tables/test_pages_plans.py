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
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import Played, toys
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def unhurried(cast: dict[str, Any]) -> Played:
    """Return a game of Lost Cities without a clock; Ann (seat 0) has moved, and waits for Ben."""
    table = dealt(cast, "ann", "ben", order="seats")
    table.takes_a_turn()
    return table


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
    data = {"ply": str(table.ply), **fields}
    return client.post(f"/t/{table.id}/plans/", data, headers=headers)


def cards(table: Played) -> tuple[str, ...]:
    return table.hand("ann")


def boards(table: Played) -> list[str]:
    """Return what everybody but Ann gets: Ben's board, a stranger's, and both without a user."""
    users = [table.cast["ben"].pk, table.cast["cal"].pk, None]
    found = presenter.look(table.id)
    return [presenter.board(found, user) + presenter.plans(found, user) for user in users]


def test_a_plain_form_keeps_a_line(unhurried: Played) -> None:
    ann, card = unhurried.browser("ann"), cards(unhurried)[0]
    before = unhurried.html("ann")
    tree = read(before)
    assert tree.one("a", href="#plans").text.startswith("If ben")
    assert tree.one("button", id="keep-1") and "never sees them" in before
    answer = sends(unhurried, ann, form(1, "discards", "R", card, keep="1", new="1"))
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{unhurried.id}/#plans")
    plan = Plan.objects.get()
    assert (plan.condition, plan.arguments) == ("discards", {"suit": "R", "least": "7"})
    assert plan.codes == [f"discard {card}", "draw stock"]
    after = unhurried.html("ann")
    words = re.sub(r"\s+", " ", read(after).one("ol", **{"class": "plans__list"}).text)
    assert "If ben discards a red card of 7 or more" in words and "draw from the stock" in words
    assert "p2-if" in after  # the form of one more


def test_lines_move_up_change_and_go(unhurried: Played) -> None:
    ann, card = unhurried.browser("ann"), cards(unhurried)[0]
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
    third = form(1, "takes", "any", card) | form(2, "x", "", "") | {"keep": "1", "new": "2"}
    sends(unhurried, ann, third)
    assert names() == ["takes"]


def test_nobody_else_gets_a_byte_of_it(unhurried: Played) -> None:
    before = boards(unhurried)
    card = cards(unhurried)[0]
    seen = unhurried.html("ben").partition('<section id="board"')[2]
    sends(unhurried, unhurried.browser("ann"), form(1, "anything", "R", card, keep="1", new="1"))
    assert boards(unhurried) == before
    assert unhurried.html("ben").partition('<section id="board"')[2] == seen
    for name in ("ben", "cal"):
        answer = unhurried.browser(name).get(
            f"/t/{unhurried.id}/plans/", headers={"HX-Request": "true"}
        )
        assert "plan__" not in answer.content.decode()


def test_anns_own_board_is_the_same_for_all_who_may_keep_it(unhurried: Played) -> None:
    """A board that is kept by version has empty places; her lines are put in for her alone."""
    ann, user = unhurried.browser("ann"), unhurried.cast["ann"].pk
    kept = presenter.board(presenter.look(unhurried.id), user)
    sends(unhurried, ann, form(1, "anything", "R", cards(unhurried)[0], keep="1", new="1"))
    assert presenter.board(presenter.look(unhurried.id), user) == kept
    assert "data-fetch" in kept
    html = ann.get(f"/t/{unhurried.id}/plans/", headers={"HX-Request": "true"}).content.decode()
    assert "Whatever ben does" in html and "data-fetch" not in html


def test_a_script_gets_the_board_with_the_line(unhurried: Played) -> None:
    ann = unhurried.browser("ann")
    fields = form(1, "anything", "R", cards(unhurried)[0], keep="1", new="1")
    version = str(unhurried.row.version)
    answer = sends(unhurried, ann, fields, **{"HX-Request": "true", "Fairdeal-Version": version})
    assert answer.status_code == 200 and "Whatever ben does" in answer.content.decode()
    assert f'data-version="{version}"' in answer.content.decode()


def test_what_became_of_it(unhurried: Played) -> None:
    ann = unhurried.browser("ann")
    card = cards(unhurried)[0]
    sends(unhurried, ann, form(1, "anything", "R", card, keep="1", new="1"))
    unhurried.takes_a_turn()
    assert services.play_plans(table_id=unhurried.id, now=unhurried.now + timedelta(hours=9))
    played = unhurried.html("ann")
    assert "Your line 1 was played" in played and "Whatever ben does" not in played
    assert "Your line" not in unhurried.html("ben")
    sends(unhurried, ann, form(1, "takes", "any", cards(unhurried)[0], keep="1", new="1"))
    ben = unhurried.mover
    assert ben == "ben"
    unhurried.takes_a_turn()
    services.play_plans(table_id=unhurried.id, now=unhurried.now)
    mine = unhurried.html("ann")
    assert "None of your lines fitted" in mine and 'href="#plans"' not in mine


def test_refusals(unhurried: Played) -> None:
    good, wrong = (
        form(1, condition, suit, cards(unhurried)[0], keep="1", new="1")
        for condition, suit in (("anything", "R"), ("discards", "Q"))
    )
    for name, fields, status in (
        ("ann", wrong, 422),
        ("ben", good, 409),
        ("cal", good, 403),
        (None, good, 403),
        ("ann", good | {"ply": "0"}, 409),
        ("ann", good | {"ply": "x"}, 422),
    ):
        assert sends(unhurried, unhurried.browser(name), fields).status_code == status
    assert not Plan.objects.exists()
    assert unhurried.browser("ann").get(f"/t/{unhurried.id}/plans/").status_code == 302


@pytest.mark.parametrize("game", ["schotten_totten", "odin", "exhibition"])
def test_every_game_shows_its_form(cast: dict[str, Any], game: str) -> None:
    table = sits_down(cast, "ann", "ben", game=game, seats=2, order="seats")
    html = table.html(table.waiter)
    assert "keep-1" in html and 'href="#plans"' in html
    assert 'href="#plans"' not in table.html(table.mover)


def test_a_live_game_has_no_place_for_lines(cast: dict[str, Any]) -> None:
    live = dealt(cast, "ann", "ben", clock="normal", order="seats")
    board = presenter.board(presenter.look(live.id), cast[live.waiter].pk)
    assert "data-fetch" not in board and 'id="plans' not in board


def test_a_new_game_has_whatever_happens(cast: dict[str, Any], toy_game: None) -> None:
    toy = toys(cast, "ann", "ben")
    ben, tree = toy.browser("ben"), toy.page("ben")
    options = [each.text.strip() for each in tree.one("select", id="p1-if").all("option")]
    first = tree.one("select", id="p1-then-step1").all("option")
    assert options == ["anything else"] and len(first) == 2
    code = first[0].attributes["value"]
    fields = {"p1-if": "anything", "p1-then-step1": code, "p1-then-step2": "", "keep": "1"}
    assert sends(toy, ben, fields | {"new": "1"}).status_code == 303
    assert Plan.objects.get().codes == [code]
