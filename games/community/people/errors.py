"""Refusals, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations


class PeopleError(Exception):
    """A refused request. `sentence` is shown to the reader."""

    status = 422

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class AccountsOnly(PeopleError):
    """A guest is involved in what needs accounts."""

    status = 403


class TooMany(PeopleError):
    """The user follows or blocks as many people as may be."""
