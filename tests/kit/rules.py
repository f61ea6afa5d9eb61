"""A table of an engine without a site: `table.plays("ann play R7", "ben pass")`. The module `table`
of each game deals its own."""

from __future__ import annotations

from typing import ClassVar, Generic

from games.kernel import replay
from games.kernel.protocol import A, Engine, Outcome, S, V


class RulesTable(Generic[S, A, V]):
    """A table at which those of `seats` sit; Cal watches."""

    engine: ClassVar[Engine[S, A, V]]
    seats: ClassVar[dict[str, int | None]]
    state: S

    def seat(self, name: str) -> int:
        """Return the seat of a player."""
        seat = self.seats[name]
        assert seat is not None
        return seat

    def plays(self, *lines: str) -> None:
        for line in lines:
            name, code = line.split(" ", 1)
            self.state = replay.play(self.engine, self.state, self.seat(name), code)

    def codes(self, name: str, verb: str = "") -> list[str]:
        """Return the legal codes that begin with `verb`."""
        legal = replay.codes(self.engine, self.state, self.seat(name))
        return [code for code in legal if code.startswith(verb)]

    def sees(self, name: str) -> V:
        return self.engine.view(self.state, self.seats[name])

    @property
    def outcome(self) -> Outcome | None:
        return self.engine.outcome(self.state)
