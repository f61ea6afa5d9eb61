"""Forms say where they lead (`next`). None leads away from this site, whatever it says, nor does it
write a header. Declining an invitation had a rule of its own, and failed at a line break."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import pytest
from django.test import Client

from accounts.adapter import is_ours
from accounts.models import User
from games.tables import services
from tests.tables.conftest import NOON

AWAY = (
    *("https://evil.example/", "//evil.example/", "///evil.example", "http:///evil.example"),
    *("\\\\evil.example", "/\\evil.example", "\\/evil.example", "https:evil.example"),
    *("javascript:alert(1)", "data:text/html,x", " //evil.example", "\t//evil.example"),
    *("http://testserver/", "http://testserver@evil.example/", "evil.example", "@evil.example"),
    *("//evil.example\r\nSet-Cookie: a=b", "\x01//evil.example", "ftp://evil.example", "/\t/evil"),
)
BREAKS = "/watch/\r\nSet-Cookie: stolen=1"
FORMS = (
    ("/accounts/guest/", {}),
    ("/accounts/login/", {"login": "ann", "password": "x"}),
    ("/accounts/logout/", {}),
    ("/accounts/name/", {"name": "anna"}),
    ("/accounts/presence/", {"shown": "on"}),
    ("/webhook/remove/", {}),
    ("/push/remove/", {"device": "1"}),
    ("/@/ben/tie/", {"tie": "follow"}),
    ("/@/ben/note/", {"text": "Hi"}),
    ("/t/{table}/decline/", {}),
)


@pytest.mark.parametrize("word", AWAY)
def test_only_paths_of_this_site_are_ours(word: str) -> None:
    assert not is_ours(word)


@pytest.mark.django_db
def test_no_form_leads_away(client: Client) -> None:
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    table = services.open_table(creator=ben, game="lost_cities", now=NOON)
    for path, fields in FORMS:
        for word in ("//evil.example/", "/\\evil.example", BREAKS):
            client.force_login(ann)
            answer = client.post(path.format(table=table.id), {**fields, "next": word})
            assert answer.status_code in (302, 303, 200), (path, word)
            assert stays(answer.get("Location", "/")), (path, word)


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["//evil.example/", "http://testserver/", BREAKS])
def test_no_answer_to_a_script_leads_away(client: Client, word: str) -> None:
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    table = services.open_table(creator=ben, game="lost_cities", now=NOON)
    services.invite_by_name(table_id=table.id, by=ben, name="ann", now=NOON)
    client.force_login(ann)
    script = {"HX-Request": "true"}
    answer = client.post(f"/t/{table.id}/decline/", {"next": word}, headers=script)
    assert answer.status_code == 204 and stays(answer["HX-Redirect"])


def stays(there: str) -> bool:
    """Return whether a browser stays on this site, and finds one header."""
    return there.startswith("/") and not there.startswith(("//", "/\\")) and there.isprintable()
