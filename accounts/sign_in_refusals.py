"""Reasons why somebody may not sign in. The app that knows them is above accounts, and provides one
function at start."""

from __future__ import annotations

from collections.abc import Callable

Refuser = Callable[[int], str]
"""A function of a user's id: the path of the page that says why and until when, or ""."""


def _nobody(user_id: int) -> str:
    return ""


_refuser: list[Refuser] = [_nobody]


def provide(refuser: Refuser) -> None:
    """Set the function that decides who may not sign in."""
    _refuser[:] = [refuser]


def page(user_id: int) -> str:
    """Return the path of the page for somebody who may not sign in, or ""."""
    return _refuser[0](user_id)
