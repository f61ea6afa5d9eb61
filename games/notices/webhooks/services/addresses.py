"""Choosing an address, its secret, and removing it."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.notices.webhooks import formats
from games.notices.webhooks.models import Hook, Kind

STATE = frozenset("reached_at took failing_since failures fault status off_at".split())
"""Fields that say how it has been going."""


def set_address(
    *, user: User, kind: str, address: str, room: str = "", token: str = "", now: datetime
) -> str:
    """Set a user's webhook, in place of the one before, and return its new secret, to be shown
    once; "" for kinds that have none."""
    secret = formats.new_secret() if kind == Kind.JSON else ""
    # What waits to be sent goes to the new address. Nothing is known of that one yet.
    known = {field.name: field.get_default() for field in Hook._meta.fields if field.name in STATE}
    place = {"kind": kind, "address": address, "room": room, "token": token, "secret": secret}
    Hook.objects.update_or_create(user=user, defaults={**known, **place, "set_at": now})
    return secret


def renew(*, user: User) -> str:
    """Give a user's webhook another secret and return it, to be shown once; "" if there is none
    that has a secret. What was signed with the old one has been sent already."""
    secret = formats.new_secret()
    changed = Hook.objects.filter(user=user, kind=Kind.JSON).update(secret=secret)
    return secret if changed else ""


def remove(*, user: User) -> None:
    """Remove a user's webhook."""
    forget(user.pk)


def forget(user_id: int) -> None:
    """Remove the webhook of a user, whose account may be closing."""
    Hook.objects.filter(user=user_id).delete()
