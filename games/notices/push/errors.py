"""Reasons why a push failed, or a device was refused."""

from __future__ import annotations


class Gone(Exception):
    """The device is gone: nothing is sent there again."""


class Failed(Exception):
    """It did not go this time. `reason` is a sentence for its owner; `retry_after` are the seconds
    that the push service asks to wait, if it does."""

    def __init__(self, reason: str, retry_after: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.retry_after = reason, retry_after


class NotTaken(Exception):
    """A refused subscription, with a reason in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
