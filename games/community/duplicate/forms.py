"""The form of a new duplicate match."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.community.duplicate.services.matches import LENGTHS
from games.kernel.clock import PRESETS
from games.registry import engines
from games.screens import clocks
from games.tables.board import levels
from games.tables.http.fields import Choice, Field

KEY = re.compile(r"[!-~]{1,64}")
DEFAULTS = {"level": "club", "clock": "daily", "deals": "4"}


class NewMatch:
    """The terms of a new match: sent values or defaults."""

    def __init__(self, data: Mapping[str, str]) -> None:
        self.data = data
        game = data.get("game", "")
        self.game = game if game in engines() else next(iter(engines()))

    def _of(self, name: str) -> str:
        return self.data.get(name, "") or DEFAULTS[name]

    @property
    def key(self) -> str:
        """Return the sent key of the form, or a new one."""
        sent = self.data.get("key", "")
        return sent if KEY.fullmatch(sent) else secrets.token_hex(16)

    @property
    def fields(self) -> list[Field]:
        """Return the fields with their choices."""
        return [self._game(), self._deals(), self._level(), self._clock()]

    def terms(self) -> dict[str, Any]:
        """Return the arguments for `services.make_match`, which checks them."""
        deals = self._of("deals")
        return {
            "game": self.data.get("game", ""),
            "level": self._of("level"),
            "clock": self._of("clock"),
            "deals": int(deals) if deals in map(str, LENGTHS) else 0,
            "key": self.key,
        }

    def _game(self) -> Field:
        found = [
            Choice(slug, engine.title, "", slug == self.game, "")
            for slug, engine in engines().items()
            if registry.levels(slug)
        ]
        return Field("game", _("Game"), tuple(found))

    def _deals(self) -> Field:
        found = [
            Choice(str(count), str(count), "", str(count) == self._of("deals"), "")
            for count in LENGTHS
        ]
        return Field("deals", _("Deals"), tuple(found))

    def _level(self) -> Field:
        found = [
            Choice(one.value, one.label, one.note, one.value == self._of("level"), "")
            for one in levels.offered([self.game])
        ]
        return Field("level", _("Both play against"), tuple(found))

    def _clock(self) -> Field:
        found = [
            Choice(name, clocks.brief(control), "", name == self._of("clock"), "")
            for name, control in PRESETS.items()
            if control.timed
        ]
        return Field("clock", _("Clock"), tuple(found))
