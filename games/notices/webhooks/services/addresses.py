"""Changes of webhooks."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.notices.webhooks import formats
from games.notices.webhooks.models import Hook, Kind

STATE = frozenset("reached_at took failing_since failures fault status off_at".split())
"""Fields of the state."""


def set_address(
    *, user: User, kind: str, address: str, room: str = "", token: str = "", now: datetime
) -> str:
    """Set or replace a user's webhook, and return its new secret, to be shown once; "" for kinds
    without one."""
    secret = formats.new_secret() if kind == Kind.JSON else ""
    # waiting notices go to the new address, whose state is unknown
    known = {field.name: field.get_default() for field in Hook._meta.fields if field.name in STATE}
    place = {"kind": kind, "address": address, "room": room, "token": token, "secret": secret}
    Hook.objects.update_or_create(user=user, defaults={**known, **place, "set_at": now})
    return secret


def renew(*, user: User) -> str:
    """Replace the secret of a user's webhook, and return it, to be shown once; "" without one."""
    secret = formats.new_secret()
    changed = Hook.objects.filter(user=user, kind=Kind.JSON).update(secret=secret)
    return secret if changed else ""


def remove(*, user: User) -> None:
    """Remove a user's webhook."""
    forget(user.pk)


def forget(user_id: int) -> None:
    """Remove the webhook of a user."""
    Hook.objects.filter(user=user_id).delete()
