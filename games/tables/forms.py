"""The form for a new table: fields come from the game's engine, so a new game needs no form of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.protocol import AnyEngine, Option
from games.registry import engines
from games.tables.errors import NotPossible
from games.tables.models import Order


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    note: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """An option of the game with its choices, translated."""

    name: str
    label: str
    choices: tuple[Choice, ...]


class NewTable:
    """What was asked for, or the defaults. Reading is lenient; `terms` is strict."""

    def __init__(self, game: str, data: Mapping[str, str] | None = None) -> None:
        self.game = game if game in engines() else next(iter(engines()))
        self.known = game in engines()
        self.asked = game
        self.data: Mapping[str, str] = data or {}

    @property
    def engine(self) -> AnyEngine:
        return engines()[self.game]

    @property
    def engines(self) -> list[AnyEngine]:
        return list(engines().values())

    @property
    def options(self) -> list[Field]:
        return [self._field(option) for option in self.engine.options]

    def _field(self, option: Option) -> Field:
        chosen = self.data.get(option.name, option.default)
        labels = option.labels or option.choices
        notes = option.notes or ("",) * len(option.choices)
        choices = (
            Choice(value, _(label), _(note) if note else "", value == chosen)
            for value, label, note in zip(option.choices, labels, notes, strict=True)
        )
        return Field(option.name, _(option.label), tuple(choices))

    @property
    def seats(self) -> int:
        asked = self.data.get("seats", "")
        return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else max(self.engine.seats)

    @property
    def seat(self) -> int:
        asked = self.data.get("seat", "")
        return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0

    @property
    def order(self) -> str:
        return self.data.get("order") or Order.RANDOM

    @property
    def private(self) -> bool:
        return self.data.get("private") == "on"

    @property
    def rated(self) -> bool:
        return self.data.get("rated") == "on"

    @property
    def clock(self) -> str:
        return self.data.get("clock") or "untimed"

    def terms(self) -> dict[str, Any]:
        """Arguments for `services.open_table`; raises NotPossible."""
        if not self.known:
            raise NotPossible(_("There is no such game here."))
        if self.data.get("seats") and str(self.seats) != self.data["seats"]:
            raise NotPossible(_("The number of seats must be a number."))
        if self.data.get("seat") and str(self.seat) != self.data["seat"]:
            raise NotPossible(_("The seat must be a number."))
        return {
            "game": self.game,
            "seats": self.seats,
            "options": {option.name: self.data[option.name] for option in self.engine.options if option.name in self.data},
            "order": self.order,
            "private": self.private,
            "rated": self.rated,
            "clock": self.clock,
            "seat": self.seat,
            "nonce": self.data.get("nonce", ""),
        }
