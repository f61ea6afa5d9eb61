from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import Role, User
from games.desk.access import LONGEST
from games.house.models import JournalEntry
from tests.desk.conftest import Enters

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = (
    "/desk/",
    "/desk/reports/",
    "/desk/journal/",
    "/desk/people/",
    "/desk/people/ann/",
    "/desk/patterns/",
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


@pytest.mark.parametrize("shown", [None, LONGEST + 60])
def test_the_second_factor_is_asked_for_again(enters: Enters, shown: float | None) -> None:
    answer = enters("mia", shown).get("/desk/journal/")
    assert answer.status_code == 302
    assert answer["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fdesk%2Fjournal%2F"


def test_without_a_second_factor_one_is_set_up_first(
    enters: Enters, house: dict[str, User]
) -> None:
    Authenticator.objects.filter(user=house["mia"]).delete()
    answer = enters("mia").get("/desk/")
    assert answer.status_code == 302 and answer["Location"] == "/accounts/2fa/"


def test_makehost_gives_and_takes_an_office_and_the_journal_tells(cast: dict[str, User]) -> None:
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
