"""Apps of others: let in on a page of the site with PKCE, given tokens that serve once, shut out
when the person says so."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import base64
import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts import selectors
from accounts import services as accounts
from accounts.models import User
from accounts.oauth.forms import is_fit
from accounts.services import apps
from tests.api.conftest import Program
from tests.kit.people import browser_of

pytestmark = pytest.mark.django_db
BACK = "https://pal.example/back"
VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:43]


@dataclass
class App:
    """An app of Ben's, and the browser of Ann, who lets it in."""

    row: Application
    ann: Client

    def address(self, **more: str) -> str:
        asked = {
            "response_type": "code",
            "client_id": self.row.client_id,
            "redirect_uri": BACK,
            "scope": "read play",
            "state": "s1",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        asked = {name: value for name, value in (asked | more).items() if value}
        return f"/accounts/authorize/?{urlencode(asked)}"

    def answered(self, allow: bool = True, **more: str) -> dict[str, str]:
        """Return what the app is told when Ann has pressed a button."""
        answer = self.ann.post(self.address(**more), {"allow": "1"} if allow else {})
        assert answer.status_code == 302, answer.content
        to = urlsplit(answer["Location"])
        assert answer["Location"].startswith(more.get("redirect_uri", BACK))
        return {name: value for name, [value] in parse_qs(to.query).items()}

    def asks(self, path: str = "token", **fields: str) -> Any:
        return Client().post(f"/api/1/oauth/{path}", {"client_id": self.row.client_id, **fields})

    def redeems(self, code: str, **more: str) -> Any:
        fields = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER} | more
        return self.asks(grant_type="authorization_code", **fields)

    def refreshes(self, text: str, **more: str) -> Any:
        return self.asks(grant_type="refresh_token", refresh_token=text, **more)

    def let_in(self, **more: str) -> dict[str, Any]:
        """Return the tokens of the app after Ann has let it in."""
        answer = self.redeems(self.answered(**more)["code"])
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found


@pytest.fixture
def app(db: None) -> App:
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    client = browser_of(ann)
    addresses = [BACK, "http://127.0.0.1/back"]
    return App(apps.register(user=ben, name="Card Pal", addresses=addresses), client)


def test_ann_lets_an_app_in_and_it_plays_for_her(app: App) -> None:
    page = app.ann.get(app.address())
    said = page.content.decode()
    assert "Card Pal" in said and "ben" in said and "pal.example" in said
    assert "play in your name" in said and "Talk and invite" not in said
    assert "form-action 'self' https://pal.example;" in page["Content-Security-Policy"] + ";"
    told = app.answered()
    assert told["state"] == "s1" and told["iss"] == "http://localhost:8000"
    answer = app.redeems(told["code"])
    tokens = answer.json()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 3600)
    assert answer["Cache-Control"] == "no-store" and answer["Access-Control-Allow-Origin"] == "*"
    program = Program(tokens["access_token"])
    assert program.reads("/me")["name"] == "ann" and program.reads("/me")["scopes"] == [
        "play",
        "read",
    ]
    assert program.does("/tables", {"game": "odin"})["players"][0]["name"] == "ann"
    assert program.post("/tables/x/talk", {"text": "hi"}).json()["code"] == "wrong_scope"


def test_whoever_says_no_gives_nothing(app: App) -> None:
    told = app.answered(allow=False)
    assert (told["error"], told["state"]) == ("access_denied", "s1")
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "back"),
    [
        ({"client_id": "nobody"}, False),
        ({"client_id": "\x00"}, False),
        ({"redirect_uri": "https://evil.example/back"}, False),
        ({"redirect_uri": BACK + "/more"}, False),
        ({"redirect_uri": BACK + "?more=1"}, False),
        ({"redirect_uri": "javascript:alert(1)"}, False),
        ({"redirect_uri": ""}, False),
        ({"code_challenge": ""}, True),
        ({"code_challenge_method": "plain"}, True),
        ({"code_challenge_method": ""}, True),
        ({"response_type": "token"}, True),
        ({"response_type": "id_token"}, True),
        ({"response_type": ""}, True),
        ({"scope": "admin"}, True),
        ({"scope": "read write everything"}, True),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_asked_in_a_wrong_way_is_granted_by_no_button(
    wrong: dict[str, str], back: bool, method: str, app: App
) -> None:
    answer = getattr(app.ann, method)(
        app.address(**wrong), {"allow": "1"} if method == "post" else {}
    )
    if answer.status_code == 302:  # told to the app itself
        assert back and "error=" in answer["Location"] and answer["Location"].startswith(BACK)
    else:
        assert answer.status_code == 400
        assert (f'href="{BACK}?error=' in answer.content.decode()) is back
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_verifier": "w" * 50},
        {"code_verifier": ""},
        {"redirect_uri": "http://127.0.0.1/back"},
        {"client_id": "other"},
        {"code": "guessed"},
        {"code": ""},
    ],
)
def test_a_code_alone_is_worth_nothing(wrong: dict[str, str], app: App) -> None:
    other = apps.register(user=app.row.user, name="Other", addresses=[BACK])
    wrong = {name: other.client_id if value == "other" else value for name, value in wrong.items()}
    code = app.answered()["code"]
    answer = app.redeems(**({"code": code} | wrong))
    assert answer.status_code in (400, 401) and "access_token" not in answer.json()
    assert not AccessToken.objects.exists()


def test_a_code_serves_once_and_for_a_minute(app: App) -> None:
    code = app.answered()["code"]
    assert app.redeems(code).status_code == 200
    assert app.redeems(code).json()["error"] == "invalid_grant"
    late = app.answered()["code"]
    Grant.objects.update(expires=timezone.now())
    assert app.redeems(late).json()["error"] == "invalid_grant"


def test_a_refresh_token_serves_once_and_a_thief_ends_them_all(app: App) -> None:
    first = app.let_in()
    second = app.refreshes(first["refresh_token"]).json()
    assert Program(first["access_token"]).get("/me").status_code == 401
    assert Program(second["access_token"]).reads("/me")["name"] == "ann"
    assert app.refreshes(first["refresh_token"]).json()["error"] == "invalid_grant"
    assert Program(second["access_token"]).get("/me").status_code == 401
    assert app.refreshes(second["refresh_token"]).json()["error"] == "invalid_grant"


def test_no_more_is_got_by_refreshing_than_was_allowed(app: App) -> None:
    answer = app.refreshes(app.let_in()["refresh_token"], scope="read play write")
    assert answer.status_code == 400 and answer.json()["error"] == "invalid_scope"


@pytest.mark.parametrize("kind", ["password", "client_credentials", "implicit", "", "\x00"])
def test_there_is_no_other_way_to_a_token(kind: str, app: App) -> None:
    more = {"username": "ann", "password": "x", "scope": "read", "device_code": "x"}
    assert app.asks(grant_type=kind, **more).status_code == 400
    device = "urn:ietf:params:oauth:grant-type:device_code"
    assert app.asks(grant_type=device, **more).status_code == 400
    assert app.asks("token?" + urlencode(more)).status_code == 400
    assert not AccessToken.objects.exists()


def test_only_hashes_are_kept_and_nothing_is_logged(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = app.answered()["code"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT code FROM oauth2_provider_grant")
        assert cursor.fetchone()[0] == hashlib.sha256(code.encode()).hexdigest()
    tokens = app.redeems(code).json()
    again = app.refreshes(tokens["refresh_token"]).json()
    kept = str([*AccessToken.objects.values(), *RefreshToken.objects.values()])
    for one in (tokens, again):
        for text in (one["access_token"], one["refresh_token"]):
            assert text not in kept and text not in caplog.text
    assert code not in caplog.text


def test_a_token_stands_in_no_address_and_a_refresh_token_reads_nothing(app: App) -> None:
    tokens = app.let_in()
    assert Client().get(f"/api/1/me?access_token={tokens['access_token']}").status_code == 401
    assert Program(tokens["refresh_token"]).get("/me").status_code == 401
    answer = app.asks(f"token?grant_type=refresh_token&refresh_token={tokens['refresh_token']}")
    assert answer.status_code == 400
    assert Program(tokens["access_token"]).get("/me").status_code == 200


Ending = Callable[[App, dict[str, Any]], object]
ENDINGS: dict[str, Ending] = {
    "shut out": lambda app, _: app.ann.post("/accounts/apps/end/", {"app": str(app.row.pk)}),
    "all ended": lambda app, _: app.ann.post("/accounts/tokens/end/", {"all": "1"}),
    "given back": lambda app, got: app.asks("revoke", token=got["refresh_token"]),
    "access given back": lambda app, got: app.asks("revoke", token=got["access_token"]),
    "app deleted": lambda app, _: apps.delete_app(user=app.row.user, app_id=app.row.pk),
    "owner closed": lambda app, _: accounts.close(user=app.row.user, now=timezone.now()),
    "account closed": lambda app, _: accounts.close(
        user=User.objects.get(username="ann"), now=timezone.now()
    ),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_what_ends_an_app_ends_its_tokens(how: str, app: App) -> None:
    tokens = app.let_in()
    code = app.answered()["code"]
    ENDINGS[how](app, tokens)
    assert Program(tokens["access_token"]).get("/me").status_code == 401
    assert app.refreshes(tokens["refresh_token"]).status_code in (400, 401)
    if "given back" not in how:
        assert app.redeems(code).status_code in (400, 401)
    assert not selectors.connections(User.objects.get(pk=app.ann.session["_auth_user_id"]))


@pytest.mark.parametrize(("ticked", "status"), [({}, 200), ({"end_tokens": "on"}, 401)])
def test_a_new_password_ends_apps_if_one_says_so(
    ticked: dict[str, str], status: int, app: App
) -> None:
    ann = User.objects.get(username="ann")
    ann.set_password("a good long one")
    ann.save()
    app.ann.force_login(ann)
    tokens = app.let_in()
    new = {"oldpassword": "a good long one", "password1": "another long one"}
    new["password2"] = new["password1"]
    assert app.ann.post("/accounts/password/change/", new | ticked).status_code == 302
    assert Program(tokens["access_token"]).get("/me").status_code == status


def test_time_ends_a_token_and_the_housekeeping_removes_it(app: App) -> None:
    tokens, now = app.let_in(), timezone.now()
    app.answered()  # a code that nobody fetches
    AccessToken.objects.update(expires=now)
    assert Program(tokens["access_token"]).get("/me").status_code == 401
    apps.remove_ended(now=now + timedelta(days=29), after=timedelta(), limit=99)
    assert RefreshToken.objects.count() == 1 and not Grant.objects.exists()
    apps.remove_ended(now=now + timedelta(days=31), after=timedelta(), limit=99)
    assert not RefreshToken.objects.exists() and not AccessToken.objects.exists()


def test_the_suspended_get_no_tokens(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens, code = app.let_in(), app.answered()["code"]
    monkeypatch.setattr("accounts.sign_in_refusals.page", lambda user_id: "/suspended/")
    assert Program(tokens["access_token"]).get("/me").json()["code"] == "suspended"
    assert app.refreshes(tokens["refresh_token"]).json()["error"] == "invalid_grant"
    assert app.redeems(code).json()["error"] == "invalid_grant"


def test_a_token_opens_no_page(app: App) -> None:
    token = app.let_in(scope="read play write")["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    paths = "desk/ accounts/ accounts/close/ accounts/email/ accounts/password/change/"
    for path in (*paths.split(), "accounts/tokens/", "accounts/apps/", "accounts/data/"):
        for method in ("get", "post"):
            answer = getattr(Client(), method)(f"/{path}", headers=headers)
            strange = getattr(Client(), method)(f"/{path}")
            assert answer.status_code == strange.status_code in (302, 404), path
    assert User.objects.get(username="ann").closed_at is None


def test_guests_and_strangers_sign_in_first(app: App) -> None:
    answer = Client().get(app.address())
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/?next=")
    guest = browser_of(accounts.new_guest())
    assert guest.get(app.address())["Location"].startswith("/accounts/signup/?next=")
    assert guest.get("/accounts/apps/").status_code == 302


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("http://127.0.0.1:49152/back", "http://127.0.0.1:49152"),
        ("http://[::1]:49152/back", "http:"),
    ],
)
def test_on_the_own_device_any_port_will_do(address: str, origin: str, app: App) -> None:
    Application.objects.update(redirect_uris="http://127.0.0.1/back http://[::1]/back")
    page = app.ann.get(app.address(redirect_uri=address))
    assert f"form-action 'self' {origin};" in page["Content-Security-Policy"] + ";"
    assert app.answered(redirect_uri=address)["code"]


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("https://pal.example/back", True),
        ("https://pal.example:8443/back?from=cards", True),
        ("http://127.0.0.1/back", True),
        ("http://[::1]:80/back", True),
        ("http://localhost:3000/", True),
        ("http://pal.example/back", False),
        ("http://127.0.0.1.evil.example/", False),
        ("http://localhost.evil.example/", False),
        ("https://ann@pal.example/", False),
        ("https://pal.example/#part", False),
        ("https://*.example/", False),
        ("https:///back", False),
        ("https://pal.example:port/", False),
        ("https://pal.example\\@evil.example/", False),
        ("https://pål.example/", False),
        ("https://pal.example/" + "a" * 300, False),
        ("pal.app:/back", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("//pal.example/", False),
    ],
)
def test_an_app_names_where_people_come_back(address: str, fits: bool, app: App) -> None:
    assert is_fit(address) is fits
    answer = app.ann.post("/accounts/apps/", {"name": "My <b>app", "addresses": address})
    assert answer.status_code == (302 if fits else 422)
    assert Application.objects.filter(user__username="ann").exists() is fits
    assert "<b>app" not in app.ann.get("/accounts/apps/").content.decode()


def test_an_app_has_a_name_that_can_be_seen(app: App, settings: Any) -> None:
    for name in ("", "a", "x" * 41, "A\u202ebc", "A\u200bb"):
        answer = app.ann.post("/accounts/apps/", {"name": name, "addresses": BACK})
        assert answer.status_code == 422, name
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"apps": 1}
    answers = [app.ann.post("/accounts/apps/", {"name": "Pal", "addresses": BACK}) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [302, 422]


def test_nobody_deletes_the_app_of_another_or_shuts_it_out_for_others(app: App) -> None:
    tokens = app.let_in()
    app.ann.post("/accounts/apps/delete/", {"app": str(app.row.pk)})
    ben = browser_of(app.row.user)
    ben.post("/accounts/apps/end/", {"app": str(app.row.pk)})
    assert Program(tokens["access_token"]).reads("/me")["name"] == "ann"
    said = app.ann.get("/accounts/tokens/").content.decode()
    assert "Card Pal" in said and "Shut out" in said
    assert "Card Pal" not in ben.get("/accounts/tokens/").content.decode()
    ben.post("/accounts/apps/delete/", {"app": str(app.row.pk)})
    assert not Application.objects.exists()


def test_tokens_are_limited_by_address(app: App, settings: Any) -> None:
    from config.limits import Rate

    settings.LIMIT_RATES = settings.LIMIT_RATES | {"api": Rate(1, 1000)}
    assert [app.redeems("x").status_code for _ in "ab"] == [400, 429]


def test_libraries_find_the_addresses(app: App) -> None:
    told = Client().get("/.well-known/oauth-authorization-server").json()
    assert told["token_endpoint"] == "http://localhost:8000/api/1/oauth/token"
    assert told["authorization_endpoint"] == "http://localhost:8000/accounts/authorize/"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["grant_types_supported"] == ["authorization_code", "refresh_token"]


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["code", "refresh"])
def test_of_two_requests_at_once_one_gets_tokens(
    what: str, app: App, together: Callable[..., list[Any]]
) -> None:
    text = app.answered()["code"] if what == "code" else app.let_in()["refresh_token"]
    ask = app.redeems if what == "code" else app.refreshes
    answers = together(lambda: ask(text), lambda: ask(text))
    assert sorted(answer.status_code for answer in answers) == [200, 400]
