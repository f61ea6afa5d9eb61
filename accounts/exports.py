"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import Application

from accounts import selectors
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


def _connections(user_id: int) -> Iterator[Row]:
    for found in selectors.connections(User.objects.get(pk=user_id)):
        yield {"name": found.app.name, "scopes": found.labels, "used_at": found.used}


LEFT_OUT = {
    "oauth2_provider.Grant.user": "codes of a minute, with which an app gets its tokens",
    "oauth2_provider.IDToken.user": "never written: there is no OpenID Connect",
    "oauth2_provider.DeviceGrant.user": "never written: devices do not sign in",
}
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
    of_rows("apps", _("Apps that you have registered."), Application, "name redirect_uris created"),
    Source(
        "connections",
        _("Apps that may act for you."),
        _connections,
        ("oauth2_provider.RefreshToken.user", "oauth2_provider.AccessToken.user"),
    ),
    of_rows(
        "held-names",
        _("Your former names, which nobody else may take, in plain letters."),
        HeldName,
        "mark until",
    ),
)
