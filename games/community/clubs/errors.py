"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from games.refusal import Refusal


class ClubError(Refusal):
    """A refused request about a club."""


class NoSuchClub(ClubError):
    """There is no such club for this user."""

    status = 404


class NotYours(ClubError):
    """The role of the user is not enough."""

    status = 403


class TooMany(ClubError):
    """The user has as many clubs, or the club as many members, as may be."""
