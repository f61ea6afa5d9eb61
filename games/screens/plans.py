"""Plans: what a player leaves for the next turn, line by line: "if (this happened) then (these
codes)".

A game names conditions. Each is a predicate over what one seat has seen while it waited (`Seen`):
its own views before and after, and the public codes in between; never over a state. A condition is
stored as its name and the values of its fields, a line's answer as the values of its fields. A game
that says nothing has "whatever happens", and answers that the site makes of its legal codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, TypeAlias, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.kernel.protocol import AnyEngine, Seat
from games.kernel.replay import Entry, effective
from games.screens.cards import Card
from games.screens.phrases import PLAYER, Said, Sentence, sentence
from games.screens.suits import SUITS

V = TypeVar("V")
"""The view of the game's engine."""

Text: TypeAlias = str | Promise
Codes: TypeAlias = Sequence[str]
Values: TypeAlias = Mapping[str, str]
"""The chosen value of each field, by the field's name."""
Choices: TypeAlias = Sequence[tuple[str, Text]]
"""Values, each with its words."""

ANYTHING = "anything"
"""The name of the condition that every game has: whatever happens."""


@dataclass(frozen=True, slots=True)
class Seen(Generic[V]):
    """The knowledge of a seat that waited: its view after its own last turn (or after the deal, if
    one came later), its view now, and the turns of the others in between, each a seat with its
    public codes."""

    seat: Seat
    before: V
    after: V
    turns: tuple[tuple[Seat, tuple[str, ...]], ...] = ()

    def codes(self) -> list[str]:
        """Return the public codes of all others, in order."""
        return [code for _seat, codes in self.turns for code in codes]


@dataclass(frozen=True, slots=True)
class Field(Generic[V]):
    """One choice of a form: its name, its label for those who listen, and what may be chosen:
    (view, seat) → values with their words."""

    name: str
    label: Text
    choices: Callable[[V, Seat], Choices]


@dataclass(frozen=True, slots=True)
class Condition(Generic[V]):
    """A condition: `says` is its name in a list (it follows "If Ben", or "If"), `tell` gives it as
    a sentence that begins with "If", by `tells` or by a function; its slot "player" is left open.
    `fields` names the fields that it uses."""

    name: str
    says: Text
    holds: Callable[[Seen[V], Values], bool]
    tell: Callable[[Values], Sentence]
    fields: tuple[str, ...] = ()


def tells(text: Text, **shown: Callable[[str], object]) -> Callable[[Values], Sentence]:
    """Return `tell` for a sentence with the values of fields in its slots, shown by these functions
    or as they are."""

    def tell(values: Values) -> Sentence:
        facts = {name: shown.get(name, str)(value) for name, value in values.items()}
        return sentence(str(text), **facts)

    return tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning(Generic[V]):
    """The offer of a game to players who wait. All functions are pure, and texts come from gettext
    at the moment of the call."""

    conditions: Sequence[Condition[V]] = ()
    """Its conditions, without "whatever happens"."""

    of_other: bool = False
    """True if what conditions say follows the name of the one other player: "If Ben discards"."""

    fields: Sequence[Field[V]] = ()
    """The fields that conditions use. Several conditions may share one."""

    answer: Sequence[Field[V]] = ()
    """The fields of an answer, after "then I". Without any the site offers legal codes."""

    codes: Callable[[V, Seat, Values], Codes] = lambda view, seat, values: ()
    """(view while waiting, seat, values of the answer) → the codes of the turn, in the order of the
    rules."""

    say: Callable[[Values], Sentence] = lambda values: ()
    """(values of the answer) → the answer in words: "take it, discard yellow 2"."""

    meant: Callable[[Seen[V], Codes, str], Codes] = lambda seen, legal, code: (code,)
    """(what was seen, legal codes now, a stored code) → the codes to play for it. A game may store
    a wish, "draw it", that becomes a code only when the turn has come; () plays nothing for it."""

    public: Callable[[str], str] = lambda code: code
    """(code of another seat) → its public part."""

    def condition(self, name: str) -> Condition[V] | None:
        """Return the condition of this name; None if there is none."""
        return next((each for each in self.every() if each.name == name), None)

    def every(self) -> tuple[Condition[V], ...]:
        """Return all conditions, the last of them "whatever happens"."""
        return (*self.conditions, WHATEVER)


def whatever(player: str, number: int) -> str:
    """Return "whatever happens" as the sentence of the line of this number, from 1; `player` is the
    one other player, "" for several."""
    if not player:
        return _("Otherwise") if number > 1 else _("Whatever happens")
    text = _("If %(player)s does anything else") if number > 1 else _("Whatever %(player)s does")
    return text % {"player": player}


WHATEVER: Condition[Any] = Condition(
    ANYTHING, lazy("anything else"), lambda seen, values: True, tells(lazy("Whatever happens"))
)


def watched(
    planning: Planning[V],
    engine: AnyEngine,
    seat: Seat,
    states: tuple[Any, Any],
    entries: Iterable[Entry],
) -> Seen[V]:
    """Return what a seat has seen between two states, with the entries in between: its own views,
    and of the others what everybody may know."""
    before, after = [engine.view(state, seat) for state in states]
    others = [entry for entry in effective(entries) if entry.seat not in (None, seat)]
    turns = tuple(
        (number, tuple([planning.public(entry.code) for entry in run]))
        for number, run in groupby(others, key=lambda entry: entry.seat)
        if number is not None
    )
    return Seen(seat, before, after, turns)


def words(found: Sentence, player: str) -> str:
    """Return a sentence as text, with the player's name in it."""
    return "".join(
        [its.words if isinstance(its, Said) else its.replace(PLAYER, player) for its in found]
    )


def in_suit(letter: str, said: str) -> Said:
    """Return words as a part of a sentence that a board draws with the sign of a suit."""
    return Said(said, (Card("", letter, str(SUITS[letter].colour), ""),))
