"""Moves sent by htmx pass fewer layers of the site, but every check."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def test_a_forged_move_is_refused_as_on_the_long_way(table: Played) -> None:
    mover = table.browser(table.mover, enforce_csrf_checks=True)
    move = {"code": table.legal()[0], "ply": "2"}
    for headers in (HTMX, {}):
        assert mover.post(f"/t/{table.id}/act/", move, headers=headers).status_code == 403
    assert table.ply == 2
    mover.get(f"/t/{table.id}/")
    token = {"X-CSRFToken": mover.cookies["csrftoken"].value}
    assert mover.post(f"/t/{table.id}/act/", move, headers=HTMX | token).status_code == 200
    assert table.ply == 3


def test_it_says_no_in_the_same_words(table: Played) -> None:
    mover, waiter = table.browser(table.mover), table.browser(table.waiter)
    move = {"code": table.legal()[0], "ply": "2"}
    for client, fields, status in (
        (waiter, move, 422),
        (mover, {"code": "fly"}, 422),
        (mover, move | {"ply": "1"}, 409),
        (Client(), move, 403),
    ):
        answers = [
            client.post(f"/t/{table.id}/act/", fields, headers=headers) for headers in (HTMX, {})
        ]
        assert [answer.status_code for answer in answers] == [status, status]
        assert b'role="alert"' in answers[0].content
        assert answers[0]["X-Content-Type-Options"] == "nosniff"
    assert mover.post("/t/nowhere/act/", move, headers=HTMX).status_code == 404
    assert mover.get(f"/t/{table.id}/act/", headers=HTMX).status_code == 405


def test_a_password_that_changed_ends_it(table: Played) -> None:
    mover = table.browser(table.mover)
    user = table.cast[table.mover]
    user.set_password("another one, long enough")
    user.save()
    move = {"code": table.legal()[0], "ply": "2"}
    assert mover.post(f"/t/{table.id}/act/", move, headers=HTMX).status_code == 403
    assert table.ply == 2
