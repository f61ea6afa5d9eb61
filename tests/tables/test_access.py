"""Answers at the addresses of a table, beside the rights of each role (tests/access)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from tests.kit.played import sits_down
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db

WHO = ("ann", "cal", None)  # a seat, a spectator with an account, an anonymous visitor


def test_at_a_running_table_nobody_stands_up_or_starts(table: Played) -> None:
    for who, stands, starts in (("ann", 409, 303), ("cal", 409, 303), (None, 303, 303)):
        client = table.browser(who)
        assert client.post(f"/t/{table.id}/stand/").status_code == stands
        assert client.post(f"/t/{table.id}/start/").status_code == starts
    assert (table.status, table.ply) == ("running", 2)
    assert table.browser("ann").get(f"/t/{table.id}/nowhere/").status_code == 404


def test_an_unknown_table_is_not_found(table: Played) -> None:
    client = table.browser("ann")
    for address in ("", "log/", "fair/", "transcript/", "fair.json", "?ply=2", "card.png", "away/"):
        assert client.get(f"/t/nosuchtable/{address}").status_code == 404
    for address in ("act/", "undo/", "sit/", "stand/", "start/", "resign/", "draw/", "abort/"):
        assert client.post(f"/t/nosuchtable/{address}", {"ply": "2"}).status_code == 404


def test_without_the_token_nothing_is_done(table: Played) -> None:
    client = table.browser("ann", enforce_csrf_checks=True)
    for address in ("act", "undo", "resign", "sit", "stand", "start"):
        assert client.post(f"/t/{table.id}/{address}/").status_code == 403
    assert table.status == "running"


def test_a_move_by_plain_form_and_by_htmx(table: Played) -> None:
    mover, code = table.mover, table.legal()[0]
    client = table.browser(mover)
    answer = client.post(f"/t/{table.id}/act/", {"code": code, "ply": "2"})
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{table.id}/")
    answer = client.post(
        f"/t/{table.id}/act/", {"code": "draw stock", "ply": "3"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert answer.content.lstrip().startswith(b'<section id="board"')
    assert b'data-ply="4"' in answer.content
    assert b'name="code"' not in answer.content


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refusal_comes_with_the_board_and_a_sentence(table: Played, htmx: bool) -> None:
    client, headers = table.browser(table.mover), {"HX-Request": "true"} if htmx else {}
    for code, ply, status in (
        ("play Q7", "2", 422),
        ("draw stock", "0", 409),
        ("draw stock", "", 422),
        ("draw stock", "x", 422),
    ):
        move = {"code": code, "ply": ply}
        answer = client.post(f"/t/{table.id}/act/", move, headers=headers)
        text = answer.content.decode()
        assert answer.status_code == status
        assert 'role="alert"' in text and 'data-ply="2"' in text
        assert ("The table has moved on. Here is how it stands now." in text) is (status == 409)
        assert ("<html" in text) is not htmx
        for legal in table.legal():
            assert text.count(f'name="code" value="{legal}"') == 1


def test_after_the_end_the_log_is_open(played_out: Played) -> None:
    for who in WHO:
        assert "= scores 0 0" in played_out.html(who, "transcript/")
        page = played_out.html(who)
        for marker in ('data-status="ended"', 'data-places="1 1"', 'data-scores="0 0"'):
            assert marker in page
    facts = played_out.browser().get(f"/t/{played_out.id}/fair.json").json()
    assert facts["table"] == played_out.id


def test_a_private_table_is_found_by_its_link_only(cast: dict[str, User]) -> None:
    private = sits_down(cast, "ann", private=True)
    assert private.id not in Client().get("/").content.decode()
    assert private.html()
    private.lets("ben", "sit")
    move = {"code": "draw stock", "ply": "2"}
    assert private.browser("dee").post(f"/t/{private.id}/act/", move).status_code == 404
