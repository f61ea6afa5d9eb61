"""Playing with one click, and an account later."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from config.limits import Rate
from tests.accounts.conftest import PASSWORD, signs_in, signs_up, who
from tests.kit.types import Together

pytestmark = pytest.mark.django_db


def test_one_click_makes_a_guest_and_leads_on(client: Client) -> None:
    answer = client.post("/accounts/guest/", {"next": "/t/k3x9/?ply=3"})
    guest = who(client)
    assert answer.status_code == 302 and answer["Location"] == "/t/k3x9/?ply=3"
    assert guest is not None and guest.is_guest and not guest.has_usable_password()
    assert guest.name == f"Guest {guest.username[6:10].upper()}"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "profile",
        "x",
        "../",
        "",
    ],
)
def test_nobody_is_led_off_the_site(client: Client, elsewhere: str) -> None:
    assert client.post("/accounts/guest/", {"next": elsewhere})["Location"] == "/"
    # nor the guest who is there already
    assert client.post("/accounts/guest/", {"next": elsewhere})["Location"] == "/"


def test_a_second_click_makes_no_second_guest(client: Client) -> None:
    client.post("/accounts/guest/")
    client.post("/accounts/guest/")
    assert User.objects.count() == 1


def test_somebody_with_an_account_stays_who_they_are(at_home: Client, ann: User) -> None:
    at_home.post("/accounts/guest/")
    assert who(at_home) == ann and User.objects.count() == 1


def test_looking_is_refused_with_a_way_out(
    client: Client, text: Callable[[HttpResponse], str]
) -> None:
    answer = client.get("/accounts/guest/?next=/t/k3x9/")
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert 'action="/accounts/guest/"' in text(answer) and 'value="/t/k3x9/"' in text(answer)
    assert User.objects.count() == 0


def test_a_flood_of_guests_is_stopped_kindly(settings: Any) -> None:
    settings.LIMIT_RATES = {"guests": Rate(2, 600)}
    answers = [Client().post("/accounts/guest/").status_code for _ in range(3)]
    assert answers == [302, 302, 429] and User.objects.count() == 2
    assert Client(REMOTE_ADDR="198.51.100.7").post("/accounts/guest/").status_code == 302
    # anybody can write that header
    assert Client(HTTP_X_FORWARDED_FOR="203.0.113.9").post("/accounts/guest/").status_code == 429


def test_an_account_keeps_the_row(client: Client, guest: User) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert guest.name in page
    signs_up(client, "Jonas")
    jonas = User.objects.get()
    assert (jonas.pk, jonas.username, jonas.is_guest) == (guest.pk, "Jonas", False)
    assert jonas.check_password(PASSWORD) and who(client) == jonas
    signs_in(other := Client(), "jonas")
    assert who(other) == jonas


def test_an_account_ends_the_guests_other_cookies(client: Client, guest: User) -> None:
    copy = Client()
    copy.cookies = client.cookies.copy()
    signs_up(client, "Jonas")
    assert who(copy) is None and who(client) is not None


def test_a_sign_up_posted_twice_makes_one_account(client: Client, guest: User) -> None:
    twin = Client()
    twin.cookies = client.cookies.copy()
    signs_up(client, "Jonas")
    answer = signs_up(twin, "Jonas")
    assert answer.status_code == 200 and "is taken" in answer.content.decode()
    assert User.objects.get().pk == guest.pk


def test_a_refused_sign_up_leaves_the_guest_a_guest(client: Client, guest: User, ann: User) -> None:
    assert signs_up(client, "ANN").status_code == 200
    guest.refresh_from_db()
    assert guest.is_guest and who(client) == guest


def test_a_guest_who_logs_in_becomes_that_user(client: Client, guest: User, ann: User) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "you cannot come back to this guest" in page
    signs_in(client, "ann")
    guest.refresh_from_db()
    assert who(client) == ann and guest.is_guest and guest.is_active


def test_a_wrong_password_leaves_the_guest_a_guest(client: Client, guest: User, ann: User) -> None:
    signs_in(client, "ann", "wrong wrong wrong")
    assert who(client) == guest


@pytest.mark.parametrize(
    "where",
    (
        "email/ password/change/ password/set/ 2fa/ 2fa/totp/activate/ 2fa/webauthn/add/ "
        "reauthenticate/"
    ).split(),
)
def test_a_guest_has_nothing_to_guard(client: Client, guest: User, where: str) -> None:
    answer = client.get(f"/accounts/{where}")
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/signup/")


def test_nobody_logs_in_as_a_guest(client: Client, guest: User) -> None:
    for password in ("", "!", guest.password):
        signs_in(stranger := Client(), guest.username, password)
        assert who(stranger) is None


@pytest.mark.django_db(transaction=True)
def test_two_who_want_one_name_at_once(together: Together) -> None:
    answers = together(*[lambda: signs_up(Client(), "Jonas") for _ in range(3)])
    assert sorted(answer.status_code for answer in answers) == [200, 200, 302]
    assert User.objects.filter(username="Jonas").count() == 1
