"""The panel "Where it goes", its forms with and without a script, and who is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notices.push.models import Device, Trouble
from games.notices.push.panel import moment
from tests.accounts.conftest import signs_up, who
from tests.kit.people import browser_of
from tests.push.conftest import NOON, comes_in, limit, session_of, subscribes
from tests.push.service import Browser, Service

pytestmark = pytest.mark.django_db

PHONE = "https://push.example.net/phone"
SCRIPT = {"Fairdeal-Panel": "1"}
FORMS = ("subscribe", "renew", "remove", "rename", "test")


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_a_browser_is_taken_in_and_answered_with_the_panel(ann: User) -> None:
    client = comes_in(ann)
    assert "data-ready" not in words(client.get("/push/"))
    answer = client.post("/push/subscribe/", Browser(PHONE).fields, headers=SCRIPT)
    page = words(answer)
    assert answer.status_code == 200 and "<!doctype" not in page.lower()
    assert "This device will get notifications from now on." in page
    assert "data-ready" in page and "this device" in page and "Firefox, Linux" in page
    assert "Nothing sent yet" in page
    device = Device.objects.get()
    assert (device.user, device.signed_in) == (ann, session_of(client))


def test_no_page_tells_where_a_browser_is_reached(ann: User) -> None:
    client, browser = comes_in(ann), Browser(PHONE)
    subscribes(ann, browser, client)
    page = words(client.get("/push/"))
    assert not [value for value in browser.fields.values() if value in page]


def test_a_guest_may_be_told_too(db: Any) -> None:
    client = Client()
    client.post("/accounts/guest/")
    client.post("/push/subscribe/", Browser(PHONE).fields)
    assert Device.objects.get().user.is_guest


def test_a_guest_who_makes_an_account_is_told_as_before(db: Any, service: Service) -> None:
    client, copy = Client(), Client()
    client.post("/accounts/guest/")
    copy.cookies = client.cookies.copy()  # type: ignore[assignment]
    client.post("/push/subscribe/", service.browser().fields)
    signs_up(client, "Jonas")
    device = Device.objects.get()
    assert device.user.username == "Jonas" and device.signed_in == session_of(client)
    assert "this device" in words(client.get("/push/")) and who(copy) is None
    client.post("/accounts/logout/")
    assert not Device.objects.exists()


def test_a_session_from_before_there_were_devices_gets_one(ann: User) -> None:
    client = browser_of(ann)
    assert "device" not in client.session
    client.post("/push/subscribe/", Browser(PHONE).fields)
    assert Device.objects.get().signed_in == session_of(client)
    assert client.get("/push/").status_code == 200
    client.post("/accounts/logout/")
    assert not Device.objects.exists()


def test_a_test_is_sent_and_told_at_once(ann: User, service: Service) -> None:
    service.now = timezone.now()
    client, browser = comes_in(ann), service.browser()
    device = subscribes(ann, browser, client)
    answer = client.post("/push/test/", {"device": device.pk}, headers=SCRIPT)
    assert "The test is sent." in words(answer) and "Test sent" in words(answer)
    assert "today, " in words(answer)
    notice = browser.reads(service.taken[0].body)
    assert (notice["title"], notice["tag"], notice["url"]) == (
        "A test",
        "test",
        "http://localhost:8000/push/",
    )


def test_without_a_script_it_is_told_on_the_page(ann: User, service: Service) -> None:
    service.now = timezone.now()
    client = comes_in(ann)
    device = subscribes(ann, service.browser(), client)
    form = {"device": device.pk, "next": "/accounts/"}
    answer = client.post("/push/test/", form)
    assert answer["Location"] == "/accounts/#push"
    assert "The test is sent." in words(client.get("/push/"))
    answer = client.post("/push/test/", form | {"next": "https://evil.example/"})
    assert answer["Location"] == "/push/#push"


def test_a_test_that_fails_says_why(ann: User, service: Service) -> None:
    client = comes_in(ann)
    device = subscribes(ann, service.browser(), client)
    for answer, reason in (
        (500, "reported an error"),
        (410, "This device can no longer be reached"),
    ):
        service.answers["/p/ann"] = answer
        told = client.post("/push/test/", {"device": device.pk}, headers=SCRIPT)
        assert told.status_code == 422 and reason in words(told)
    assert "Gone since" in words(told) and 'action="/push/remove/"' in words(told)
    again = client.post("/push/test/", {"device": device.pk}, headers=SCRIPT)
    assert again.status_code == 422 and len(service.asked) == 2


def test_a_device_gets_a_name_and_is_removed(ann: User) -> None:
    client = comes_in(ann)
    device = subscribes(ann, Browser(PHONE), client)
    evil = "<script>alert(1)</script>"
    client.post("/push/rename/", {"device": device.pk, "name": f"  {evil}\n 1 "})
    device.refresh_from_db()
    assert device.name == f"{evil} 1"
    page = words(client.get("/push/"))
    assert evil not in page and "&lt;script&gt;alert(1)" in page
    for wrong in ("", " ", "x" * 41):
        form = {"device": device.pk, "name": wrong}
        assert client.post("/push/rename/", form, headers=SCRIPT).status_code == 422
    for _ in range(2):
        assert client.post("/push/remove/", {"device": device.pk}).status_code == 302
    assert not Device.objects.exists()


def test_nobody_touches_what_is_somebody_elses(ann: User, ben: User, service: Service) -> None:
    device, client = subscribes(ann, service.browser()), comes_in(ben)
    for form in ("remove", "rename", "test"):
        client.post(f"/push/{form}/", {"device": device.pk, "name": "Mine"})
    assert Device.objects.get().name == "Firefox, Linux" and not service.asked


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "9" * 30, "²", "1 OR 1=1"])
@pytest.mark.parametrize("form", ["remove", "rename", "test"])
def test_a_number_that_is_none_does_no_harm(ann: User, form: str, number: str) -> None:
    client = comes_in(ann)
    subscribes(ann, Browser(PHONE), client)
    answer = client.post(f"/push/{form}/", {"device": number, "name": "x"})
    assert answer.status_code == 302 and Device.objects.get().name == "Firefox, Linux"


@pytest.mark.parametrize("form", FORMS)
def test_strangers_are_sent_to_sign_in_and_looks_change_nothing(form: str, ann: User) -> None:
    answer = Client().post(f"/push/{form}/", Browser(PHONE).fields)
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    assert comes_in(ann).get(f"/push/{form}/").status_code == 405
    assert not Device.objects.exists()


@pytest.mark.parametrize("form", FORMS)
def test_forms_need_a_token_but_for_the_one_that_a_worker_sends(form: str, ann: User) -> None:
    client = comes_in(ann)
    client.handler.enforce_csrf_checks = True
    answer = client.post(f"/push/{form}/", {})
    assert answer.status_code == (422 if form == "renew" else 403)


def test_a_worker_says_where_its_browser_has_moved(ann: User, ben: User) -> None:
    client, moved = comes_in(ann), Browser("https://push.example.net/moved")
    subscribes(ann, Browser(PHONE), client)
    client.handler.enforce_csrf_checks = True
    form = moved.fields | {"old": PHONE}
    assert comes_in(ben).post("/push/renew/", form).status_code == 404
    assert client.post("/push/renew/", form).status_code == 204
    assert Device.objects.get().endpoint == moved.endpoint
    assert client.post("/push/renew/", form).status_code == 404
    assert client.post("/push/renew/", form | {"auth": "x"}).status_code == 422


def test_what_is_wrong_with_a_browser_is_told(ann: User, settings: Any) -> None:
    limit(settings, 1)
    client = comes_in(ann)
    for wrong in ({"endpoint": "https://10.0.0.1/"}, {"auth": ""}, {"p256dh": "x" * 300}):
        answer = client.post("/push/subscribe/", Browser(PHONE).fields | wrong, headers=SCRIPT)
        assert answer.status_code == 422 and "cannot be used here" in words(answer)
    subscribes(ann, Browser(PHONE))
    other = Browser("https://push.example.net/2").fields
    answer = client.post("/push/subscribe/", other, headers=SCRIPT)
    assert answer.status_code == 422 and "You have 1 device already" in words(answer)


def test_what_comes_too_often_is_refused(ann: User, settings: Any, service: Service) -> None:
    from config.limits import Rate

    one = {"push_tests": Rate(1, 60), "push_changes": Rate(2, 60)}
    settings.LIMIT_RATES = settings.LIMIT_RATES | one
    client = comes_in(ann)
    device = subscribes(ann, service.browser(), client)
    found = [client.post("/push/test/", {"device": device.pk}).status_code for _ in range(2)]
    assert found == [302, 429] and len(service.asked) == 1
    found = [client.post("/push/remove/", {"device": 1}).status_code for _ in range(3)]
    assert found == [302, 302, 429]


def test_this_device_stands_first(ann: User) -> None:
    first, here = comes_in(ann), comes_in(ann)
    one = subscribes(ann, Browser(PHONE), first)
    subscribes(ann, Browser("https://push.example.net/2"), here)
    Device.objects.filter(pk=one.pk).update(name="Elsewhere")
    page = words(here.get("/push/"))
    assert page.index("this device") < page.index("Elsewhere") and "2 of 8 devices" in page


def test_how_the_last_one_went(ann: User) -> None:
    client = comes_in(ann)
    device = subscribes(ann, Browser(PHONE), client)
    now = timezone.now()
    for facts, told in (
        ({"reached_at": now - timedelta(days=400)}, "Reached"),
        ({"trouble": Trouble.SILENT, "failed_at": now}, "Not reached"),
        ({"gone_at": now}, "Gone since"),
    ):
        Device.objects.filter(pk=device.pk).update(**facts)
        assert told in words(client.get("/push/"))


def test_moments_in_the_readers_zone() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert moment(NOON, NOON, berlin) == "today, 13:00"
    assert moment(NOON, NOON + timedelta(hours=11), berlin) == "yesterday, 13:00"
    assert moment(NOON, NOON + timedelta(days=9), berlin) == "21 November, 13:00"
    assert moment(NOON, NOON + timedelta(days=90), berlin) == "21 November 2026, 13:00"
