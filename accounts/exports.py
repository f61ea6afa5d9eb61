"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source, of_rows
from accounts.models import Device, HeldName, Token, User

PROFILE = (
    "username is_guest date_joined last_login renamed_at theme zone unnamed_since wishes daily_at"
    " quiet mail_zone mail_language goes_on bots_pause finishes_turns talks role"
).split()


def _profile(user_id: int) -> Iterator[Row]:
    yield from User.objects.filter(pk=user_id).values(*PROFILE)


def _ways_in(user_id: int) -> Iterator[Row]:
    for row in Authenticator.objects.filter(user=user_id).order_by("pk"):
        name = row.data.get("name", "") if row.type == Authenticator.Type.WEBAUTHN else ""
        used = row.last_used_at
        yield {"kind": row.type, "name": name, "made": row.created_at, "last_used": used}


SOURCES = (
    Source("profile", _("Your name and your settings."), _profile),
    of_rows("addresses", _("Your e-mail addresses."), EmailAddress, "email verified primary"),
    Source(
        "ways-in",
        _("Your passkeys and sign-in apps by name, without their secrets."),
        _ways_in,
        ("mfa.Authenticator.user",),
    ),
    of_rows("bots", _("The accounts of your bots."), User, "username date_joined", by="owner"),
    of_rows(
        "devices",
        _("Browsers in which you were signed in."),
        Device,
        "browser system first_seen last_seen ended",
    ),
    of_rows(
        "tokens",
        _("The tokens of your programs, without their text."),
        Token,
        "name start scopes made_at ends_at used_on",
    ),
    of_rows(
        "held-names",
        _("Your former names, which nobody else may take, in plain letters."),
        HeldName,
        "mark until",
    ),
)
