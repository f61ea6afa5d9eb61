"""How good a player is, as somebody else knows it: tables show ratings and do not know them.

Who rates provides one function when the site starts; without one nobody has a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from games.screens.counted import Counted


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, rounded: `value` ± `deviation` before this table counted, `after` it (None: it has
    not counted yet)."""

    value: int
    deviation: int
    provisional: bool
    after: int | None = None
    counted: Counted | None = None
    """For how much of a game, if this one counted."""

    @property
    def text(self) -> str:
        """As it is shown everywhere."""
        return f"{self.value} ± {self.deviation}"


Standings: TypeAlias = dict[int | str, Standing]
"""By user id, and of bots by level: those who have one."""
Provider: TypeAlias = Callable[[str, str, int, Iterable[int], Collection[str]], Standings]
"""Asked with table id, game, number of seats, user ids, and the levels of the bots there."""


def _nobody(
    table_id: str, game: str, seats: int, user_ids: Iterable[int], bots: Collection[str]
) -> Standings:
    return {}


_provider: list[Provider] = [_nobody]


def provide(provider: Provider) -> None:
    _provider[:] = [provider]


def of(
    table_id: str, game: str, seats: int, user_ids: Iterable[int], bots: Collection[str] = ()
) -> Standings:
    return _provider[0](table_id, game, seats, user_ids, bots)
