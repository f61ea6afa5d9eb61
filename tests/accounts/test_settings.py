"""The page about oneself, and closing the account."""

import re
from typing import Any

import celery
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import User
from tests.accounts.conftest import PASSWORD, mails, signs_in, signs_up, who
from tests.kit.types import Log, Patch
from tests.tables.pages import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: Patch) -> list[Any]:
    """Return the messages that the tables were sent."""
    told: list[Any] = []
    monkeypatch.setattr(
        celery.current_app, "send_task", lambda name, args, **_: told.append((name, args))
    )
    return told


@pytest.mark.parametrize(
    "where",
    [
        "",
        "close/",
        "email/",
        "password/change/",
        "2fa/",
        "2fa/webauthn/",
        "2fa/totp/activate/",
        "2fa/recovery-codes/",
    ],
)
def test_strangers_are_sent_to_the_door(client: Client, where: str) -> None:
    answer = client.get(f"/accounts/{where}")
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("where", ["theme/", "close/"])
def test_strangers_change_nothing(client: Client, where: str) -> None:
    assert client.post(f"/accounts/{where}", {"theme": "dark"})["Location"].startswith(
        "/accounts/login/"
    )


def test_the_page_names_what_there_is(at_home: Client, client: Client, guest: User) -> None:
    page = at_home.get("/accounts/").content.decode()
    assert all(
        word in page
        for word in (
            "ann",
            "Passkeys",
            "Two-step sign-in",
            "Close account",
            "/accounts/password/change/",
        )
    )
    page = client.get("/accounts/").content.decode()
    assert guest.name in page and "/accounts/password/change/" not in page


@pytest.mark.parametrize(
    ("where", "marked"),
    [
        ("/accounts/", []),
        ("/notices/", ["News"]),
        ("/notices/last/", ["News"]),
        ("/webhook/", ["News"]),
        ("/webhook/?kind=json", ["News"]),
        ("/calendar/", ["Calendar"]),
        ("/sleep/", ["Sleep"]),
        ("/accounts/data/", ["Your data"]),
    ],
)
def test_each_page_of_settings_lists_them_all(
    at_home: Client, where: str, marked: list[str]
) -> None:
    (rail,) = read(at_home.get(where).content.decode()).all("nav", class_="settings__nav")
    links = rail.all("a")
    assert len(links) == 13
    assert [link.text for link in links if "aria-current" in link.attributes] == marked


def test_the_theme_is_kept_and_shown(at_home: Client, ann: User) -> None:
    assert at_home.post("/accounts/theme/", {"theme": "dark"})["Location"] == "/accounts/"
    assert re.search(rb'<html lang="en"\s+data-theme="dark">', at_home.get("/accounts/").content)


@pytest.mark.parametrize("theme", ["", "plaid", '"><script>'])
def test_no_other_theme(at_home: Client, ann: User, theme: str) -> None:
    answer = at_home.post("/accounts/theme/", {"theme": theme})
    ann.refresh_from_db()
    assert answer.status_code == 422 and ann.theme == "auto" and b'<script>"' not in answer.content
    assert b'data-theme="auto"' in answer.content


def test_an_address_is_added_confirmed_changed_and_removed(at_home: Client, ann: User) -> None:
    again(at_home)
    at_home.post("/accounts/email/", {"action_add": "1", "email": "ann@example.org"})
    at_home.post(link_in(mails()[-1]))
    assert EmailAddress.objects.get(user=ann).verified
    at_home.post("/accounts/email/", {"action_add": "1", "email": "ann@example.net"})
    # until the new one is confirmed
    assert "ann@example.org" in at_home.get("/accounts/email/").content.decode()
    at_home.post(link_in(mails()[-1]))
    assert EmailAddress.objects.get(user=ann).email == "ann@example.net"
    at_home.post("/accounts/email/", {"action_remove": "1", "email": "ann@example.net"})
    ann.refresh_from_db()
    assert not EmailAddress.objects.exists() and ann.email == ""


def test_a_change_of_address_asks_for_the_password(at_home: Client, ann: User) -> None:
    answer = at_home.post("/accounts/email/", {"action_add": "1", "email": "evil@example.org"})
    assert (
        answer["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2Femail%2F"
        and not EmailAddress.objects.exists()
    )
    # the session is a cookie: what was posted is not kept in it
    assert "evil@example.org" not in str(dict(at_home.session))


def test_closing_asks_for_the_password(at_home: Client, ann: User) -> None:
    assert at_home.get("/accounts/close/").status_code == 200
    for password in ("", "wrong wrong wrong"):
        assert at_home.post("/accounts/close/", {"password": password}).status_code == 422
    ann.refresh_from_db()
    assert ann.is_active and who(at_home) == ann


def test_closing_forgets_the_person_and_keeps_the_row(
    ann: User, at_home: Client, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True, verified=True)
    Authenticator.objects.create(
        user=ann, type=Authenticator.Type.RECOVERY_CODES, data={"seed": "00", "used_mask": 0}
    )
    signs_in(other := Client(), "ann")
    with django_capture_on_commit_callbacks(execute=True):
        answer = at_home.post("/accounts/close/", {"password": PASSWORD})
    assert answer["Location"] == "/"
    closed = User.objects.get(pk=ann.pk)
    assert (closed.username, closed.email, closed.is_active, closed.name) == (
        f"closed-{ann.pk}",
        "",
        False,
        "Closed account",
    )
    assert (
        not closed.has_usable_password()
        and not EmailAddress.objects.exists()
        and not Authenticator.objects.exists()
    )
    assert who(at_home) is None and who(other) is None
    assert sent == [("games.tables.tasks.release_seats", (ann.pk,))]
    signs_in(at_home, "ann")
    assert who(at_home) is None
    assert signs_up(Client(), "ann").status_code == 302  # the name is free again


def test_a_guest_closes_with_a_button(
    client: Client, guest: User, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    assert b'type="password"' not in client.get("/accounts/close/").content
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/close/")
    guest.refresh_from_db()
    assert guest.is_closed and not guest.is_guest and who(client) is None and len(sent) == 1


def test_closing_twice_is_closing_once(
    ann: User, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.close(user=ann, now=timezone.now())
        services.close(user=ann, now=timezone.now())
    assert len(sent) == 1


def test_closing_does_not_wait_for_the_broker(
    ann: User, redis_server: Any, caplog: Log, django_capture_on_commit_callbacks: Any
) -> None:
    redis_server.stop()
    try:
        with django_capture_on_commit_callbacks(execute=True):
            services.close(user=ann, now=timezone.now())
    finally:
        redis_server.start()
    ann.refresh_from_db()
    assert ann.is_closed and "Redis does not answer" in caplog.text


def again(browser: Client) -> None:
    """Type the password once more, before something that matters."""
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})


def link_in(message: Any) -> str:
    return next(
        word.removeprefix(settings.BASE_URL)
        for word in message.body.split()
        if word.startswith("http://")
    )
