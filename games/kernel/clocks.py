"""The clocks of a game, entry by entry.

What an entry has added to the clocks is taken away when the entry is taken back: the clocks stand
as before the turn, less what was used. The turn that comes again gets its increment once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.kernel import clock
from games.kernel.clock import ALWAYS, Awake, Budgets, TimeControl
from games.kernel.protocol import Seat


@dataclass(slots=True)
class Clocks:
    """The budgets of a game, and what each entry that stands has added to them, the newest last.

    `keeps`: by the earlier rule a take-back leaves the increment of the turn that it undoes.
    """

    control: TimeControl
    left: Budgets
    keeps: bool = False
    added: list[Budgets] = field(default_factory=list)

    def begin_anew(self, control: TimeControl) -> None:
        """Give every seat the first budget of another control. What was added before is gone."""
        self.control, self.left = control, clock.begin(control, len(self.left))
        self.added = [(0,) * len(self.left)] * len(self.added)

    def run(self, ticking: Iterable[Seat], since: int, until: int, awake: Awake = ALWAYS) -> None:
        """Let the clocks of these seats run between two moments."""
        self.left = clock.spend(self.control, self.left, ticking, since, until, awake)

    def enter(self, passed: Iterable[Seat]) -> None:
        """Add an entry, with which the turns of these seats have passed."""
        before, self.left = self.left, clock.add(self.control, self.left, passed)
        self.added.append(clock.less(self.left, before))

    def take_back(self) -> None:
        """Take the newest entry that stands back."""
        gained = self.added.pop()
        if not self.keeps:
            self.left = clock.less(self.left, gained)
