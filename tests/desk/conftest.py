"""Mia is a moderator, Hal the host; Ann and Ben play. A second factor is a row, and its proof a
record in the session, as signing in leaves them."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import time
from collections.abc import Callable

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client

from accounts.models import Role, User
from tests.kit.people import browser_of
from tests.kit.types import Cast
from tests.tables.conftest import fresh, kept
from tests.talk.conftest import cast, no_memory, table

__all__ = ["cast", "fresh", "kept", "no_memory", "table"]
Enters = Callable[..., Client]


@pytest.fixture
def house(cast: Cast) -> Cast:
    """Return the cast with Mia, another moderator, Max, and Hal, each with an app for codes."""
    for name, role in (("mia", Role.MODERATOR), ("max", Role.MODERATOR), ("hal", Role.HOST)):
        cast[name] = User.objects.create_user(name, role=role)
        Authenticator.objects.create(user=cast[name], type=Authenticator.Type.TOTP, data={})
    return cast


@pytest.fixture
def enters(house: Cast) -> Enters:
    """Return a function that gives the browser of somebody, who has shown the second factor so many
    seconds ago; None: not at all."""

    def enter(name: str, shown: float | None = 0) -> Client:
        browser = browser_of(house[name])
        if shown is not None:
            session = browser.session
            session[AUTHENTICATION_METHODS_SESSION_KEY] = [
                {"method": "mfa", "type": "totp", "at": time.time() - shown}
            ]
            session["account_authentication_methods_user"] = str(house[name].pk)
            session.save()
            browser.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
        return browser

    return enter
