"""Devices: whoever signs out on one ends its cookie and every copy of it, and nothing else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.signing import dumps
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Device, User
from accounts.services import devices
from accounts.sessions import DEVICE
from tests.accounts.conftest import PASSWORD, signs_in, signs_up, who
from tests.kit.types import Together

pytestmark = pytest.mark.django_db

PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/18.0 Mobile Safari/604.1"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def copied(browser: Client) -> Client:
    copy = Client()
    copy.cookies = browser.cookies.copy()  # type: ignore[assignment]
    return copy


def comes_in(agent: str = LAPTOP) -> Client:
    """Return a browser of Ann's, in which she signs in."""
    browser = Client(headers={"user-agent": agent})
    signs_in(browser, "ann")
    return browser


def from_before(browser: Client, forget: bool = True) -> Client:
    """Return the same session as the release before wrote it: without a device."""
    session = dict(browser.session)
    key = session.pop(DEVICE)
    if forget:
        Device.objects.filter(key=key).delete()
    old = Client()
    old.cookies["sessionid"] = dumps(
        session,
        salt="django.contrib.sessions.backends.signed_cookies",
        serializer=old.session.serializer,
        compress=True,
    )
    return old


def test_signing_out_ends_a_copy_of_the_cookie_and_no_other_device(ann: User) -> None:
    laptop, phone = comes_in(), comes_in(PHONE)
    copy = copied(laptop)
    assert who(copy) == ann
    laptop.post("/accounts/logout/")
    assert who(copy) is None and copy.get("/accounts/").status_code == 302
    assert who(phone) == ann and phone.get("/accounts/").status_code == 200


def test_a_guest_who_leaves_leaves_no_key_behind(client: Client, guest: User, ann: User) -> None:
    copy = copied(client)
    signs_in(client, "ann")
    assert who(client) == ann and who(copy) is None


def test_the_list_names_the_devices_and_marks_this_one(ann: User) -> None:
    laptop, phone = comes_in(), comes_in(PHONE)
    assert phone.get("/").status_code == 200
    page = laptop.get("/accounts/").content.decode()
    assert (
        page.index("Firefox, Linux")
        < page.index("This device, active now")
        < page.index("Safari, iPhone")
        < page.index("Last seen today")
    )
    assert page.count('name="device"') == 1


def test_a_device_is_signed_out_from_another(ann: User) -> None:
    laptop, phone = comes_in(), comes_in(PHONE)
    number = re.search(r'name="device" value="(\d+)"', laptop.get("/accounts/").content.decode())[1]  # type: ignore[index]
    for _ in range(2):  # the second time there is nothing to do
        assert (
            laptop.post("/accounts/devices/", {"device": number})["Location"]
            == "/accounts/#devices"
        )
    assert who(phone) is None and who(laptop) == ann
    assert "Safari, iPhone" not in laptop.get("/accounts/").content.decode()


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²", "1 OR 1=1"])
def test_nobody_signs_somebody_else_out(
    ann: User, client: Client, guest: User, number: str
) -> None:
    laptop = comes_in()
    theirs = Device.objects.get(user=guest)
    for device in (number, str(theirs.pk)):
        assert laptop.post("/accounts/devices/", {"device": device}).status_code == 302
    assert who(client) == guest and who(laptop) == ann
    assert (
        Client()
        .post("/accounts/devices/", {"device": str(theirs.pk)})["Location"]
        .startswith("/accounts/login/")
    )


def test_signing_out_everywhere_else_ends_copies_of_this_cookie_too(ann: User) -> None:
    laptop, phone, old = comes_in(), comes_in(PHONE), from_before(comes_in())
    copy = copied(laptop)
    page = laptop.post("/accounts/devices/others/", follow=True).content.decode()
    assert (
        "You are signed out everywhere else." in page
        and "This device, active now" in page
        and 'name="device"' not in page
    )
    assert who(laptop) == ann and (who(phone), who(copy), who(old)) == (None, None, None)
    assert who(comes_in(PHONE)) == ann  # signing in again is as before


def test_a_dead_cookie_is_not_deleted_under_a_new_one(ann: User) -> None:
    """A second tab asks with the old cookie while the first is being answered with the new one."""
    laptop = comes_in()
    tab = copied(laptop)
    laptop.post("/accounts/devices/others/")
    assert "sessionid" not in tab.get("/").cookies


def test_a_new_password_keeps_this_device_alone(ann: User) -> None:
    laptop, phone = comes_in(), comes_in(PHONE)
    laptop.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "nine white peaks", "password2": "nine white peaks"},
    )
    assert who(laptop) == ann and who(phone) is None
    assert [device.browser for device in Device.objects.filter(ended=None)] == ["Firefox"]


def test_a_cookie_from_before_there_were_devices_goes_on(client: Client, guest: User) -> None:
    old = from_before(client)
    assert who(old) == guest and old.post("/accounts/theme/", {"theme": "dark"}).status_code == 302
    old.get("/accounts/")
    assert DEVICE in old.session and who(old) == guest and Device.objects.get().user == guest


def test_a_copy_of_a_cookie_from_before_ends_with_it(client: Client, guest: User) -> None:
    old = from_before(client)
    copies = [copied(old), copied(old), copied(old)]
    old.get("/")  # it gets its device …
    copies[1].get("/")  # … and so does a copy: the same
    assert Device.objects.count() == 1
    old.post("/accounts/logout/")
    assert [who(browser) for browser in (old, *copies)] == [None] * 4


def test_a_cookie_from_before_that_signs_out_at_once(ann: User) -> None:
    old, other = from_before(comes_in()), comes_in(PHONE)
    copy = copied(old)
    old.post("/accounts/logout/")
    assert who(copy) is None and who(other) == ann


def test_an_account_ends_what_the_guest_had(client: Client, guest: User) -> None:
    copy, old = copied(client), from_before(client, forget=False)
    signs_up(client, "Jonas")
    assert who(client) is not None and who(copy) is None and who(old) is None
    assert Device.objects.filter(ended=None).count() == 1


def test_closing_forgets_the_devices(ann: User) -> None:
    laptop, phone = comes_in(), comes_in(PHONE)
    laptop.post("/accounts/close/", {"password": PASSWORD})
    assert not Device.objects.exists() and who(phone) is None


def test_a_second_step_makes_one_device(client: Client, guest: User, ann: User) -> None:
    Authenticator.objects.create(user=ann, type=Authenticator.Type.TOTP, data={"secret": "A" * 16})
    copy = copied(client)
    assert signs_in(client, "ann")["Location"].startswith("/accounts/2fa/authenticate/")
    assert (
        who(client) is None and who(copy) is None and not Device.objects.filter(user=ann).exists()
    )


def test_a_page_asks_no_more_than_before(ann: User) -> None:
    laptop = comes_in()
    from django.db import connection

    with CaptureQueriesContext(connection) as asked:
        laptop.get("/games/")
    assert len([query for query in asked if "accounts_device" in query["sql"]]) == 1
    assert not [query for query in asked if query["sql"].startswith(("UPDATE", "INSERT"))]


def test_the_day_it_was_seen_is_kept(ann: User) -> None:
    laptop = comes_in()
    long_ago = timezone.now().date() - timedelta(days=3)
    Device.objects.update(first_seen=long_ago, last_seen=long_ago)
    laptop.get("/accounts/")
    device = Device.objects.get()
    assert (device.first_seen, device.last_seen) == (long_ago, timezone.now().date())


def test_of_too_many_the_one_used_least_lately_goes(ann: User, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"devices": 2}
    first, second = comes_in(), comes_in()
    Device.objects.filter(pk=Device.objects.order_by("pk").last().pk).update(
        last_seen=timezone.now().date() - timedelta(days=1)
    )  # type: ignore[union-attr]
    third = comes_in()
    assert [who(browser) for browser in (first, second, third)] == [ann, None, ann]


def test_what_nobody_can_come_back_with_is_forgotten(ann: User) -> None:
    comes_in()
    comes_in().post("/accounts/logout/")
    now = timezone.now()
    assert devices.forget_old(now=now + timedelta(seconds=settings.SESSION_COOKIE_AGE)) == 0
    assert devices.forget_old(now=now + timedelta(days=80)) == 2


def test_the_cookie_stays_small(ann: User, client: Client, guest: User) -> None:
    assert all(len(browser.cookies["sessionid"].value) < 1000 for browser in (client, comes_in()))


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_pages_at_once_give_one_device(together: Together) -> None:
    browser = Client()
    browser.post("/accounts/guest/")
    old = from_before(browser)
    copies = [copied(old) for _ in range(4)]
    answers = together(*[lambda copy=copy: copy.get("/").status_code for copy in copies])
    assert answers == [200] * 4 and Device.objects.count() == 1
    assert len({copy.session[DEVICE] for copy in copies}) == 1


@pytest.mark.parametrize(
    "agent, words",
    [
        (LAPTOP, "Firefox, Linux"),
        (PHONE, "Safari, iPhone"),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0"
                " Safari/537.36 Edg/140.0"
            ),
            "Edge, Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0"
                " Safari/605.1.15"
            ),
            "Safari, macOS",
        ),
        ("<script>alert(1)</script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_in_words(agent: str, words: str) -> None:
    assert Device(browser=devices.browser(agent), system=devices.system(agent)).name == words
