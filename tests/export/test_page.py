"""The page and the download: one's own alone, behind the sign-in, and behind the password for those
who have one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.export import services
from games.export.models import Export
from tests.export.conftest import PASSWORD, made
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def at_home(name: str) -> Client:
    browser = Client(enforce_csrf_checks=False)
    answer = browser.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def text(browser: Client) -> str:
    answer = browser.get("/accounts/data/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def gives_password(browser: Client) -> None:
    assert browser.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


def test_asking_waiting_downloading(cast: Cast) -> None:
    browser = at_home("ann")
    assert (
        "Make the file" in text(browser)
        and "/accounts/data/" in browser.get("/accounts/").content.decode()
    )
    assert browser.post("/accounts/data/").status_code == 302
    assert "Being made" in text(browser) and "Make" not in text(browser).split("<h1>")[1]
    assert services.make_due(now=timezone.now()) == 1
    page = text(browser)
    export = Export.objects.get()
    assert f'href="/accounts/data/{export.pk}/"' in page and "who you are" in page
    answer = browser.get(f"/accounts/data/{export.pk}/")
    assert answer["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2Fdata%2F"
    gives_password(browser)
    assert "who you are" not in text(browser)
    answer = browser.get(f"/accounts/data/{export.pk}/")
    body = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "application/zip" and body.startswith(b"PK")
    assert int(answer["Content-Length"]) == len(body) == export.size
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert browser.post("/accounts/data/").status_code == 429


def test_a_guest_may_take_everything_along_and_has_no_password_to_give(db: None) -> None:
    browser = Client()
    browser.post("/accounts/guest/")
    guest = User.objects.get(is_guest=True)
    export = made(guest, timezone.now())
    assert "who you are" not in text(browser)
    answer = browser.get(f"/accounts/data/{export.pk}/")
    assert answer.status_code == 200 and b"".join(answer.streaming_content)[:2] == b"PK"


def test_of_others_there_is_nothing(cast: Cast) -> None:
    export = made(cast["ann"], timezone.now())
    dee = at_home("dee")
    gives_password(dee)
    assert dee.get(f"/accounts/data/{export.pk}/").status_code == 404
    assert "Download" not in text(dee)
    anonymous = Client().get(f"/accounts/data/{export.pk}/")
    assert anonymous.status_code == 302 and "/accounts/login/" in anonymous["Location"]


def test_after_a_week_the_page_says_so(cast: Cast) -> None:
    export = made(cast["ann"], timezone.now())
    Export.objects.update(asked_at=timezone.now() - timedelta(days=8))
    browser = at_home("ann")
    gives_password(browser)
    assert "Expired" in text(browser) and "Make a new file" in text(browser)
    assert browser.get(f"/accounts/data/{export.pk}/").status_code == 404


def test_one_that_failed_says_so(cast: Cast) -> None:
    Export.objects.create(user=cast["ann"], asked_at=timezone.now(), state="failed")
    assert "It could not be made" in text(at_home("ann"))
