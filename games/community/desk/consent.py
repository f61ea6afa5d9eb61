"""A guest's consent that games go into an account: a code that the guest's own browser shows, and
whoever keeps the house types in. It names both, and lasts a week."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from accounts.models import User

SALT = "games.desk.consent"  # also of codes that an earlier release has shown
LASTS = timedelta(days=7)


def code(guest: User, to: User) -> str:
    """Return the code by which a guest agrees."""
    return signing.dumps([guest.pk, to.pk], salt=SALT)


def given(code: str, guest: User) -> User | None:
    """Return the account into which this guest's games may go; None if the code says no such
    thing, or is too old."""
    try:
        of, to = signing.loads(code, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=to).first() if of == guest.pk else None
