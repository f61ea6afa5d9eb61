"""The base class of errors for readers."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """A refused request. `sentence` is for the reader; `wait`: the seconds after which another try
    may succeed, None if unknown."""

    status = 422
    wait: int | None = None
    default: str | Promise = _("That is not possible here.")

    def __init__(self, sentence: str | Promise | None = None) -> None:
        self.sentence = sentence or self.default
        super().__init__(str(self.sentence))
