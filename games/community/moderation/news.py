"""News for those whom a decision concerns. The app of the news stands above this one, and provides
the function when the site starts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Teller = Callable[[int, datetime], None]


def _nobody(user_id: int, now: datetime) -> None:
    return None


_teller: list[Teller] = [_nobody]


def provide(teller: Teller) -> None:
    """Set the function that puts a decision into somebody's news, in its transaction."""
    _teller[:] = [teller]


def tell(user_id: int, now: datetime) -> None:
    """Tell a user that there is something to read on the page of conduct."""
    _teller[0](user_id, now)
