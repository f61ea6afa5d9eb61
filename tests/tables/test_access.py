"""Access to every address of a table: for a seat, a spectator, a stranger and an anonymous
visitor."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.models import Table
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db

WHO = ("ann", "cal", None)  # a seat, a spectator with an account, an anonymous visitor


def client_of(table: Played, name: str | None) -> Client:
    client = Client()
    if name:
        client.force_login(table.cast[name])
    return client


# Address → what each of WHO gets at a running table.
LOOKING: dict[str, tuple[int, int, int]] = {
    "": (200, 200, 200),
    "log/": (200, 200, 200),
    "fair/": (200, 200, 200),
    "transcript/": (404, 404, 404),
    "fair.json": (404, 404, 404),
    "?ply=2": (200, 200, 200),  # from one's own viewpoint (test_replay.py)
    "?ply=2&eyes=all": (404, 404, 404),
    "?ply=3": (404, 404, 404),
    "act/": (405, 405, 405),
    "nowhere/": (404, 404, 404),
}
DOING: dict[str, tuple[int, int, int]] = {
    "act/": (422, 403, 403),
    "undo/": (422, 403, 403),
    "sit/": (303, 409, 303),
    "stand/": (409, 409, 303),
    "start/": (303, 303, 303),
    "resign/": (303, 403, 403),
    "": (405, 405, 405),
    "transcript/": (405, 405, 405),
}


@pytest.mark.parametrize("address", LOOKING)
@pytest.mark.parametrize("who", WHO)
def test_looking_at_a_running_table(table: Played, who: str | None, address: str) -> None:
    answer = client_of(table, who).get(f"/t/{table.id}/{address}")
    assert answer.status_code == LOOKING[address][WHO.index(who)]


@pytest.mark.parametrize("address", DOING)
@pytest.mark.parametrize("who", WHO)
def test_doing_something_at_a_running_table(table: Played, who: str | None, address: str) -> None:
    answer = client_of(table, who).post(f"/t/{table.id}/{address}", {"code": "play Q7", "ply": "2"})
    assert answer.status_code == DOING[address][WHO.index(who)]


@pytest.mark.parametrize("address", [*LOOKING, *DOING])
def test_an_unknown_table_is_not_found(table: Played, address: str) -> None:
    client = client_of(table, "ann")
    assert client.get(f"/t/nosuchtable/{address}").status_code in (404, 405)
    assert client.post(f"/t/nosuchtable/{address}", {"ply": "2"}).status_code in (404, 405)


def test_without_the_token_nothing_is_done(table: Played) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.cast["ann"])
    for address in ("act", "undo", "resign", "sit", "stand", "start"):
        assert client.post(f"/t/{table.id}/{address}/").status_code == 403
    assert table.row.status == "running"


def test_a_move_by_plain_form_and_by_htmx(table: Played) -> None:
    mover, code = table.mover, table.legal()[0]
    client = client_of(table, mover)
    answer = client.post(f"/t/{table.id}/act/", {"code": code, "ply": "2"})
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{table.id}/")
    answer = client.post(
        f"/t/{table.id}/act/", {"code": "draw stock", "ply": "3"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert answer.content.lstrip().startswith(b'<section id="board"')
    assert b'data-ply="4"' in answer.content
    assert b'name="code"' not in answer.content


@pytest.mark.parametrize(
    ("code", "ply", "status"),
    [
        ("play Q7", "2", 422),
        ("draw stock", "0", 409),
        ("draw stock", "", 422),
        ("draw stock", "x", 422),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_a_refusal_comes_with_the_board_and_a_sentence(
    table: Played, code: str, ply: str, status: int, htmx: bool
) -> None:
    client = client_of(table, table.mover)
    answer = client.post(
        f"/t/{table.id}/act/",
        {"code": code, "ply": ply},
        headers={"HX-Request": "true"} if htmx else {},
    )
    text = answer.content.decode()
    assert answer.status_code == status
    assert 'role="alert"' in text and 'data-ply="2"' in text
    assert ("<html" in text) is not htmx
    for legal in table.legal():
        assert text.count(f'name="code" value="{legal}"') == 1


def test_every_legal_code_is_one_button_and_nothing_else_is(table: Played) -> None:
    for _ in range(12):
        pages = {
            name: client_of(table, name).get(f"/t/{table.id}/").content.decode()
            for name in ("ann", "ben", "cal")
        }
        for name in ("ann", "ben"):
            legal = table.legal(name) if name == table.mover else []
            assert pages[name].count('name="code"') == len(legal)
            for code in legal:
                assert pages[name].count(f'name="code" value="{code}"') == 1
        assert 'name="code"' not in pages["cal"]
        table.plays(f"{table.mover} {table.legal()[-1]}")


def test_after_the_end_the_log_is_open(table: Played) -> None:
    table.plays_on()
    for who in WHO:
        client = client_of(table, who)
        assert "= scores 0 0" in client.get(f"/t/{table.id}/transcript/").content.decode()
        page = client.get(f"/t/{table.id}/").content.decode()
        assert (
            'data-status="ended"' in page
            and 'data-places="1 1"' in page
            and 'data-scores="0 0"' in page
        )
        assert client.get(f"/t/{table.id}/fair.json").json()["table"] == table.id
        assert client.get(f"/t/{table.id}/?ply=3").status_code == 200
        assert client.get(f"/t/{table.id}/?ply=9999").status_code == 404


def test_a_private_table_is_found_by_its_link_only(cast: dict[str, User]) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", private=True, now=NOON)
    client = Client()
    assert opened.id not in client.get("/").content.decode()
    assert client.get(f"/t/{opened.id}/").status_code == 200
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    dee = client_of(Played(opened.id, cast), "dee")
    assert dee.post(f"/t/{opened.id}/act/", {"code": "draw stock", "ply": "2"}).status_code == 404


def new_table(client: Client, **fields: Any) -> Any:
    return client.post("/tables/new/", {"game": "lost_cities", "seats": "2"} | fields)


def test_a_new_table_is_a_redirect_to_it(cast: dict[str, User]) -> None:
    client = Client()
    client.force_login(cast["ann"])
    answer = new_table(
        client, rounds="3", suits="6", private="on", order="seats", seat="1", clock="untimed"
    )
    played = Played(answer["Location"].split("/")[2], cast)
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{played.id}/")
    assert played.row.options == {"rounds": "3", "suits": "6"}
    assert played.row.private and played.seat("ann") == 1
    for wrong in (
        {"game": "chess"},
        {"seats": "two"},
        {"rounds": "2"},
        {"clock": "hourglass"},
        {"seat": "x"},
    ):
        assert new_table(client, **wrong).status_code == 422
    answer = new_table(Client())
    table = Table.objects.get(pk=answer["Location"].split("/")[2])
    assert table.creator.is_guest, "a visitor plays as a guest, as everywhere"
