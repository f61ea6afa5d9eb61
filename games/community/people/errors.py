"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from games.refusal import Refusal


class PeopleError(Refusal):
    """A refused request about people."""


class AccountsOnly(PeopleError):
    """A guest is involved in what needs accounts."""

    status = 403


class TooMany(PeopleError):
    """The user follows or blocks as many people as may be."""
