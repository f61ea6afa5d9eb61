"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from games.refusal import Refusal


class EventError(Refusal):
    """A refused request about an event."""


class NoSuchEvent(EventError):
    """There is no such event for this user."""

    status = 404


class NotYours(EventError):
    """The user may not do that."""

    status = 403


class Stale(EventError):
    """Somebody has changed it since the page was made."""

    status = 409
