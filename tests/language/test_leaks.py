"""No page shows template code, whoever opens it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone
from fido2 import webauthn
from fido2.cose import ES256

from accounts.models import User
from games.notices import mail_links
from games.notices.models import Kind
from games.registry import engines
from games.tables import services
from games.tables.models import Level, Order
from tests.fuzz.routes import addresses
from tests.language.leaks import leaks

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PASSWORD = "seven green leaves"
READERS = ("visitor", "guest", "ann", "host")

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]


def values(ann: User) -> dict[str, list[str]]:
    """Return what may stand for each part of an address that varies."""
    key = Authenticator.objects.get(user=ann, type=Authenticator.Type.WEBAUTHN)
    return {
        "game": list(engines()),
        "slug": list(engines()),
        "name": ["ann"],
        "set_id": ["x"],
        "table_id": _tables(ann),
        "username": ["ann", "ben", "nobody"],
        "token": [mail_links.stop(ann.pk, kind).rstrip("/").rpartition("/")[2] for kind in Kind],
        "uidb36": ["1"],
        "key": ["x"],
        "pk": [str(key.pk)],
        "number": ["1", "4", "9", "99"],
        "away": ["1"],
        "event_id": ["x"],
        "line_id": ["1"],
        "report_id": ["1"],
        "sanction_id": ["1"],
        "day": [(timezone.now() + timedelta(days)).date().isoformat() for days in (-1, 0, 1, 9)],
        "word": ["x"],
        "month": ["2026-11", timezone.now().date().isoformat()[:7]],
    }


def _tables(ann: User) -> list[str]:
    """Return tables of Ann in every state, and one that is not there."""
    ben = User.objects.create_user("ben")
    tables = []
    for slug in engines():
        terms: dict[str, Any] = {"creator": ann, "game": slug, "now": NOON}
        two = {"seats": 2, "order": Order.SEATS}
        tables.append(services.open_table(**terms, private=True).id)
        running, over = (services.open_table(**terms, **two) for _ in range(2))
        for table in (running, over):
            services.sit(table_id=table.id, user=ben, now=NOON)
        services.resign(table_id=over.id, user_id=ben.pk, now=NOON)
        bots = services.open_table(**terms, seats=2, bots={1: Level.EXPERT})
        tables += [running.id, over.id, bots.id]
    return [*tables, "nosuchtable"]


@pytest.fixture
def browsers() -> dict[str, Client]:
    """Return a browser for each reader. Ann has all that an account can have."""
    found = {name: Client() for name in READERS}
    found["guest"].post("/accounts/guest/")
    for name in ("ann", "host"):
        user = User(username=name, password=make_password(PASSWORD), is_staff=name == "host")
        user.is_superuser = user.is_staff
        user.save()
        found[name].post("/accounts/login/", {"login": name, "password": PASSWORD})
    ann = User.objects.get(username="ann")
    for number, verified in enumerate((True, False)):
        EmailAddress.objects.create(user=ann, email=f"ann{number}@example.org", verified=verified)
    found["ann"].post("/accounts/reauthenticate/", {"password": PASSWORD})
    TOTP.activate(ann, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(ann)
    data = {"name": "Phone", "credential": passkey()}
    Authenticator.objects.create(user=ann, type=Authenticator.Type.WEBAUTHN, data=data)
    return found


def passkey() -> dict[str, Any]:
    """Return what a browser answers when it has made a key."""
    name = b"phone"
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    of_key = webauthn.AttestedCredentialData.create(webauthn.Aaguid(bytes(16)), name, public)
    answer = webauthn.AuthenticatorAttestationResponse(
        client_data=webauthn.CollectedClientData.create("webauthn.create", b"", "http://localhost"),
        attestation_object=webauthn.AttestationObject.create(
            "none", webauthn.AuthenticatorData.create(bytes(32), 0x45, 0, of_key), {}
        ),
    )
    return dict(webauthn.RegistrationResponse(raw_id=name, response=answer))


def paths(known: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the paths of every address of the site, one for each value of its parts."""
    found: dict[str, list[str]] = {}
    for address in sorted(addresses()):
        names = re.findall(r"<(\w+)>", address)
        unknown = set(names) - set(known)
        assert not unknown, f"say in `values` what may stand for {unknown} in {address}"
        for chosen in product(*(known[name] for name in names)):
            path = address
            for name, value in zip(names, chosen, strict=True):
                path = path.replace(f"<{name}>", value)
            found.setdefault(address, []).append(f"/{path}")
    return found


def test_no_page_shows_template_code(browsers: dict[str, Client]) -> None:
    known, opened, found = paths(values(User.objects.get(username="ann"))), 0, []
    del known["accounts/logout/"]
    for (name, browser), here in product(browsers.items(), known.values()):
        for path in here:
            answer = browser.get(path, follow=True)
            if answer.get("Content-Type", "").startswith("text/html"):
                opened += 1
                found += [f"{name}, {path}: {text}" for text in leaks(answer.content.decode())]
            if answer.status_code == 405:  # only forms are sent there, whichever table it is
                break
    assert opened > 4 * len(engines()) and not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("signup/", {"username": "a", "email": "x", "password1": "ann", "password2": "anna"}),
        ("signup/", {}),
        ("login/", {"login": "ann", "password": "wrong"}),
        ("password/reset/", {"email": "x"}),
        ("password/change/", {"oldpassword": "x", "password1": "1", "password2": "2"}),
        ("email/", {"action_add": "", "email": "x"}),
        ("2fa/totp/activate/", {"code": "000000"}),
        ("close/", {"password": "wrong"}),
        ("reauthenticate/", {"password": "wrong"}),
    ],
)
def test_no_refusal_shows_template_code(
    path: str, fields: dict[str, str], browsers: dict[str, Client]
) -> None:
    for name in ("visitor", "host"):
        answer = browsers[name].post(f"/accounts/{path}", fields, follow=True)
        assert not leaks(answer.content.decode())


@pytest.mark.parametrize(
    "html",
    ["<p>{% trans 'x' %}</p>", "<p>{{ name }}</p>", "<a title='%(name)s'>x</a>", "<b>None</b>"],
)
def test_leaks_are_found(html: str) -> None:
    assert leaks(html)
