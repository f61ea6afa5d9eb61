"""Cookies behind https: names that no neighbour can set, and nobody who was signed in before is
lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts import sessions
from accounts.models import User
from config.server.cookies import FormerCookieName
from tests.kit.people import browser_of
from tests.kit.types import Patch

NAME = "__Host-sessionid"
pytestmark = pytest.mark.django_db


@pytest.fixture
def behind_https(settings: object, monkeypatch: Patch) -> None:
    monkeypatch.setattr("django.conf.settings.SESSION_COOKIE_NAME", NAME)


def answered(seen: list[str]) -> Callable[[HttpRequest], HttpResponse]:
    return FormerCookieName(
        lambda request: seen.append(request.COOKIES.get(NAME, "")) or HttpResponse()
    )  # type: ignore[func-returns-value]


def test_a_session_of_the_former_name_goes_on_under_the_new_one(
    ann: User, client: Client, rf: RequestFactory, behind_https: None
) -> None:
    session = client_session(ann)
    seen: list[str] = []
    request = rf.get("/", headers={"cookie": f"sessionid={session}"})
    answer = answered(seen)(request)
    assert seen == [session] and answer.cookies[NAME].value == session
    cookie = answer.cookies[NAME]
    assert (
        cookie["secure"] and cookie["httponly"] and cookie["path"] == "/" and not cookie["domain"]
    )
    assert sessions.visitor_of_cookies(f"sessionid={session}").user_id == ann.pk


def test_the_new_name_has_the_say(ann: User, rf: RequestFactory, behind_https: None) -> None:
    seen: list[str] = []
    answer = answered(seen)(rf.get("/", headers={"cookie": f"{NAME}=mine; sessionid=tossed"}))
    assert seen == ["mine"] and NAME not in answer.cookies


def test_what_is_no_session_is_not_kept(rf: RequestFactory, behind_https: None) -> None:
    assert NAME not in answered([])(rf.get("/", headers={"cookie": "sessionid=nonsense"})).cookies


def client_session(user: User) -> str:
    browser = browser_of(user)
    return str(next(iter(browser.cookies.values())).value)
