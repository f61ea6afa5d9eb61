"""News for the subjects of decisions. The notices app is above this one, and provides the function
at start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Teller = Callable[[int, datetime], None]


def _nobody(user_id: int, now: datetime) -> None:
    return None


_teller: list[Teller] = [_nobody]


def provide(teller: Teller) -> None:
    """Set the function that writes news of a decision, in its transaction."""
    _teller[:] = [teller]


def tell(user_id: int, now: datetime) -> None:
    """Tell a user that there is a decision to read on the conduct page."""
    _teller[0](user_id, now)
