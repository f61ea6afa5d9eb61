"""How good a player is, as somebody else knows it: tables show ratings and do not know them.

Who rates provides one function when the site starts; without one nobody has a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, rounded: `value` ± `deviation` before this table counted, `after` it (None: it has not counted yet)."""

    value: int
    deviation: int
    provisional: bool
    after: int | None = None

    @property
    def text(self) -> str:
        """As it is shown everywhere."""
        return f"{self.value} ± {self.deviation}"


Provider: TypeAlias = Callable[[str, str, int, Iterable[int]], dict[int, Standing]]
"""(table id, game, number of seats, user ids) → standings of those who have one."""


def _nobody(table_id: str, game: str, seats: int, user_ids: Iterable[int]) -> dict[int, Standing]:
    return {}


_provider: list[Provider] = [_nobody]


def provide(provider: Provider) -> None:
    _provider[:] = [provider]


def of(table_id: str, game: str, seats: int, user_ids: Iterable[int]) -> dict[int, Standing]:
    return _provider[0](table_id, game, seats, user_ids)
