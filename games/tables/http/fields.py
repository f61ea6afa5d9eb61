"""The choices of the form for a new table, in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.screens import titles


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to choose."""

    slug: str
    title: str
    players: str
    cover: str
    chosen: bool

    @property
    def short(self) -> str:
        """Return the title without its subtitle, for where there is little room."""
        return titles.short(self.title)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a field. `says` is the sentence that describes it in the summary."""

    value: str
    label: str
    note: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field with its choices, translated."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    variation: bool = False

    @property
    def says(self) -> str:
        """Return the sentence of the choice made; "" if there is none."""
        return next((choice.says for choice in self.choices if choice.chosen), "")

    @property
    def short(self) -> bool:
        """Tell whether the choices are single words, so that they fit in one row."""
        return not any(choice.note for choice in self.choices)
