"""Reasons for which a push did not go, or a device is not taken."""

from __future__ import annotations


class Gone(Exception):
    """Nobody is reached there any more, and nothing more is sent there."""


class Failed(Exception):
    """It did not go this time. `reason` is a sentence for its owner; `retry_after` are the seconds
    that the push service asks to wait, if it does."""

    def __init__(self, reason: str, retry_after: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.retry_after = reason, retry_after


class NotTaken(Exception):
    """A browser's subscription that is not taken, for a reason in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
