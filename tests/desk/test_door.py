from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Role, User
from games.community.desk.access import LIFE
from games.site.models import JournalEntry
from tests.accounts.test_second_step import code
from tests.desk.conftest import Enters
from tests.kit.types import Cast, Printed

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = tuple(
    ("/desk/ /desk/reports/ /desk/journal/ /desk/people/ /desk/people/ann/ /desk/patterns/").split()
)


@pytest.mark.parametrize("address", PAGES)
def test_nobody_without_an_office_finds_the_desk(address: str, enters: Enters) -> None:
    assert Client().get(address).status_code == 404
    assert enters("ann").get(address).status_code == 404
    assert enters("ann").post(address).status_code == 404


@pytest.mark.parametrize("address", PAGES)
def test_a_moderator_with_a_second_factor_comes_in(address: str, enters: Enters) -> None:
    answer = enters("mia").get(address)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("shown", [None, LIFE + 60])
def test_the_second_factor_is_asked_for_again(enters: Enters, shown: float | None) -> None:
    answer = enters("mia", shown).get("/desk/journal/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fdesk%2Fjournal%2F"


def test_without_a_second_factor_one_is_set_up_first(enters: Enters, house: Cast) -> None:
    Authenticator.objects.filter(user=house["mia"]).delete()
    answer = enters("mia").get("/desk/")
    assert answer.status_code == 302 and answer["Location"] == "/accounts/2fa/"


def code_of(page: str) -> str:
    """Return what an app shows for the key on a page."""
    return code(re.search(r'<code id="key"[^>]*>(\w+)<', page)[1])  # type: ignore[index]


def test_one_is_led_from_the_command_to_the_desk(cast: Cast, capsys: Printed) -> None:
    """The command, the desk, the settings and the page have one name for it."""
    ann = Client()
    cast["ann"].set_password("seven green leaves")
    cast["ann"].save()
    ann.post("/accounts/login/", {"login": "ann", "password": "seven green leaves"})
    call_command("makehost", "ann")
    assert "Two-step sign-in" in capsys.readouterr().out
    page = ann.get("/desk/", follow=True).content.decode()
    assert "The desk needs two-step sign-in." in page and "<h1>Two-step sign-in</h1>" in page
    assert "Two-step sign-in" in ann.get("/accounts/").content.decode()
    there = "/accounts/2fa/totp/activate/"
    proof = {"password": "seven green leaves", "next": there}
    key = code_of(ann.post("/accounts/reauthenticate/", proof, follow=True).content.decode())
    page = ann.post(there, {"code": key}, follow=True).content.decode()
    assert "Recovery codes" in page and 'href="/desk/">Go to the desk' in page
    assert ann.get("/desk/").status_code == 200, "the code has just been shown"
    assert "Go to the desk" in ann.get("/accounts/2fa/").content.decode()


def test_the_desk_asks_for_no_password(enters: Enters, house: Cast) -> None:
    house["mia"].set_password("seven green leaves")
    house["mia"].save()
    mia = enters("mia", None)
    pages = [mia.get("/desk/people/", follow=True)]
    asked = {"next": "/desk/people/", "code": ""}
    pages.append(mia.post("/accounts/2fa/reauthenticate/", asked))
    for page in [each.content.decode() for each in pages]:
        assert "The desk asks for your second step" in page
        assert "/accounts/reauthenticate/" not in page and "protects your account" not in page
    page = mia.get("/accounts/2fa/reauthenticate/?next=/accounts/email/").content.decode()
    assert "/accounts/reauthenticate/" in page and "protects your account" in page


def test_players_are_led_to_no_desk(enters: Enters, house: Cast) -> None:
    Authenticator.objects.create(user=house["ann"], type=Authenticator.Type.TOTP, data={})
    assert "/desk/" not in enters("ann").get("/accounts/2fa/").content.decode()


def test_makehost_gives_and_takes_an_office_and_the_journal_tells(cast: Cast) -> None:
    call_command("makehost", "ANN")
    call_command("makehost", "ben", "--moderator")
    assert list(User.objects.exclude(role="").values_list("role", flat=True)) == [
        Role.HOST,
        Role.MODERATOR,
    ]
    call_command("makehost", "ann", "--none")
    assert User.objects.get(username="ann").role == ""
    told = JournalEntry.objects.values_list("action", "user__username", "facts__role")
    assert list(told) == [
        ("role", "ann", "host"),
        ("role", "ben", "moderator"),
        ("role", "ann", ""),
    ]
    with pytest.raises(CommandError, match="no account"):
        call_command("makehost", "nobody")


def test_the_menu_leads_to_the_desk_for_those_who_have_one(enters: Enters) -> None:
    assert 'href="/desk/"' in enters("mia").get("/").content.decode()
    assert 'href="/desk/"' not in enters("ann").get("/").content.decode()


def test_the_first_account_of_a_house_is_told_how_to_keep_it(client: Client) -> None:
    def signs_up(name: str) -> str:
        client.logout()
        words = "correct horse battery"
        form = {"username": name, "password1": words, "password2": words}
        return client.post("/accounts/signup/", form, follow=True).content.decode()

    assert "manage.py makehost Ada" in signs_up("Ada")
    assert "makehost" not in signs_up("Bea")
