"""Accounts of bots: the only writer of who owns one. Such an account is a bot's from the start and
for good; it has no password, and signs in by tokens alone."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import User
from accounts.services.users import keep


class NotAnOwner(Exception):
    """Guests and bots own no bots."""


class TooMany(Exception):
    """Somebody has as many bots as one person may have."""


@transaction.atomic
def make(*, owner: User, name: str) -> User:
    """Return the account of a new bot of this name, which the form has checked. Raises NotAnOwner,
    TooMany, or IntegrityError if the name is taken meanwhile."""
    owner = User.objects.select_for_update().get(pk=owner.pk, is_active=True)
    if owner.is_guest or owner.is_bot:
        raise NotAnOwner
    if owner.bots.filter(closed_at=None).count() >= settings.LIMIT_COUNTS["bots"]:
        raise TooMany
    bot = User(username=name, owner=owner, password=make_password(None))
    keep(bot)
    return bot
