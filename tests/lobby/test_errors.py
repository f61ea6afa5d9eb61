"""The pages for what went wrong."""

from __future__ import annotations

import logging
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from games.lobby import views


@pytest.fixture
def request_(rf: RequestFactory) -> Any:
    request = rf.get("/somewhere/?a=b")
    request.user = AnonymousUser()
    return request


@pytest.mark.django_db
def test_an_unknown_address_shows_the_gap_in_the_row() -> None:
    answer = Client().get("/nothing/here/")
    assert answer.status_code == 404 and "There is nothing here" in answer.content.decode()
    assert answer["HX-Retarget"] == "body"


@pytest.mark.django_db
def test_a_form_without_its_token_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/guest/")
    assert answer.status_code == 403 and "This page is too old" in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_leads_back_to_its_page_by_htmx_too() -> None:
    client = Client(enforce_csrf_checks=True)
    came_from = {"Referer": "http://testserver/notices/?a=1"}
    answer = client.post("/notices/", headers=came_from | {"HX-Request": "true"})
    assert '<a class="button button--loud" href="/notices/">' in answer.content.decode()
    assert answer["HX-Retarget"] == "body"
    stranger = client.post("/notices/", headers={"Referer": "http://evil.example/notices/"})
    assert stranger.status_code == 403 and "evil" not in stranger.content.decode()


def test_too_much_by_htmx_promises_no_reload(request_: Any, rf: RequestFactory) -> None:
    sent = rf.post("/notices/", headers={"HX-Request": "true"})
    sent.user = AnonymousUser()
    assert "by itself" in views.error_429(request_).content.decode()
    assert "by itself" not in views.error_429(sent).content.decode()


@pytest.mark.parametrize("status", [400, 403, 404, 429])
def test_each_page_names_its_number(status: int, request_: Any) -> None:
    answer = getattr(views, f"error_{status}")(request_)
    assert answer.status_code == status and f"({status})" in answer.content.decode()


def test_too_much_goes_on_by_itself_without_javascript(request_: Any, rf: RequestFactory) -> None:
    answer = views.error_429(request_)
    assert answer["Refresh"] == "20; url=/somewhere/?a=b" and answer["Retry-After"] == "20"
    posted = rf.post("/accounts/login/", headers={"Referer": "http://testserver/accounts/login/"})
    posted.user = AnonymousUser()
    assert views.error_429(posted)["Refresh"] == "20; url=/accounts/login/"


@pytest.mark.parametrize(
    "referer",
    ["http://evil.example/", "http://testserver//evil.example/", "javascript:alert(1)", ""],
)
def test_nobody_is_sent_elsewhere(referer: str, rf: RequestFactory) -> None:
    posted = rf.post("/accounts/login/", headers={"Referer": referer})
    posted.user = AnonymousUser()
    assert views.error_429(posted)["Refresh"] == "20; url=/"


def test_error_500_needs_nothing_that_may_be_broken(
    rf: RequestFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """No database is allowed in this test, and the request carries neither session nor user."""
    with caplog.at_level(logging.ERROR):
        html = views.error_500(rf.get("/")).content.decode()
    assert "We dropped the cards" in html and "Fairdeal" in html
    code = re.search(r"<code>(\w{6})</code>", html)
    assert code is not None and code[1] in caplog.text


def test_error_500_has_a_last_resort(rf: RequestFactory) -> None:
    with patch.object(views, "render_to_string", side_effect=ValueError):
        answer = views.error_500(rf.get("/"))
    assert answer.status_code == 500 and b"The fault is ours" in answer.content


def test_whoever_cannot_read_a_page_gets_the_code_in_a_line_and_all_in_a_header(
    rf: RequestFactory,
) -> None:
    for headers in ({"HX-Request": "true"}, {"Accept": "application/json"}):
        answer = views.error_500(rf.get("/", headers=headers))
        assert answer["Content-Type"].startswith("text/plain")
        assert answer["Fairdeal-Error"] in answer.content.decode()
    page = views.error_500(rf.get("/"))
    assert f"<code>{page['Fairdeal-Error']}</code>" in page.content.decode()
