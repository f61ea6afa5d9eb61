"""The lens: the prospects of each place with a card, for a player who holds it or presses I.

A game's `lens` is a pure function of the viewer's own view: it shows public facts and which of
these cards the viewer holds. It is computed at a player's request, and no board contains it.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.screens.languages import gettext as _
from games.screens.phrases import minus


@dataclass(frozen=True, slots=True)
class Fact:
    """The prospects of a place. `at` is the id of its element on the board, `where` its name,
    `becomes` fits into the place; `more` are sentences: the unseen cards that still help, and
    who could still beat it."""

    at: str
    where: str
    becomes: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lens:
    """The facts about cards: their name, the facts by place, and a sentence for cards without a
    place of their own."""

    title: str
    facts: tuple[Fact, ...] = ()
    note: str = ""


def change(before: int, after: int) -> str:
    """Return how a number would change: "−11 → −2"."""
    return _("%(before)s\u00a0→ %(after)s") % {"before": minus(before), "after": minus(after)}
