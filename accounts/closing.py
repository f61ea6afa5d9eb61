"""Facts that other apps keep about a person, to be forgotten with the account.

An app provides its function when the site starts. It is called in the transaction that closes the
account.
"""

from collections.abc import Callable

_forgetters: list[Callable[[int], object]] = []


def provide(forget: Callable[[int], object]) -> None:
    """Add a function to call with the id of a user whose account is closed."""
    if forget not in _forgetters:
        _forgetters.append(forget)


def forget(user_id: int) -> None:
    """Have everything about a user forgotten."""
    for function in _forgetters:
        function(user_id)
