"""Browsers that come, move and go, and who may not have them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import devices as sessions
from accounts.services import users
from games.notices.push import services
from games.notices.push.models import Device
from games.notices.push.services.devices import read
from tests.accounts.conftest import PASSWORD
from tests.kit.types import Together
from tests.push.conftest import NOON, comes_in, limit, session_of, subscribes
from tests.push.service import Browser

pytestmark = pytest.mark.django_db

PHONE, LAPTOP = "https://push.example.net/phone", "https://push.example.net/laptop"


def test_the_same_browser_twice_is_one_device(ann: User) -> None:
    client, browser = comes_in(ann), Browser(PHONE)
    first, again = (subscribes(ann, browser, client) for _ in range(2))
    assert first.pk == again.pk and Device.objects.count() == 1


def test_a_browser_that_subscribes_anew_stays_what_it_was_called(ann: User) -> None:
    client = comes_in(ann)
    device = subscribes(ann, Browser(PHONE), client)
    services.rename(user=ann, device_id=device.pk, name="The old phone")
    subscribes(ann, Browser(LAPTOP), client)
    (known,) = services.targets(ann.pk)
    assert (known.name, known.endpoint) == ("The old phone", LAPTOP)


def test_a_browser_that_signs_in_again_moves(ann: User) -> None:
    browser = Browser(PHONE)
    subscribes(ann, browser, comes_in(ann))
    here = comes_in(ann)
    subscribes(ann, browser, here)
    assert Device.objects.get().signed_in == session_of(here)


def test_a_browser_tells_whoever_used_it_last(ann: User, ben: User) -> None:
    browser = Browser(PHONE)
    subscribes(ann, browser)
    subscribes(ben, browser)
    assert services.targets(ann.pk) == [] and len(services.targets(ben.pk)) == 1


def test_who_knows_the_address_alone_takes_no_browser_away(ann: User, ben: User) -> None:
    subscribes(ann, Browser(PHONE))
    with pytest.raises(services.NotTaken):
        subscribes(ben, Browser(PHONE))
    assert Device.objects.get().user == ann


def test_there_are_so_many_and_no_more(ann: User, settings: Any) -> None:
    limit(settings, 2)
    first = comes_in(ann)
    subscribes(ann, Browser(f"{PHONE}1"), first)
    second = subscribes(ann, Browser(f"{PHONE}2"))
    with pytest.raises(services.NotTaken, match="2 devices already"):
        subscribes(ann, Browser(f"{PHONE}3"))
    subscribes(ann, Browser(f"{PHONE}4"), first)  # known already
    services.remove(user=ann, device_id=second.pk)
    subscribes(ann, Browser(f"{PHONE}5"))
    assert len(services.targets(ann.pk)) == 2


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "push.example.net",
        "http://push.example.net/1",
        "https://",
        "https://user@push.example.net/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://[::ffff:10.0.0.1]/1",
        "https://10.1.2.3/1",
        "https://169.254.169.254/latest/meta-data",
        "https://127.1/1",
        "https://2130706433/1",
        "https://0x7f000001/1",
        "https://push.example.net\\@localhost/1",
        "https://push.example.net/1\r\nX-More: 1",
        "https://push.example.net/ä",
        "https://push.example.net:0/",
        "https://push.example.net:99999/",
        "https://push.example.net/" + "a" * 1000,
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_is_no_push_service_is_not_taken(endpoint: str) -> None:
    good = Browser(PHONE).fields
    read(**_renamed(good))
    with pytest.raises(services.NotTaken):
        read(**_renamed(good | {"endpoint": endpoint}))


def _renamed(fields: dict[str, str]) -> dict[str, str]:
    return {
        "endpoint": fields["endpoint"],
        "public": fields["p256dh"],
        "auth": fields["auth"],
    }


@pytest.mark.parametrize("wrong", ["", "x", "=", "ä", "A" * 87, "A" * 5000])
@pytest.mark.parametrize("name", ["p256dh", "auth"])
def test_keys_that_are_none_are_not_taken(name: str, wrong: str) -> None:
    with pytest.raises(services.NotTaken):
        read(**_renamed(Browser(PHONE).fields | {name: wrong}))


def test_nobody_removes_or_names_what_is_not_theirs(ann: User, ben: User) -> None:
    device = subscribes(ann, Browser(PHONE))
    services.remove(user=ben, device_id=device.pk)
    services.rename(user=ben, device_id=device.pk, name="Mine")
    assert Device.objects.get().name == "Firefox, Linux"


def test_signing_out_removes_the_device(ann: User) -> None:
    laptop, phone = comes_in(ann), comes_in(ann)
    subscribes(ann, Browser(LAPTOP), laptop)
    subscribes(ann, Browser(PHONE), phone)
    phone.post("/accounts/logout/")
    assert [device.endpoint for device in Device.objects.all()] == [LAPTOP]


def test_signing_out_from_elsewhere_removes_it_too(ann: User) -> None:
    laptop, phone = comes_in(ann), comes_in(ann)
    subscribes(ann, Browser(PHONE), phone)
    laptop.post("/accounts/devices/", {"device": session_of(phone).pk})
    assert not Device.objects.exists()


def test_signing_out_everywhere_else_leaves_this_one(ann: User) -> None:
    laptop, phone = comes_in(ann), comes_in(ann)
    subscribes(ann, Browser(LAPTOP), laptop)
    subscribes(ann, Browser(PHONE), phone)
    laptop.post("/accounts/devices/others/")
    assert [device.endpoint for device in Device.objects.all()] == [LAPTOP]


def test_of_too_many_sessions_the_one_that_ends_takes_its_device_along(
    ann: User, settings: Any
) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"devices": 1}
    subscribes(ann, Browser(PHONE))
    comes_in(ann)
    assert not Device.objects.exists()


def test_a_new_password_and_a_hosts_word_remove_them(ann: User) -> None:
    subscribes(ann, Browser(PHONE))
    users.set_password(user=ann, password=PASSWORD)
    assert not Device.objects.exists()
    device = subscribes(ann, Browser(PHONE))
    sessions.end_everywhere(ann.pk)
    assert not Device.objects.filter(pk=device.pk).exists()


def test_closing_the_account_removes_them(ann: User) -> None:
    client = comes_in(ann)
    subscribes(ann, Browser(PHONE), client)
    client.post("/accounts/close/", {"password": PASSWORD})
    assert not Device.objects.exists() and services.targets(ann.pk) == []


def test_nothing_goes_to_a_session_that_has_ended_whatever_was_forgotten(ann: User) -> None:
    client = comes_in(ann)
    device = subscribes(ann, Browser(PHONE), client)
    type(session_of(client)).objects.update(ended=NOON.date())
    assert services.targets(ann.pk) == []
    from tests.push.conftest import TURN

    with pytest.raises(services.Gone):
        services.send(device_id=device.pk, message=TURN, now=NOON)


def test_a_push_service_may_move_its_browser(ann: User, ben: User) -> None:
    device, moved = subscribes(ann, Browser(PHONE)), Browser(LAPTOP).fields
    there = read(**_renamed(moved))
    assert not services.renew(user=ben, old=PHONE, subscription=there, now=NOON)
    assert not services.renew(user=ann, old=LAPTOP, subscription=there, now=NOON)
    assert services.renew(user=ann, old=PHONE, subscription=there, now=NOON)
    device.refresh_from_db()
    assert (device.endpoint, device.mark) == (LAPTOP, there.mark)


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_requests_at_once_make_one_device(together: Together, transactional_db: Any) -> None:
    ann = User.objects.create_user("ann", password=PASSWORD)
    here = session_of(comes_in(ann))
    found = read(**_renamed(Browser(PHONE).fields))

    def one() -> int:
        return services.subscribe(user=ann, signed_in=here, subscription=found, now=NOON).pk

    first, second = together(one, one)
    assert first == second and Device.objects.count() == 1


def test_a_stranger_has_none(client: Client, db: Any) -> None:
    assert services.targets(4711) == []
