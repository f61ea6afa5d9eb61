"""A guest's consent to merge into an account: a signed code with both ids, valid for a week, which
the guest copies to a moderator."""

from __future__ import annotations

from datetime import timedelta

from django.core import signing

from accounts.models import User

SALT = "games.desk.consent"  # unchanged, so that older codes stay valid
LIFE = timedelta(days=7)


def code(guest: User, to: User) -> str:
    """Return the code of a guest's consent to merge into an account."""
    return signing.dumps([guest.pk, to.pk], salt=SALT)


def account_of(code: str, guest: User) -> User | None:
    """Return the account that a guest's code names; None if the code is invalid or expired."""
    try:
        guest_id, account_id = signing.loads(code, salt=SALT, max_age=LIFE)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=account_id).first() if guest_id == guest.pk else None
