"""Whether somebody stands behind an account, as far as a site can tell: a confirmed address, or a
passkey.

Who builds on that provides one function when the site starts, and is told of every account whose
proof may have changed.
"""

from collections.abc import Callable, Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator


def proved(users: Collection[int]) -> set[int]:
    """Those of these users who have one. Two queries."""
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
    _listener[:] = [listener]


def changed(user_id: int) -> None:
    """An address was confirmed or removed, a passkey added or removed, or the account closed."""
    _listener[0](user_id)
