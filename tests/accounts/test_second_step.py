"""A code from the phone, recovery codes, passkeys."""

import base64
import hmac
import re
import struct
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, signs_in, who

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def still() -> Iterator[None]:
    """Stop the clock: a code is wrong once its half minute is over, however slow the machine."""
    with time_machine.travel(NOON, tick=False):
        yield


def code(secret: str, steps: int = 0) -> str:
    """RFC 6238, as an app on a telephone does it."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30 + steps), "sha1")
    at = digest[-1] & 15
    return str((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6).zfill(6)


@pytest.fixture
def secret(at_home: Client) -> str:
    """Ann has turned on the app."""
    at_home.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = at_home.get("/accounts/2fa/totp/activate/").content.decode()
    assert "otpauth://totp/" in page and 'data-copy="key"' in page
    secret = re.search(r'<code id="key"[^>]*>(\w+)<', page)[1]  # type: ignore[index]
    assert at_home.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    answer = at_home.post("/accounts/2fa/totp/activate/", {"code": code(secret, -1)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def test_the_password_alone_no_longer_opens(client: Client, ann: User, secret: str) -> None:
    answer = signs_in(client, "ann", next="/t/k3x9/")
    assert answer["Location"] == "/accounts/2fa/authenticate/" and who(client) is None
    assert client.get("/accounts/2fa/authenticate/").status_code == 200
    assert (
        client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
        and who(client) is None
    )
    used = code(secret)
    answer = client.post("/accounts/2fa/authenticate/", {"code": used})
    assert answer["Location"] == "/t/k3x9/" and who(client) == ann
    signs_in(other := Client(), "ann")
    other.post("/accounts/2fa/authenticate/", {"code": used})
    assert who(other) is None  # a code works once


def test_codes_cannot_be_guessed_for_long(client: Client, secret: str) -> None:
    signs_in(client, "ann")
    for _ in range(5):
        client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert who(client) is None


def test_a_recovery_code_opens_once(
    at_home: Client, client: Client, ann: User, secret: str
) -> None:
    page = at_home.get("/accounts/2fa/recovery-codes/").content.decode()
    first = re.search(r"<code>(\d+)</code>", page)[1]  # type: ignore[index]
    assert first in at_home.get("/accounts/2fa/recovery-codes/download/").content.decode()
    signs_in(client, "ann")
    client.post("/accounts/2fa/authenticate/", {"code": first})
    assert who(client) == ann
    signs_in(other := Client(), "ann")
    other.post("/accounts/2fa/authenticate/", {"code": first})
    assert who(other) is None


def test_a_guest_may_sign_in_with_a_second_step(
    client: Client, guest: User, ann: User, secret: str
) -> None:
    assert signs_in(client, "ann")["Location"] == "/accounts/2fa/authenticate/"
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert who(client) == ann


def test_the_app_is_turned_off_after_the_password(at_home: Client, secret: str) -> None:
    assert at_home.get("/accounts/2fa/totp/deactivate/").status_code == 200
    at_home.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("where", ["totp/activate/", "webauthn/add/", "recovery-codes/generate/"])
def test_what_guards_the_account_asks_who_it_is(at_home: Client, where: str) -> None:
    assert at_home.get(f"/accounts/2fa/{where}")["Location"].startswith(
        "/accounts/reauthenticate/?next="
    )


@pytest.mark.parametrize(
    "where", ["", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/generate/"]
)
def test_every_page_is_there(at_home: Client, where: str) -> None:
    at_home.post("/accounts/reauthenticate/", {"password": PASSWORD})
    # 403: no codes without a second step
    assert at_home.get(f"/accounts/2fa/{where}", follow=True).status_code in (200, 403)


def test_a_forged_passkey_is_refused(client: Client, ann: User) -> None:
    for credential in (
        "",
        "{}",
        "[]",
        "7",
        '{"response": {"userHandle": 7}}',
        '{"id": "x", "rawId": "x", "response": {}}',
    ):
        answer = client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
        assert answer.status_code == 302 and who(client) is None, credential
