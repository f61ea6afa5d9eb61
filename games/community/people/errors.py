"""Errors about ties and notes, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from games.refusal import Refusal


class PeopleError(Refusal):
    """A refused request about people."""


class AccountsOnly(PeopleError):
    """The request needs accounts, and a guest is involved."""

    status = 403


class TooMany(PeopleError):
    """The user has reached the limit of ties of a kind."""
