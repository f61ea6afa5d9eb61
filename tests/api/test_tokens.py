"""Tokens: made and ended in the settings, shown once, and refused by what they may not do."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken

from accounts import services as accounts
from accounts import tokens
from accounts.models import Token, User
from accounts.services import apps, bots
from accounts.services import tokens as services
from games.api.api import api
from tests.api.conftest import Program
from tests.kit import tiers
from tests.kit.people import browser_of

pytestmark = pytest.mark.django_db
Programs = Callable[..., Program]
FORM = {"name": "My bot", "read": "on", "play": "on", "days": "30"}


@pytest.fixture
def ann(db: None) -> Client:
    return browser_of(User.objects.create_user("ann", password="a good long one"))


def made(client: Client, **more: str) -> Program:
    page = client.post("/accounts/tokens/", FORM | more).content.decode()
    found = re.search(r'<code id="token">(fdp_\w+)<', page)
    assert found
    return Program(found[1])


def test_a_token_is_shown_once_and_kept_as_a_hash(ann: Client) -> None:
    program = made(ann)
    token = Token.objects.get()
    assert tokens.is_whole(program.token) and program.token not in str(token.__dict__)
    page = ann.get("/accounts/tokens/").content.decode()
    assert program.token not in page and "My bot" in page and "Not used yet" in page
    assert program.reads("/me")["scopes"] == ["play", "read"]
    assert "Last used on" in ann.get("/accounts/tokens/").content.decode()


def test_a_token_ends_when_its_owner_says_so(ann: Client) -> None:
    program = made(ann)
    ann.post("/accounts/tokens/end/", {"token": str(Token.objects.get().pk)})
    answer = program.get("/me")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="api"')


@pytest.mark.parametrize(("ticked", "holds"), [({}, True), ({"end_tokens": "on"}, False)])
def test_a_new_password_ends_tokens_if_one_says_so(
    ticked: dict[str, str], holds: bool, ann: Client
) -> None:
    program = made(ann)
    new = {
        "oldpassword": "a good long one",
        **dict.fromkeys(("password1", "password2"), "another 1"),
    }
    new = {
        key: value + " long one" if key != "oldpassword" else value for key, value in new.items()
    }
    assert ann.post("/accounts/password/change/", new | ticked).status_code == 302
    assert (program.get("/me").status_code == 200) is holds


def test_a_token_ends_by_itself_and_with_the_account(ann: Client) -> None:
    program, now = made(ann), timezone.now()
    Token.objects.update(ends_at=now - timedelta(seconds=1))
    assert program.get("/me").status_code == 401
    assert services.remove_ended(now=now, after=timedelta(days=30), limit=9) == 0
    assert services.remove_ended(now=now, after=timedelta(), limit=9) == 1
    program = made(ann)
    accounts.close(user=User.objects.get(username="ann"), now=now)
    assert program.get("/me").status_code == 401 and not Token.objects.exists()


def test_another_person_ends_none_of_mine(ann: Client) -> None:
    made(ann)
    ben = browser_of(User.objects.create_user("ben"))
    ben.post("/accounts/tokens/end/", {"token": str(Token.objects.get().pk)})
    ben.post("/accounts/tokens/end/", {"all": "1"})
    assert Token.objects.count() == 1


def test_nobody_has_more_tokens_than_allowed(ann: Client, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"tokens": 1}
    made(ann)
    page = ann.post("/accounts/tokens/", FORM)
    assert page.status_code == 422 and "too many tokens" in page.content.decode()


def test_scanners_know_a_token_by_its_checksum() -> None:
    text = tokens.new()
    assert tokens.is_whole(text) and len({tokens.new() for _ in range(50)}) == 50
    swapped = text[:-8] + ("0" if text[-8] != "0" else "1") + text[-7:]
    for wrong in (swapped, text[:-1], text + "0", text.upper(), "", "fdp_"):
        assert not tokens.is_whole(wrong)


NEEDS = {  # by operation that needs a token
    "read": {
        "GET /me",
        "GET /me/games",
        "GET /me/tables",
        "GET /me/events",
        "GET /me/clubs",
        "GET /me/stream",
    },
    "write": {"POST /tables/{table_id}/talk", "POST /tables/{table_id}/invite"},
}


def operations() -> list[tuple[str, str]]:
    paths = api.get_openapi_schema()["paths"]
    return [
        (method.upper(), path.removeprefix("/api/1"))
        for path, methods in paths.items()
        for method in methods
    ]


ROLES = ("account", "host", "guest", "bot", "app")


def of_role(role: str, program: Programs) -> dict[str, Program]:
    """Return somebody's programs, by the one scope that each has."""
    owner = User.objects.create_user(f"{role}-owner", password=None)
    user = {
        "guest": accounts.new_guest,
        "bot": lambda: bots.make(owner=owner, name="robo"),
        "host": lambda: User.objects.create_user("hosted", password=None, role="host"),
    }.get(role, lambda: owner)()
    if role != "app":
        return {scope: program(user, scope) for scope in ("read", "play", "write")}
    app, found = apps.register(user=owner, name="Pal", addresses=["https://pal.example/"]), {}
    for scope in ("read", "play", "write"):
        found[scope] = Program(tokens.new(tokens.APP))
        AccessToken.objects.create(
            user=user,
            application=app,
            token=found[scope].token,
            scope=scope,
            expires=timezone.now() + timedelta(hours=1),
        )
    return found


def test_each_operation_asks_for_its_scope_whoever_asks(program: Programs) -> None:
    """Without a token reading what is public alone; with each scope what it says. Addresses lead
    nowhere, so that whoever is let in meets 404 or 422. `make test` asks as one role each."""
    programs = {role: of_role(role, program) for role in ROLES}
    for number, (method, path) in enumerate(operations()):
        at = re.sub(r"{\w+}", "nowhere", path)
        needed = next((scope for scope, ones in NEEDS.items() if f"{method} {path}" in ones), "")
        needed = needed or ("play" if method == "POST" else "")
        if path == "/guest":
            continue
        body = {} if method == "POST" else None
        stranger = Program().ask(method, at, body)
        assert (stranger.status_code == 401) is bool(needed), (method, path)
        for role in (ROLES[number % len(ROLES)],) if tiers.brief else ROLES:
            for scope, one in programs[role].items():
                answer = one.ask(method, at, body)
                refused = answer.status_code == 403 and answer.json()["code"] == "wrong_scope"
                assert refused is (scope != (needed or "read")), (method, path, role, scope)


def test_no_cookie_signs_in(ann: Client) -> None:
    assert ann.get("/api/1/me").status_code == 401
    assert ann.post("/api/1/tables", {"game": "odin"}, "application/json").status_code == 401


def test_a_suspended_person_has_no_programs(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    program = made(ann)
    monkeypatch.setattr("accounts.sign_in_refusals.page", lambda user_id: "/suspended/")
    answer = program.get("/me")
    assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
