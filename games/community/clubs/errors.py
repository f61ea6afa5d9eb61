"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from django.utils.functional import Promise


class ClubError(Exception):
    """A refused request. `sentence` is shown to the reader."""

    status = 422

    def __init__(self, sentence: str | Promise) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


class NoSuchClub(ClubError):
    """There is no such club for this user."""

    status = 404


class NotYours(ClubError):
    """The role of the user is not enough."""

    status = 403


class TooMany(ClubError):
    """The user has as many clubs, or the club as many members, as may be."""
