"""A host turns the switches, and the house obeys at once."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.site import invitations, services, switches
from games.site.models import Invitation, JournalEntry, Name
from games.tables import services as tables
from games.tables.errors import ClosedForRepairs
from games.tables.models import Status, Table
from tests.kit.people import browser_of
from tests.kit.types import Patch
from tests.site.conftest import NOON, PASSWORD, turns

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def signs_up(name: str, invitation: str = "") -> int:
    facts = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "remember": "on"}
    facts |= {"invitation": invitation} if invitation else {}
    return Client().post("/accounts/signup/", facts).status_code


def test_a_closed_house_makes_no_accounts_and_says_so(ann: User) -> None:
    turns(ann, Name.SIGN_UP, switches.CLOSED)
    page = Client().get("/accounts/signup/")
    assert page.status_code == 403 and "No new accounts can be made here" in page.content.decode()
    assert signs_up("cal") == 403
    made = services.invite(by=ann, now=timezone.now())
    assert signs_up("cal", invitations.token(made)) == 403, "an invitation opens no closed house"
    assert not User.objects.filter(username="cal").exists()
    turns(ann, Name.SIGN_UP, switches.OPEN)
    assert signs_up("cal") == 302
    assert [entry.action for entry in JournalEntry.objects.order_by("pk")] == [
        "switch sign_up",
        "invite",
        "switch sign_up",
    ]


def test_by_invitation_each_link_opens_as_often_as_it_says(ann: User) -> None:
    turns(ann, Name.SIGN_UP, switches.INVITATION)
    page = Client().get("/accounts/signup/")
    assert page.status_code == 403 and "by invitation" in page.content.decode()
    said = StringIO()
    call_command("invite", "--uses", "2", stdout=said)
    link = urlsplit(said.getvalue().strip())
    form = Client().get(f"{link.path}?{link.query}")
    word = invitations.token(Invitation.objects.get())
    assert form.status_code == 200 and f'name="invitation" value="{word}"' in form.content.decode()
    assert signs_up("cal", word + "x") == 403
    assert [signs_up(name, word) for name in ("cal", "dee", "eve")] == [302, 302, 403]
    assert signs_up("cal", word) == 403


def test_a_form_with_mistakes_uses_nothing_up_and_an_old_link_opens_nothing(ann: User) -> None:
    turns(ann, Name.SIGN_UP, switches.INVITATION)
    word = invitations.token(services.invite(by=ann, now=timezone.now()))
    assert signs_up("ann", word) != 302  # the name is taken
    assert Invitation.objects.get().used == 0
    Invitation.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert signs_up("cal", word) == 403


def test_without_guests_strangers_are_told_to_sign_in(ann: User) -> None:
    turns(ann, Name.GUESTS, switches.OFF)
    for path, facts in (
        ("/accounts/guest/", {}),
        ("/tables/now/", {"game": "lost_cities"}),
        ("/tables/new/", {"game": "lost_cities"}),
    ):
        answer = Client().post(path, facts)
        assert answer.status_code == 403, path
        assert "This site takes no guests at the moment." in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    for path in ("/accounts/login/", "/accounts/signup/"):
        assert "/accounts/guest/" not in Client().get(path).content.decode()
    turns(ann, Name.GUESTS, switches.ON)
    assert Client().post("/accounts/guest/").status_code == 302


def test_closed_for_repairs_nothing_new_begins(ann: User, ben: User) -> None:
    terms = {"game": "lost_cities", "now": NOON}
    waits = tables.open_table(creator=ann, **terms)
    running = tables.open_table(creator=ann, **terms)
    tables.sit(table_id=running.id, user=ben, now=NOON)
    turns(ann, Name.MAINTENANCE, switches.ON)
    with pytest.raises(ClosedForRepairs):
        tables.open_table(creator=ann, **terms)
    with pytest.raises(ClosedForRepairs):
        tables.play_now(user=ben, game="lost_cities", level="club", now=NOON)
    with pytest.raises(ClosedForRepairs):
        tables.sit(table_id=waits.id, user=ben, now=NOON)
    waits.refresh_from_db()
    assert waits.status == Status.OPEN and waits.seats.count() == 1
    tables.resign(table_id=running.id, user_id=ben.pk, now=NOON)  # games go on
    assert Table.objects.get(pk=running.id).status == Status.ENDED
    with pytest.raises(ClosedForRepairs):
        tables.rematch(table_id=running.id, user=ann, now=NOON)
    browser = browser_of(ben)
    answer = browser.post("/tables/now/", {"game": "lost_cities"})
    assert answer.status_code == 409
    assert "closed for repairs" in answer.content.decode()
    turns(ann, Name.MAINTENANCE, switches.OFF)
    tables.sit(table_id=waits.id, user=ben, now=NOON)


def test_a_switch_is_asked_for_once_in_two_seconds(ann: User, monkeypatch: Patch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(switches.time, "monotonic", lambda: clock[0])
    switches.forget()
    with CaptureQueriesContext(
        connection,
    ) as asked:
        for _ in range(5):
            switches.value(Name.GUESTS), switches.value(Name.SIGN_UP)
        assert len(asked) == 1
        clock[0] += 2.1
        switches.value(Name.GUESTS)
        assert len(asked) == 2
