"""Proofs of a person behind an account: a confirmed address, or a passkey."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from games.provided import Provided


def with_proof(users: Collection[int]) -> set[int]:
    """Return the users who have a proof. Two queries."""
    addresses = EmailAddress.objects.filter(user__in=users, verified=True).values_list(
        "user", flat=True
    )
    passkeys = Authenticator.objects.filter(
        user__in=users, type=Authenticator.Type.WEBAUTHN
    ).values_list("user", flat=True)
    return {*addresses, *passkeys}


changed: Provided[[int], object] = Provided(None)
"""Called with the id of a user whose proofs may have changed."""
