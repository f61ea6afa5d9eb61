"""Choosing a name: guests for their visit, accounts once a month. Nobody looks like somebody
else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from django.db import IntegrityError
from django.test import Client

from accounts import names, services
from accounts.models import User
from games.tables import services as tables
from games.tables.board import presenter
from games.tables.tasks import show_name
from tests.accounts.conftest import mails, signs_in, signs_up, who
from tests.kit.types import Together

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def named(browser: Client, name: str) -> Any:
    return browser.post("/accounts/name/", {"name": name})


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "Пётр", "Ἀλέξανδρος", "さくら", "田中_1", "김철수", "דוד", "प्रिया"]
)
def test_names_in_all_scripts(client: Client, name: str) -> None:
    answer = signs_up(client, name, email="zoe@example.org")
    assert answer.status_code == 302
    user = who(client)
    assert user is not None and user.username == name
    page = client.get(f"/@/{quote(name)}/")
    assert page.status_code == 200 and name in page.content.decode()
    assert name in mails().pop().body
    signs_in(other := Client(), name)
    assert who(other) == user


def test_a_name_is_kept_in_one_spelling(client: Client) -> None:
    signs_up(client, "Zoe\u0308")
    signs_in(other := Client(), "Zoe\u0308")
    assert who(client) == who(other) == User.objects.get(username="Zoë")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ann", "Ánn"),
        ("Ánn", "ann"),
        ("pay", "рау"),  # all of it Cyrillic
        ("рау", "pay"),
        ("HANA", "ΗΑΝΑ"),  # all of it Greek
        ("ΗΑΝΑ", "hana"),
        ("nava", "ηανα"),
        ("Пётр", "ПЁТР"),
        ("Strasse", "Straße"),
    ],
)
def test_nobody_looks_like_somebody_else(first: str, second: str) -> None:
    assert signs_up(Client(), first).status_code == 302
    assert signs_up(Client(), second).status_code == 200
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["аnn", "annа", "Ꭺnn", "ann\u200b", "ann\u202e", "a\u0301\u0301b"])
def test_letters_of_two_scripts_and_unseen_ones_are_refused(client: Client, name: str) -> None:
    assert signs_up(client, name).status_code == 200 and who(client) is None


def test_the_site_s_own_names_in_disguise_are_refused(client: Client) -> None:
    assert signs_up(client, "ádmin").status_code == 200 and who(client) is None


def test_a_guest_chooses_a_name_for_the_visit(client: Client, guest: User) -> None:
    assert "Choose a name" in client.get("/accounts/").content.decode()
    assert named(client, "Ben").status_code == 302
    guest.refresh_from_db()
    assert guest.name == "Guest Ben" and guest.is_guest
    assert client.get(f"/@/{guest.username}/").status_code == 200
    assert named(client, "Zoë").status_code == 302  # as often as one likes


@pytest.mark.parametrize("name", ["ann", "ANN", "Ánn", "x" * 19, "admin", "", "a b", "<b>"])
def test_a_guest_does_not_pass_for_somebody(
    client: Client, ann: User, guest: User, name: str
) -> None:
    assert named(client, name).status_code == 422
    guest.refresh_from_db()
    assert guest.username.startswith(names.GUEST)


def test_a_guest_may_say_a_name_at_the_door(client: Client, ann: User) -> None:
    assert client.post("/accounts/guest/", {"name": "Ben", "next": "/games/"})["Location"] == (
        "/games/"
    )
    guest = who(client)
    assert guest is not None and guest.name == "Guest Ben"
    assert 'value="Ben"' in client.get("/accounts/signup/").content.decode()
    refused = Client().post("/accounts/guest/", {"name": "ann", "next": "/games/"})
    assert refused.status_code == 422 and 'value="/games/"' in refused.content.decode()


def test_the_door_renames_no_account(at_home: Client, ann: User) -> None:
    at_home.post("/accounts/guest/", {"name": "Ben"})
    ann.refresh_from_db()
    assert ann.username == "ann"


def test_two_guests_do_not_share_a_name(client: Client, guest: User) -> None:
    named(client, "Ben")
    other = Client()
    other.post("/accounts/guest/")
    assert named(other, "ben").status_code == 422


def test_an_account_changes_its_name_once_a_month(at_home: Client, ann: User) -> None:
    assert named(at_home, "Anna").status_code == 302
    ann.refresh_from_db()
    assert ann.username == "Anna" and who(at_home) == ann
    page = at_home.get("/accounts/").content.decode()
    assert "Next change on" in page and named(at_home, "Annie").status_code == 422
    with pytest.raises(services.TooSoon):
        services.rename(user=ann, name="Annie", now=ann.renamed_at + timedelta(days=29))
    renamed = services.rename(user=ann, name="Annie", now=ann.renamed_at + timedelta(days=30))
    assert renamed.username == "Annie"


def test_the_old_name_stays_reserved_and_leads_to_the_new_one(
    at_home: Client, ann: User, settings: Any
) -> None:
    named(at_home, "Anna")
    answer = Client().get("/@/ann/")
    assert answer.status_code == 302 and answer["Location"] == "/@/Anna/"
    assert signs_up(Client(), "ann").status_code == 200, "nobody else may be called so"
    signs_in(other := Client(), "ann")
    assert who(other) is None, "one signs in by the new name"
    ann.refresh_from_db()
    ann.held_names.update(until=NOON.date() - timedelta(days=400))
    assert Client().get("/@/ann/").status_code == 404
    assert signs_up(Client(), "ann").status_code == 302


def test_one_may_take_the_own_old_name_again(ann: User) -> None:
    services.rename(user=ann, name="Anna", now=NOON)
    services.rename(user=ann, name="ann", now=NOON + timedelta(days=31))
    assert User.objects.get(pk=ann.pk).username == "ann"
    assert set(ann.held_names.values_list("mark", flat=True)) == {"anna"}


def test_a_name_that_was_taken_meanwhile_is_refused(ann: User) -> None:
    User.objects.create_user("ben")
    with pytest.raises(IntegrityError):
        services.rename(user=ann, name="Ben", now=NOON)


def test_a_closed_account_holds_no_name(at_home: Client, ann: User) -> None:
    named(at_home, "Zoë")
    services.close(user=ann, now=NOON)
    assert not ann.held_names.exists()
    assert signs_up(Client(), "ann").status_code == signs_up(Client(), "Zoe").status_code == 302


def test_boards_show_the_new_name(ann: User) -> None:
    ben = User.objects.create_user("ben")
    table = tables.open_table(creator=ann, game="lost_cities", now=NOON)
    tables.sit(table_id=table.id, user=ben, now=NOON)
    assert presenter.look(table.id).seats[0].name == "ann"
    services.rename(user=ann, name="Zoë", now=NOON)
    show_name(ann.pk)
    assert "Zoë" in {seat.name for seat in presenter.look(table.id).seats}


def test_an_ended_game_shows_the_new_name_at_once(ann: User) -> None:
    ben = User.objects.create_user("ben")
    table = tables.open_table(creator=ann, game="lost_cities", now=NOON)
    tables.sit(table_id=table.id, user=ben, now=NOON)
    tables.resign(table_id=table.id, user_id=ben.pk, now=NOON)
    before = presenter.look(table.id)
    assert "ann" in presenter.board(before, None)
    services.rename(user=ann, name="Zoë", now=NOON)
    show_name(ann.pk)
    after = presenter.look(table.id)
    assert "Zoë" in presenter.board(after, None) and after.version > before.version


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "second"), [("ann", "Ánn"), ("Ánn", "ann"), ("HANA", "ΗΑΝΑ"), ("ben", "BEN")]
)
def test_of_two_names_alike_at_the_same_moment_one_is_taken(
    first: str, second: str, together: Together
) -> None:
    """Both forms were checked before either name was written."""
    guest = services.new_guest()
    signs_up_now = partial(services.save_new, User(username=first, password="!"))
    guest_does = partial(
        services.turn_into_account, guest=guest, username=second, email="", password="x"
    )
    answers = together(signs_up_now, guest_does)
    assert [type(answer) for answer in answers if isinstance(answer, Exception)] == [IntegrityError]
    assert User.objects.filter(is_guest=False).count() == 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_name_that_is_given_up_and_taken_at_the_same_moment(together: Together) -> None:
    """Ann becomes Anna while somebody signs up as ann: her old name stays hers, or the other was
    first to ask and is refused."""
    ann = User.objects.create_user("ann")
    together(
        partial(services.rename, user=ann, name="Anna", now=NOON),
        partial(services.save_new, User(username="Ánn", password="!")),
    )
    assert User.objects.count() == 1


def test_a_name_from_right_to_left_does_not_turn_the_text_around_it() -> None:
    assert names.display_name("דוד", guest=False, closed=False) == "\u2068דוד\u2069"
    assert names.display_name("Zoë", guest=False, closed=False) == "Zoë"
