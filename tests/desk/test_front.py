"""The front page of the desk: Ann keeps the house, Ben may not know that there is a desk."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.monitoring import checks, doctor, heartbeats
from config.monitoring.doctor import Finding
from games.site import announcements, numbers, parts, switches
from games.site.models import Announcement, Count, Invitation, JournalEntry, Name
from tests.desk.conftest import Enters, cast, enters, house, no_memory
from tests.kit.types import Cast, Patch
from tests.site.conftest import looked_at

__all__ = ["cast", "enters", "house", "looked_at", "no_memory"]
pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def desk(enters: Enters) -> Client:
    """Hal's browser, as the host."""
    return enters("hal")


@pytest.fixture
def ann(house: Cast) -> User:
    """Return the host."""
    return house["hal"]


@pytest.fixture
def ben(house: Cast) -> User:
    """Return an account like any other."""
    return house["ben"]


def switched(desk: Client, name: str, value: str, **more: str) -> int:
    return desk.post("/desk/switch/", {"name": name, "value": value, **more}).status_code


@pytest.mark.parametrize("name", ["ben", ""])
def test_others_find_nothing_there(ben: User, name: str) -> None:
    browser = Client()
    if name:
        browser.force_login(ben)
    for path in ("", "numbers/", "repairs/"):
        assert browser.get(f"/desk/{path}").status_code == 404
    for path in ("announcement/", "announcement/1/down/", "switch/", "invitation/"):
        assert (
            browser.post(f"/desk/{path}", {"name": Name.GUESTS, "value": "off"}).status_code == 404
        )
    assert switches.is_on(Name.GUESTS) and not Announcement.objects.exists()


def test_it_names_parts_and_draws_numbers(desk: Client, monkeypatch: Patch) -> None:
    found = [Finding("bots", "down", "no word for 45 s or more"), Finding("disk", "well", "9 GB")]
    monkeypatch.setattr(parts, "_look", [lambda: found])
    today = numbers.day_of(timezone.now())
    for days in range(5):
        since = today - days * numbers.DAY
        Count.objects.create(name="games", of_day=True, since=since, value=61 - days)
        Count.objects.create(name="disk", of_day=True, since=since, value=910 - 20 * days)
    for path in ("/desk/", "/desk/numbers/"):
        page = unescape(desk.get(path).content.decode())
        assert "no word for 45 s or more" in page and "#i-warning" in page
        assert "<b>61</b>" in page and 'class="plot__line" d="M103.4' in page
        assert "<b>91 %</b>" in page and "full in 4 days" in page
        assert "<b>–</b>" in page  # no answers counted yet
        assert f'<span class="desk__is">{settings.VERSION}</span>' in page
    page = desk.get("/desk/").content.decode()
    assert "1 part has a problem." in page and "No reports waiting." in page
    assert "style=" not in page and "<script>" not in page


def test_a_site_one_minute_old_is_well(
    desk: Client, settings: Any, tmp_path: Path, monkeypatch: Patch
) -> None:
    """A part that is not there yet is no fault, and its advice says how to come by it."""
    settings.DATA_DIR, settings.EMAIL_BACKEND = tmp_path, "config.mail.EmailBackend"
    monkeypatch.setattr(parts, "_look", [doctor.of_desk])
    for part in heartbeats.PARTS:
        heartbeats.write(part)
    today = numbers.day_of(timezone.now())
    Count.objects.create(name="slow", of_day=True, since=today, value=2000)
    set_up = timezone.now() - timedelta(minutes=1)
    monkeypatch.setattr(checks, "set_up_at", lambda: set_up)
    page = unescape(desk.get("/desk/").content.decode())
    assert "Everything is working." in page and "desk__is--ill" not in page and "is-ill" not in page
    assert "no backup yet" in page and "<kbd>python manage.py backup FOLDER</kbd>" in page
    assert "set EMAIL_URL to the address of a mail server" in page
    parts._Known.at = float("-inf")
    set_up -= timedelta(days=doctor.OLD_BACKUP)
    page = unescape(desk.get("/desk/").content.decode())
    assert "1 part has a problem." in page and "no backup yet" in page


def test_the_age_of_a_site_is_that_of_its_first_migration() -> None:
    assert checks.set_up_at() < timezone.now()


def test_an_announcement_goes_up_and_comes_down(desk: Client) -> None:
    words = "On <Sunday> we repair."
    assert desk.post("/desk/announcement/", {"text": words, "until": "6"}).status_code == 302
    up = Announcement.objects.get()
    assert timedelta(hours=5) < up.until - timezone.now() <= timedelta(hours=6)
    assert "On &lt;Sunday&gt; we repair." in Client().get("/games/").content.decode()
    assert desk.post(f"/desk/announcement/{up.pk}/down/").status_code == 302
    assert announcements.shown() is None


@pytest.mark.parametrize(
    "facts",
    [
        {"text": " ", "until": "6"},
        {"text": "x" * 241, "until": "6"},
        {"text": "Well.", "until": "7"},
        {"text": "Well.", "until": ""},
        {"text": "Well.", "until": "6", "language": "xx"},
        {},
    ],
)
def test_what_does_not_fit_comes_back_as_it_was_typed(desk: Client, facts: dict[str, str]) -> None:
    answer = desk.post("/desk/announcement/", facts)
    assert answer.status_code == 422 and not Announcement.objects.exists()
    assert f">{facts.get('text', '')}</textarea>" in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


def test_switches_turn_and_the_journal_tells(desk: Client, ann: User) -> None:
    assert switched(desk, Name.GUESTS, "off") == 302
    assert not switches.is_on(Name.GUESTS)
    assert 'aria-checked="false"' in desk.get("/desk/").content.decode()
    entry = JournalEntry.objects.get()
    assert (entry.by, entry.action, entry.facts) == (ann, "switch guests", {"to": "off"})
    for name, value in ((Name.GUESTS, "maybe"), ("doors", "on"), ("", "")):
        assert switched(desk, name, value) == 422


def test_closing_for_repairs_is_asked_once_more(desk: Client) -> None:
    answer = desk.post("/desk/switch/", {"name": Name.MAINTENANCE, "value": "on"})
    assert answer["Location"] == "/desk/repairs/"
    assert not switches.is_on(Name.MAINTENANCE)
    assert "Close the site for repairs?" in desk.get("/desk/repairs/").content.decode()
    assert switched(desk, Name.MAINTENANCE, "on", sure="1") == 302
    assert switches.is_on(Name.MAINTENANCE)
    assert switched(desk, Name.MAINTENANCE, "off") == 302
    assert not switches.is_on(Name.MAINTENANCE)


def test_a_link_of_invitation_is_made_and_opens(desk: Client) -> None:
    assert "Make a link" not in desk.get("/desk/").content.decode()
    switched(desk, Name.SIGN_UP, "invitation")
    page = unescape(desk.post("/desk/invitation/", {"uses": "3"}).content.decode())
    link = page.partition("<code>")[2].partition("</code>")[0]
    assert Invitation.objects.get().uses == 3
    assert Client().get("/" + link.split("/", 3)[3]).status_code == 200
    for uses in ("0", "501", "-1", "x", "9" * 99, "٣"):
        assert desk.post("/desk/invitation/", {"uses": uses}).status_code == 422


def test_a_host_says_how_long_a_link_of_invitation_is_valid(desk: Client) -> None:
    switched(desk, Name.SIGN_UP, "invitation")
    assert 'name="days"' in desk.get("/desk/").content.decode()
    for days in ("0", "366", "-1", "x", "9" * 99):
        assert desk.post("/desk/invitation/", {"days": days}).status_code == 422
    desk.post("/desk/invitation/", {"days": "3"})
    made = Invitation.objects.get()
    assert made.until - made.made_at == timedelta(days=3)
