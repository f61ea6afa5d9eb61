"""A site without a mail server says so on each page that would have sent a mail; whoever sits at
the machine is told in which file it is."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts import mail_connection
from accounts.models import Letter, State, User
from accounts.services import letters
from config import environment
from tests.accounts.conftest import PASSWORD, signs_in, signs_up

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "127.0.0.1", "203.0.113.7"
CLAIMS = re.compile(
    r"on its way|we sent|you will get|spam|has been sent|was sent|Send again|a mail", re.I
)
LOCAL = (
    "config.mail.EmailBackend",
    "django.core.mail.backends.console.EmailBackend",
    "django.core.mail.backends.dummy.EmailBackend",
    "django.core.mail.backends.filebased.EmailBackend",
)


@pytest.fixture(autouse=True)
def no_server(settings: Any, tmp_path: Path) -> Path:
    """Return the folder of the mails of a site without EMAIL_URL."""
    for name, value in environment.email(tmp_path).items():
        setattr(settings, name, value)
    return tmp_path / "mail"


def goes() -> int:
    with closing(mail_connection.Connection()) as ours:
        return letters.send_due(now=timezone.now(), by=ours)


def told(page: Any) -> str:
    """Return the words of a page, and look that it claims nothing."""
    words = unescape(re.sub(r"\s+", " ", page.content.decode()))
    assert not CLAIMS.search(words), CLAIMS.findall(words)
    return words


def journey(address: str) -> list[str]:
    """Return what pages say to somebody who signs up with an address, looks at it, writes it anew,
    and has forgotten the password."""
    browser = Client(REMOTE_ADDR=address)
    shown = [told(browser.get("/accounts/signup/"))]
    signs_up(browser, "ada", email="ada@example.org")
    shown.append(told(browser.get("/accounts/email/")))
    again = {"action_send": "1", "email": "ada@example.org"}
    shown.append(told(browser.post("/accounts/email/", again, follow=True)))
    told(browser.get("/accounts/"))
    told(browser.get("/accounts/confirm-email/"))
    told(browser.post("/accounts/data/", follow=True))
    stranger = Client(REMOTE_ADDR=address)
    shown.append(told(stranger.get("/accounts/password/reset/")))
    asked = {"email": "ada@example.org"}
    shown.append(told(stranger.post("/accounts/password/reset/", asked, follow=True)))
    return shown


def test_somebody_elsewhere_reads_that_the_site_sends_no_mail(no_server: Path) -> None:
    shown = journey(ELSEWHERE)
    assert all("sends no mail" in page for page in shown)
    assert all("Ask the host" in page for page in shown[-2:])
    assert str(no_server) not in "".join(shown)


def test_somebody_at_the_machine_reads_where_the_file_is(no_server: Path) -> None:
    shown = journey(HERE)
    assert all("sends no mail" in page for page in shown)
    assert [str(no_server) in page for page in shown] == [False, True, True, True, True]
    assert goes() >= 2
    files = sorted(path.read_text() for path in no_server.iterdir())
    assert len(files) == Letter.objects.count()
    assert all("To: ada@example.org\n" in text for text in files)
    assert any("/accounts/confirm-email/" in text for text in files)
    assert any("/accounts/password/reset/key/" in text for text in files)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_proxy_on_the_machine_is_nobody_at_the_machine(header: str, no_server: Path) -> None:
    page = Client(REMOTE_ADDR=HERE).get("/accounts/password/reset/", headers={header: ELSEWHERE})
    assert str(no_server) not in told(page)


@pytest.mark.parametrize("backend", LOCAL)
def test_what_no_server_has_taken_is_not_called_sent(backend: str, settings: Any) -> None:
    settings.EMAIL_BACKEND = backend
    signs_up(Client(), "ada", email="ada@example.org")
    goes()
    letter = Letter.objects.get()
    assert (letter.state, letter.to, letter.body) == (State.DROPPED, "", "")


def test_an_address_still_signs_in(ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", primary=True)
    assert signs_in(Client(), "ann@example.org", PASSWORD).status_code == 302


def test_with_a_server_the_pages_promise_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    browser = Client()
    page = signs_up(browser, "ada", email="ada@example.org", follow="")
    page = browser.get("/accounts/email/")
    assert "on its way to ada@example.org" in page.content.decode()
    assert "sends no mail" not in page.content.decode()


class Silent:
    """A backend that takes a mail and says that it sent none."""

    def open(self) -> None:
        return None

    close = open

    def send_messages(self, messages: list[Any]) -> int:
        return 0


def test_a_mail_that_nobody_took_is_tried_again(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    signs_up(Client(), "ada", email="ada@example.org")
    with closing(mail_connection.Connection()) as ours:
        ours.connection = Silent()
        assert letters.send_due(now=timezone.now(), by=ours) == 0
    assert Letter.objects.get().state == State.WAITING
