"""Proofs of a person behind an account: a confirmed address, or a passkey."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from games.provided import Provided


def proved(users: Collection[int]) -> set[int]:
    """Return those of these users who have a proof. Two queries."""
    addresses = EmailAddress.objects.filter(user__in=users, verified=True).values_list(
        "user", flat=True
    )
    passkeys = Authenticator.objects.filter(
        user__in=users, type=Authenticator.Type.WEBAUTHN
    ).values_list("user", flat=True)
    return {*addresses, *passkeys}


changed: Provided[[int], object] = Provided(None)
"""Called with the id of a user whose address was confirmed or removed, who has added or removed a
passkey, or whose account was closed."""
