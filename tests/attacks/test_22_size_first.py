"""Text was put into one spelling before anybody asked for its length. Accents that Unicode has to
sort take time by the square of their number: 62 kB of them, in the field for the name of the login,
held a thread for 2.6 seconds, for strangers too, and nothing counted it."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import unicodedata
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import names
from accounts.models import User
from games.tables import services
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db

PILE = "\u0301\u0316" * 15_000  # of two kinds, the wrong way round
MOST = 1_200  # letters of a line of talk before it is cleaned: 3 ms
FORMS = (  # address, the field that holds the pile, and what else the form needs
    ("/accounts/login/", "login", {"password": "x"}),
    ("/accounts/signup/", "username", {"password1": "x", "password2": "x"}),
    ("/accounts/password/reset/", "email", {}),
    ("/accounts/guest/", "name", {}),
    ("/accounts/name/", "name", {}),
    ("/accounts/email/", "email", {"action_add": ""}),
    ("/conduct/merge/", "name", {}),
    ("/t/{table}/invite/", "name", {}),
    ("/t/{table}/talk/", "text", {}),
    ("/t/{table}/talk/hear/", "name", {}),
    ("/tables/new/", "invite", {"game": "lost_cities", "seats": "2"}),
    ("/@/ben/note/", "text", {}),
    ("/report/name/ben/", "words", {"reason": "insult"}),
)


@pytest.fixture
def spelled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the lengths of the texts that are put into one spelling."""
    found: list[int] = []
    normalize = unicodedata.normalize

    def noting(form: Any, text: str) -> str:
        found.append(len(text))
        return normalize(form, text[: 2 * MOST])

    monkeypatch.setattr(unicodedata, "normalize", noting)
    return found


def test_no_form_spells_more_than_it_takes(client: Client, spelled: list[int]) -> None:
    ann, _ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    table = services.open_table(creator=ann, game="lost_cities", now=NOON)
    for signed_in in (False, True):
        for address, field, more in FORMS:
            answer = client.post(address.format(table=table.id), {**more, field: PILE})
            assert answer.status_code < 500, address
            assert max(spelled, default=0) <= MOST, address
            client.logout()
            if signed_in:
                client.force_login(ann)
        client.force_login(ann)
    for address in ("/players/?q=", "/games/archive/?player=", "/@/"):
        client.get(address + PILE[:9000])
        assert max(spelled, default=0) <= MOST, address
    assert spelled


def test_a_name_is_short_before_it_is_anything_else(spelled: list[int]) -> None:
    with pytest.raises(ValidationError) as refused:
        names.well_formed(PILE)
    assert refused.value.code == "long" and spelled == []


def test_a_ply_that_is_none_is_refused_before_anything_is_done(client: Client) -> None:
    """Found by an attacker: the game was given up, and the answer an error 500."""
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    table = services.open_table(creator=ann, game="lost_cities", now=NOON)
    services.sit(table_id=table.id, user=ben, now=NOON)
    table.refresh_from_db()
    version = table.version
    client.force_login(ann)
    for deed in ("resign", "draw", "abort", "slower", "undo", "act", "takeback"):
        for ply in ("x", "9" * 60_000):
            answer = client.post(f"/t/{table.id}/{deed}/", {"ply": ply})
            assert answer.status_code == 422, deed
    table.refresh_from_db()
    offers = table.draw_by, table.abort_by, table.slow_by
    assert (table.status, table.version, *offers) == ("running", version, "", "", "")
