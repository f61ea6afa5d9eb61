"""The players of a table, in pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def names(names: Sequence[str]) -> str:
    """Return "Ann against Ben"; three and more in a row."""
    if len(names) == 2:
        return gettext("%(first)s against %(second)s") % {"first": names[0], "second": names[1]}
    return ", ".join(names)


@register.filter
def in_order(dealt: Iterable[str], players: Iterable[Any]) -> str:
    """Return a deal of seats by the players' names: "Ben, then Ann"."""
    by_number = {f"S{player.number}": player.name for player in players}
    return gettext(", then ").join(by_number.get(seat, seat) for seat in dealt)
