"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations


class EventError(Exception):
    """A refused request. The sentence is shown to the reader."""

    status = 422


class NoSuchEvent(EventError):
    """There is no such event for this user."""

    status = 404


class NotYours(EventError):
    """The user may not do that."""

    status = 403


class Stale(EventError):
    """Somebody has changed it since the page was made."""

    status = 409
