"""The reason why a change of one's hours is refused."""

from __future__ import annotations

from django.utils.functional import Promise

from games.refusal import Refusal


class Refused(Refusal):
    """A change that is not possible: a plain sentence, and the field of the form that it is
    about."""

    def __init__(self, sentence: str | Promise, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field
