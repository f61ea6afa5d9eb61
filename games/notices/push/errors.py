"""The errors of pushes and subscriptions."""

from __future__ import annotations


class Gone(Exception):
    """The device is gone."""


class Failed(Exception):
    """The push failed. `reason` is a sentence for the owner; `retry_after`: the seconds that the
    push service asks to wait."""

    def __init__(self, reason: str, retry_after: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.retry_after = reason, retry_after


class SubscriptionRefused(Exception):
    """The subscription is refused. `reason` is a sentence for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
