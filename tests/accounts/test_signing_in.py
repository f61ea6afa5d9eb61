"""Signing up, in and out; forgetting and changing the password."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from config import settings as site_settings
from tests.accounts.conftest import PASSWORD, mails, signs_in, signs_up, who

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    answer = signs_up(client, "Jonas", next="/t/k3x9/")
    assert answer["Location"] == "/t/k3x9/"
    jonas = who(client)
    assert jonas is not None and jonas.name == "Jonas" and jonas.email == "" and mails() == []
    assert jonas.password.startswith("argon2")


def test_the_site_hashes_passwords_with_argon2_at_full_cost(settings: Any) -> None:
    settings.PASSWORD_HASHERS = site_settings.PASSWORD_HASHERS
    user = User.objects.create_user("jonas", password=PASSWORD)
    assert user.password.startswith("argon2$argon2id$v=19$m=102400,t=2,p=8$")
    assert user.check_password(PASSWORD) and not user.check_password(PASSWORD.upper())


def test_the_name_is_one_whatever_its_case(
    client: Client, ann: User, text: Callable[[HttpResponse], str]
) -> None:
    answer = signs_up(client, "ANN")
    assert User.objects.count() == 1
    assert "“ANN” is taken. “ANN_K” and “ANN" in text(answer)
    assert 'value="ANN"' in text(answer)  # never cleared


def test_a_hostile_name_is_refused_and_never_markup(
    client: Client, text: Callable[[HttpResponse], str]
) -> None:
    answer = signs_up(client, '"><script>alert(1)</script>')
    assert (
        answer.status_code == 200
        and "<script>alert" not in text(answer)
        and User.objects.count() == 0
    )


@pytest.mark.parametrize("password", ["short", "password123", "jonasjonas1", "1234567890"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    signs_up(client, "jonasjonas", password)
    assert User.objects.count() == 0


def test_passwords_that_differ_are_refused_and_not_sent_back(
    client: Client, text: Callable[[HttpResponse], str]
) -> None:
    answer = client.post(
        "/accounts/signup/",
        {"username": "jonas", "password1": PASSWORD, "password2": PASSWORD + "!"},
    )
    assert User.objects.count() == 0 and PASSWORD not in text(answer)


def test_spaces_in_a_password_count(client: Client) -> None:
    signs_up(client, "jonas", "  a very long one  ")
    assert User.objects.get().check_password("  a very long one  ")


def test_unless_asked_to_the_browser_forgets(client: Client) -> None:
    signs_up(client, "jonas")
    assert client.cookies["sessionid"]["max-age"] == ""
    signs_up(keeper := Client(), "clara", remember="on")
    assert int(keeper.cookies["sessionid"]["max-age"]) > 86400 * 30


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"],
)
def test_nobody_is_led_off_the_site(client: Client, ann: User, elsewhere: str) -> None:
    assert signs_up(client, "jonas", next=elsewhere)["Location"] == "/"
    assert client.get("/accounts/login/", {"next": elsewhere})["Location"] == "/"
    client.post("/accounts/logout/", {"next": elsewhere})
    assert signs_in(client, "ann", next=elsewhere)["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": elsewhere})["Location"] == "/"


def test_in_by_name_or_address_and_out(client: Client, ann: User) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True)
    for login in ("ann", "ANN", "Ann@Example.org"):
        assert signs_in(client, login).status_code == 302
        assert who(client) == ann
        # looking signs nobody out
        assert client.get("/accounts/logout/").status_code == 200 and who(client) == ann
        client.post("/accounts/logout/")
        assert who(client) is None


def test_five_wrong_tries_stop_that_address_and_nobody_else(
    client: Client, ann: User, text: Callable[[HttpResponse], str]
) -> None:
    for _ in range(5):
        signs_in(client, "ann", "wrong wrong wrong")
    answer = signs_in(client, "ann")
    assert who(client) is None and "Wait a minute" in text(answer)
    owner = Client(REMOTE_ADDR="198.51.100.7")
    signs_in(owner, "ann")
    assert who(owner) == ann


def test_signing_up_and_in_has_an_end(client: Client, settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip", "login": "2/m/ip"}  # type: ignore[attr-defined]
    assert [signs_up(Client(), "x").status_code for _ in range(3)] == [200, 200, 429]
    assert [signs_in(Client(), "ann").status_code for _ in range(3)] == [200, 200, 429]


def test_a_new_password_signs_out_every_other_browser(at_home: Client, ann: User) -> None:
    signs_in(other := Client(), "ann")
    answer = at_home.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "nine white peaks", "password2": "nine white peaks"},
    )
    assert answer["Location"] == "/accounts/" and who(at_home) == ann and who(other) is None


def test_a_link_by_mail_resets_the_password_once(client: Client) -> None:
    signs_up(Client(), "jonas", email="jonas@example.org")
    assert "confirm your e-mail address" in mails().pop().subject
    client.post("/accounts/password/reset/", {"email": "Jonas@example.org"})
    message = mails().pop()
    assert "jonas" in message.body and "new password" in message.subject
    link = re.search(rf"{settings.BASE_URL}(/\S+)", message.body)[1]  # type: ignore[index]
    form = client.get(link)["Location"]
    assert client.get(form).status_code == 200
    new = {"password1": "nine white peaks", "password2": "nine white peaks"}
    assert client.post(form, new).status_code == 302
    signs_in(client, "jonas", "nine white peaks")
    assert who(client) is not None
    used = Client().get(link).content.decode()
    assert "This link no longer works" in used and "old" not in used


def test_a_reset_tells_nobody_who_has_an_account(client: Client, ann: User) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True)
    answers = [
        client.post("/accounts/password/reset/", {"email": email})
        for email in ("ann@example.org", "nobody@example.org")
    ]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert len(mails()) == 2


def test_an_address_in_use_is_no_secret_spilt(client: Client, ann: User) -> None:
    ann.emailaddress_set.create(email="ann@example.org", primary=True, verified=True)
    assert signs_up(client, "jonas", email="ann@example.org").status_code == 302


def test_who_keeps_coming_stays_signed_in(at_home: Client) -> None:
    at_home.get("/accounts/")
    assert "sessionid" not in at_home.get("/accounts/").cookies
    session = at_home.session
    session["seen"] -= 7
    session.save()
    at_home.cookies["sessionid"] = session.session_key
    assert "sessionid" in at_home.get("/accounts/").cookies
