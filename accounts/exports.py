"""Own data of a person in this app."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from accounts.models import Device, HeldName, Token, User

PROFILE = (
    *("username", "is_guest", "date_joined", "last_login", "renamed_at", "theme", "zone"),
    *(
        "wishes",
        "daily_at",
        "quiet",
        "mail_zone",
        "mail_language",
        "goes_on",
        "bots_pause",
        "talks",
        "role",
    ),
)


def _profile(user_id: int) -> Iterator[Row]:
    yield from User.objects.filter(pk=user_id).values(*PROFILE)


def _addresses(user_id: int) -> Iterator[Row]:
    yield from EmailAddress.objects.filter(user=user_id).values("email", "verified", "primary")


def _ways_in(user_id: int) -> Iterator[Row]:
    for row in Authenticator.objects.filter(user=user_id).order_by("pk"):
        name = row.data.get("name", "") if row.type == Authenticator.Type.WEBAUTHN else ""
        used = row.last_used_at
        yield {"kind": row.type, "name": name, "made": row.created_at, "last_used": used}


def _devices(user_id: int) -> Iterator[Row]:
    facts = ("browser", "system", "first_seen", "last_seen", "ended")
    yield from Device.objects.filter(user=user_id).order_by("pk").values(*facts)


def _tokens(user_id: int) -> Iterator[Row]:
    facts = ("name", "start", "scopes", "made_at", "ends_at", "used_on")
    yield from Token.objects.filter(user=user_id).order_by("pk").values(*facts)


def _names(user_id: int) -> Iterator[Row]:
    yield from HeldName.objects.filter(user=user_id).order_by("pk").values("mark", "until")


SOURCES = (
    Source("profile", _("Your name and your settings."), _profile),
    Source("addresses", _("Your e-mail addresses."), _addresses, ("account.EmailAddress.user",)),
    Source(
        "ways-in",
        _("Passkeys and second steps by name, without their secrets."),
        _ways_in,
        ("mfa.Authenticator.user",),
    ),
    Source(
        "devices", _("Browsers in which you were signed in."), _devices, ("accounts.Device.user",)
    ),
    Source(
        "tokens",
        _("The tokens of your programs, without their text."),
        _tokens,
        ("accounts.Token.user",),
    ),
    Source(
        "held-names",
        _("Former names that nobody else may take, as the letters that they look like."),
        _names,
        ("accounts.HeldName.user",),
    ),
)
