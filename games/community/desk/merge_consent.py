"""A guest's consent to merge games into an account: a code that the guest's browser shows, and a
moderator types. It names both, and is valid for a week."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from accounts.models import User

SALT = "games.desk.consent"  # as in earlier releases, so that their codes stay valid
LASTS = timedelta(days=7)


def code(guest: User, to: User) -> str:
    """Return the guest's code of consent."""
    return signing.dumps([guest.pk, to.pk], salt=SALT)


def given(code: str, guest: User) -> User | None:
    """Return the id of the account that this guest agrees to; None for a wrong or expired code."""
    try:
        of, to = signing.loads(code, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=to).first() if of == guest.pk else None
