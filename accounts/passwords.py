"""A validator against passwords that are little more than a name of the site or a game."""

import re
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

ENOUGH = 4  # letters that must remain without these names
_LETTERS = re.compile(r"[^\W\d_]+")


class SiteWordsValidator:
    """Refuses passwords that are little more than `words`, digits and signs."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(
            {part for word in words for part in _LETTERS.findall(word.lower()) if len(part) > 3},
            key=len,
            reverse=True,
        )

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError for such a password."""
        left = "".join(_LETTERS.findall(password.lower()))
        before = left
        for word in self.words:
            left = left.replace(word, "")
        if left != before and len(left) < ENOUGH:
            raise ValidationError(
                _("This password is little more than a name of this site or of a game."),
                "password_of_site_words",
            )

    def get_help_text(self) -> str:
        """Return the rule in words."""
        return _("Your password can’t be little more than a name of this site or of a game.")
