"""Invitations to make an account, for a house whose sign-up is by invitation: signed words, each
with an end and a number of uses."""

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


def word(invitation: Invitation) -> str:
    """Return the word that a link carries."""
    return signing.Signer(salt=SALT).sign(invitation.key)


def link(invitation: Invitation) -> str:
    """Return the address under which the invited make their accounts."""
    asked = urlencode({PARAMETER: word(invitation)})
    return f"{settings.BASE_URL}{reverse('account_signup')}?{asked}"


def find(said: str, now: datetime) -> Invitation | None:
    """Return the invitation of a word; None if it is none, or not any more."""
    try:
        key = signing.Signer(salt=SALT).unsign(said)
    except signing.BadSignature:
        return None
    return Invitation.objects.filter(key=key, until__gt=now, used__lt=F("uses")).first()


def draw(uses: int, days: int, now: datetime) -> Invitation:
    """Return a new invitation, which is not stored yet."""
    return Invitation(
        key=secrets.token_urlsafe(9),
        uses=min(max(uses, 1), MOST_USES),
        until=now + timedelta(days=min(max(days, 1), MOST_DAYS)),
        made_at=now,
    )
