"""People at the door: Ann has an account, strangers have nothing."""

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts import mail_connection
from accounts.models import User
from accounts.services import letters
from tests.kit.people import PASSWORD as PASSWORD
from tests.kit.people import ann as ann
from tests.kit.people import browser_of


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Nobody has tried anything yet."""
    cache.clear()


@pytest.fixture
def at_home(ann: User) -> Client:
    """Ann's browser, where she is signed in."""
    return browser_of(ann)


@pytest.fixture
def guest(client: Client, db: Any) -> User:
    """Return a guest; `client` is the guest's browser."""
    client.post("/accounts/guest/")
    return User.objects.get(is_guest=True)


def mails() -> list[EmailMessage]:
    """Send the letters that are due, and return all mails that were sent by now."""
    with closing(mail_connection.Connection()) as ours:
        letters.send_due(now=timezone.now(), by=ours)
    return mail.outbox


def signs_in(browser: Client, name: str, password: str = PASSWORD, **more: str) -> Any:
    return browser.post(
        "/accounts/login/", {"login": name, "password": password, "remember": "on", **more}
    )


def signs_up(browser: Client, name: str, password: str = PASSWORD, **more: str) -> Any:
    return browser.post(
        "/accounts/signup/",
        {"username": name, "password1": password, "password2": password, **more},
    )


def who(browser: Client) -> User | None:
    """Return who the browser is, asked the way a view asks."""
    from accounts import sessions

    proved = sessions.validate(sessions.visitor(browser.session))
    return proved.user if proved else None


@pytest.fixture
def text() -> Callable[[HttpResponse], str]:
    return lambda response: response.content.decode()
