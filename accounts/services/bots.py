"""Accounts of bots. Such an account stays a bot's; it has no password, and signs in by tokens
alone."""

from __future__ import annotations

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import User
from accounts.services.users import remove_access, save_new


class NotAnOwner(Exception):
    """Guests and bots own no bots."""


class TooMany(Exception):
    """The owner has as many bots as one may have."""


class NotConvertible(Exception):
    """The account has played, or has an office, bots or two-step sign-in."""


@transaction.atomic
def make(*, owner: User, name: str) -> User:
    """Create the account of a bot with a checked name, and return it. Raises NotAnOwner, TooMany,
    or IntegrityError if the name is taken meanwhile."""
    bot = User(username=name, owner=_owner(owner), password=make_password(None))
    save_new(bot)
    return bot


@transaction.atomic
def convert(*, user: User, owner: User) -> None:
    """Convert another account of the owner's, who has shown its password, to a bot's. One that has
    sat at a table stays a person's. Raises NotAnOwner, TooMany, or NotConvertible."""
    owner = _owner(owner)
    user = User.objects.select_for_update().get(pk=user.pk)
    played = user.seats.exists() or user.opened_tables.exists()
    more = user.role or user.is_guest or user.is_bot or user.bots.exists()
    if played or more or user == owner or not user.is_active or is_mfa_enabled(user):
        raise NotConvertible
    remove_access(user)
    user.owner = owner
    user.save()


def _owner(owner: User) -> User:
    """Return the locked row of an owner who may have another bot. Raises NotAnOwner, TooMany."""
    owner = User.objects.select_for_update().get(pk=owner.pk, is_active=True)
    if owner.is_guest or owner.is_bot:
        raise NotAnOwner
    if owner.bots.filter(closed_at=None).count() >= settings.LIMIT_COUNTS["bots"]:
        raise TooMany
    return owner
