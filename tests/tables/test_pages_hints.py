"""A hint on the board: asked for by a plain form, seen by its player alone, gone after a move."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.screens.buttons import button_id
from games.tables import services
from games.tables.board import presenter
from games.tables.models import NO_HINT
from tests.tables.conftest import Against, Played, anns_turn
from tests.tables.pages import read

pytestmark = [pytest.mark.django_db]


def asks(table: Played, client: Client, **fields: Any) -> Any:
    return client.post(f"/t/{table.id}/hint/", {"ply": table.ply, **fields})


def finds(table: Played, code: str = "") -> str:
    ply = table.ply
    found = code or services.find_hint(table_id=table.id, seat=0, ply=ply)
    assert found
    services.keep_hint(table_id=table.id, seat=0, ply=ply, code=found, now=table.now)
    return found


def boards_seen_by(table: Played, name: str) -> str:
    """Return the board without its version, which everybody may see rise."""
    board = presenter.board(presenter.look(table.id), table.cast[name].pk)
    return re.sub(r'data-version="\d+"', "", board)


def test_a_plain_form_asks_and_comes_back_with_the_card_chosen(hinted: Played) -> None:
    ann = hinted.browser("ann")
    button = read(hinted.html("ann")).one("button", id="ask-hint")
    assert button.attributes["formaction"] == f"/t/{hinted.id}/hint/"
    assert asks(hinted, ann).status_code == 303
    waits = hinted.html("ann")
    assert "Looking for a move" in waits and 'http-equiv="refresh"' in waits
    code = finds(hinted)
    found = hinted.html("ann")
    assert 'http-equiv="refresh"' not in found and "Looking for a move" not in found
    board = read(found)
    chosen = board.one("input", id=f"card-{code.split()[1]}").attributes
    assert "checked" in chosen and "data-hinted" in chosen
    assert "data-hinted" in board.one("button", name="code", value=code).attributes
    marked = [each for each in board.all("button", name="code") if "data-hinted" in each.attributes]
    assert len(marked) == 1
    places = [each for each in board.all("label") if "data-hinted" in each.attributes]
    assert [each.attributes["for"] for each in places] == [button_id(code)]
    assert not board.all("button", id="ask-hint")


def test_the_words_of_the_hint_are_the_move_and_a_reason(hinted: Played) -> None:
    ann = hinted.browser("ann")
    asks(hinted, ann)
    code = next(each for each in hinted.legal("ann") if each.startswith("discard"))
    finds(hinted, code)
    board = hinted.html("ann")
    assert "Why:" in board and 'role="status"' in board and f'data-code="{code}"' in board
    assert "1 hint taken in this game. Hints are for games that are not rated." in board


def test_nobody_else_sees_the_hint(hinted: Played) -> None:
    ann, cal = hinted.browser("ann"), hinted.browser("cal")
    before = boards_seen_by(hinted, "cal")
    asks(hinted, ann)
    finds(hinted)
    assert boards_seen_by(hinted, "cal") == before
    others = hinted.html("cal") + hinted.html()
    for word in ("data-hinted", "hint__", "hints-taken", "ask-hint"):
        assert word not in others
    assert asks(hinted, cal).status_code == 403
    assert asks(hinted, Client()).status_code == 403


def test_a_move_hides_it_and_so_does_the_cross(hinted: Played) -> None:
    ann = hinted.browser("ann")
    asks(hinted, ann)
    finds(hinted)
    assert read(hinted.html("ann")).one("button", name="hide")
    assert asks(hinted, ann, hide="1").status_code == 303
    assert "data-hinted" not in hinted.html("ann")
    asks(hinted, ann)
    code = finds(hinted)
    hinted.plays(f"ann {code}")
    board = hinted.html("ann")
    assert "data-hinted" not in board and "2 hints taken" in board


def test_a_stale_request_is_refused_and_one_without_a_ply_too(hinted: Played) -> None:
    ann = hinted.browser("ann")
    assert asks(hinted, ann, ply=hinted.ply - 1).status_code == 409
    assert ann.post(f"/t/{hinted.id}/hint/").status_code == 422
    assert ann.get(f"/t/{hinted.id}/hint/").status_code == 405
    assert ann.post("/t/nosuchtable/hint/", {"ply": "1"}).status_code == 404


def test_a_hint_that_was_not_found_says_so(hinted: Played) -> None:
    ann = hinted.browser("ann")
    asks(hinted, ann)
    finds(hinted, NO_HINT)
    board = hinted.html("ann")
    assert "No move is clearly better." in board and "hints-taken" not in board


def test_there_is_no_button_in_rated_games_nor_with_people_nor_while_the_bot_plays(
    against: Against, table: Played
) -> None:
    rated = against(clock="normal", rated=True)
    assert "ask-hint" not in rated.html("ann")
    assert "ask-hint" not in table.html(table.mover)
    plain = against()
    anns_turn(plain)
    assert "ask-hint" not in plain.html("ann")


def test_the_result_says_how_many_hints_there_were(hinted: Played) -> None:
    asks(hinted, hinted.browser("ann"))
    finds(hinted)
    hinted.does("ann", "resign")
    for name in ("ann", "cal"):
        assert "with 1 hint" in hinted.html(name)


def test_a_page_with_a_socket_gets_the_version_alone(hinted: Played) -> None:
    ann = hinted.browser("ann")
    answer = ann.post(
        f"/t/{hinted.id}/hint/",
        {"ply": hinted.ply},
        headers={"HX-Request": "true", "Fairdeal-Socket": "open"},
    )
    assert answer.status_code == 204
    assert answer["Fairdeal-Version"] == str(hinted.row.version)


def test_the_regions_of_a_hint_are_sent_alone(hinted: Played) -> None:
    ann = hinted.cast["ann"].pk
    before = hinted.row.version
    presenter.push(hinted.id, ann, before)
    asks(hinted, hinted.browser("ann"))
    news = presenter.push(hinted.id, ann, before + 1, before)
    assert news.base == before and "Looking for a move" in news.html
    code = finds(hinted)
    news = presenter.push(hinted.id, ann, before + 2, before + 1)
    assert news.base == before + 1 and f'data-code="{code}"' in news.html
