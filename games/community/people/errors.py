"""Refusals. Each has an HTTP status and one plain sentence for the reader."""

from __future__ import annotations


class PeopleError(Exception):
    """A request that is refused. `sentence` is shown to the reader."""

    status = 422

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class AccountsOnly(PeopleError):
    """A guest asked for what needs an account, or somebody asked for it about a guest."""

    status = 403


class TooMany(PeopleError):
    """The user follows or blocks as many people as may be."""
