"""Functions of other apps, provided at start, that remove a person's data in the transaction that
closes the account."""

from collections.abc import Callable

_forgetters: list[Callable[[int], object]] = []


def provide(forget: Callable[[int], object]) -> None:
    """Register a function of the id of a user whose account is closed."""
    if forget not in _forgetters:
        _forgetters.append(forget)


def forget(user_id: int) -> None:
    """Call every registered function."""
    for function in _forgetters:
        function(user_id)
