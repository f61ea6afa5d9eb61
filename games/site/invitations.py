"""Invitations to sign up: signed tokens with an expiry and a number of uses."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.db.models import F
from django.urls import reverse

from games.site.models import Invitation

SALT = "invitation"
PARAMETER = "invitation"
DAYS, MOST_DAYS, MOST_USES = 14, 365, 500


def token(invitation: Invitation) -> str:
    """Return the token of an invitation."""
    return signing.Signer(salt=SALT).sign(invitation.key)


def link(invitation: Invitation) -> str:
    """Return the link of an invitation."""
    query = urlencode({PARAMETER: token(invitation)})
    return f"{settings.BASE_URL}{reverse('account_signup')}?{query}"


def find(token: str, now: datetime) -> Invitation | None:
    """Return the invitation of a token; None if it is invalid, expired or used up."""
    try:
        key = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.filter(key=key, until__gt=now, used__lt=F("uses")).first()


def new(uses: int, days: int, now: datetime) -> Invitation:
    """Return a new, unsaved invitation."""
    return Invitation(
        key=secrets.token_urlsafe(9),
        uses=min(max(uses, 1), MOST_USES),
        until=now + timedelta(days=min(max(days, 1), MOST_DAYS)),
        made_at=now,
    )
