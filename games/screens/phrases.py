"""Sentences with cards among their words, lists, and numbers with a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.screens import languages
from games.screens.languages import gettext as _
from games.screens.languages import ngettext

PLAYER, CUT = "\1", "\0"  # stand in a sentence for the player's name, and around its cards


@dataclass(frozen=True, slots=True)
class Said:
    """Cards in a sentence: the words for them, and the cards that a board draws there instead."""

    words: str
    cards: tuple[Any, ...]


Sentence: TypeAlias = tuple[str | Said, ...]
"""A sentence cut around its cards; the player's name is left open."""
Part: TypeAlias = Any
"""Of a sentence on a board: a text, or a card."""
Tell: TypeAlias = Callable[[str, bool, Sequence[str]], str]
Parts: TypeAlias = Callable[[str, bool, tuple[str, ...]], tuple[Part, ...]]
"""(player's name, whether that is the reader, codes) → the turn, in words or in parts."""


def sentence(text: str, **slots: object) -> Sentence:
    """Return a translated text with its slots "%(name)s" filled: by cards, or by texts and numbers
    of our own. A slot "player" is filled later."""
    marks = {name: f"{CUT}{name}{CUT}" for name, slot in slots.items() if isinstance(slot, Said)}
    pieces: list[Any] = (text % {"player": PLAYER, **slots, **marks}).split(CUT)
    pieces[1::2] = [slots[name] for name in pieces[1::2]]
    return tuple([piece for piece in pieces if piece])


def telling(turn: Callable[[bool, tuple[str, ...]], Sentence]) -> tuple[Tell, Parts]:
    """Return the functions `tell` and `parts` of a game whose function `turn` says what was done:
    (is it the reader, codes of the turn) → a sentence. Names of players are other people's text:
    they go in last, and nothing is looked for in them."""
    turn = languages.per_language(4096)(turn)

    def tell(player: str, you: bool, codes: Sequence[str]) -> str:
        found = turn(you, tuple(codes))
        return "".join(
            [its.words if isinstance(its, Said) else its.replace(PLAYER, player) for its in found]
        )

    def parts(player: str, you: bool, codes: tuple[str, ...]) -> tuple[Part, ...]:
        result: list[Part] = []
        for piece in turn(you, codes):
            if isinstance(piece, Said):
                for number, card in enumerate(piece.cards):
                    result.extend([" ", card] if number else [card])
            else:
                result.append(piece.replace(PLAYER, player))
        return tuple(result)

    return tell, parts


def both(words: Sequence[object]) -> str:
    """Return "a, b and c"."""
    *some, last = map(str, words)
    return _("%(some)s and %(last)s") % {"some": ", ".join(some), "last": last} if some else last


def company(names: Sequence[str]) -> str:
    """Return "Ann and Ben" of two names, and "Ann and 4 others" of more."""
    if len(names) <= 2:
        return both(names)
    rest = len(names) - 1
    others = ngettext("%(count)s other", "%(count)s others", rest) % {"count": rest}
    return both([names[0], others])


def either(words: Sequence[object]) -> str:
    """Return "a, b or c"."""
    *some, last = map(str, words)
    return _("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last} if some else last


def minus(number: int) -> str:
    """Return a number with the true minus: "4", "−3"."""
    return f"−{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    """Return a number with its sign: "+4", "−3", "0"."""
    return f"+{number}" if number > 0 else minus(number)


def capital(words: str) -> str:
    """Return words with a capital, to begin a sentence."""
    return words[:1].upper() + words[1:]


def uncapital(words: str) -> str:
    """Return words without their capital, to continue a sentence."""
    return words[:1].lower() + words[1:]
