"""Proofs of a person behind an account: a confirmed address, or a passkey.

An app that relies on proofs provides one function at start, called for every account whose proof
may have changed.
"""

from collections.abc import Callable, Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator


def proved(users: Collection[int]) -> set[int]:
    """Return those of these users who have a proof. Two queries."""
    addresses = EmailAddress.objects.filter(user__in=users, verified=True).values_list(
        "user", flat=True
    )
    passkeys = Authenticator.objects.filter(
        user__in=users, type=Authenticator.Type.WEBAUTHN
    ).values_list("user", flat=True)
    return {*addresses, *passkeys}


def _nobody(user_id: int) -> None:
    return None


_listener: list[Callable[[int], object]] = [_nobody]


def provide(listener: Callable[[int], object]) -> None:
    """Set the function to call with the id of a user whose proof may have changed."""
    _listener[:] = [listener]


def changed(user_id: int) -> None:
    """Report that an address was confirmed or removed, a passkey added or removed, or the account
    closed."""
    _listener[0](user_id)
