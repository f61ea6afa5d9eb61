"""Thirty One in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.screens.cards import said, words
from games.screens.phrases import Sentence, sentence, telling


def say(code: str) -> str:
    """Return the words of a button."""
    return _("Play %(card)s") % {"card": words(code[5:])}


def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    """Return a turn as a sentence."""
    text = _("You play %(card)s") if you else _("%(player)s plays %(card)s")
    return sentence(text, card=said(codes[-1][5:]))


tell, parts = telling(turn)
