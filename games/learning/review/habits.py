"""A player's habits over several reviewed games: the mean loss of a decision by phase, kind,
opponent and month. Numbers, no words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.bots.evaluation import Judged, Stage

PHASES = ("first", "middle", "last")
"""The thirds of a game."""
ENOUGH = 12
"""The decisions needed for a meaningful mean."""
SHOWN = 3
MONTHS = 6


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A player's reviewed game: the table, its end, the opponents' strength ("" for people, a level
    for bots), and its stages."""

    table: str
    at: datetime
    seat: int
    against: str
    stages: Sequence[Stage]


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean loss of a group of decisions, and their number."""

    name: str
    count: int
    loss: float


@dataclass(frozen=True, slots=True)
class Habits:
    """A player's habits in one title; `games` are newest first."""

    whole: Mean
    phases: tuple[Mean, ...]
    kinds: tuple[Mean, ...]
    opponents: tuple[Mean, ...]
    months: tuple[Mean, ...]
    """The newest months first, named "2026-11"."""
    games: tuple[tuple[Reviewed, Mean], ...]

    @property
    def weakest(self) -> Mean | None:
        """Return the phase or kind with the highest mean loss; None with too few decisions, or if
        none exceeds the overall mean."""
        known = [one for one in (*self.phases, *self.kinds) if one.count >= ENOUGH]
        found = max(known, key=lambda one: one.loss, default=None)
        return found if found and found.loss > max(self.whole.loss, 0.0) else None

    def showing(self, weak: Mean) -> list[str]:
        """Return the tables with the highest losses in a phase or kind."""
        losses = [(self._lost(game, weak.name), game.table) for game, _ in self.games]
        return [table for lost, table in sorted(losses, reverse=True)[:SHOWN] if lost > 0]

    def _lost(self, game: Reviewed, name: str) -> float:
        return sum(
            one.loss for phase, one in decisions(game) if name in (phase, one.played.split(" ")[0])
        )


def decisions(game: Reviewed) -> Iterable[tuple[str, Judged]]:
    """Yield the player's decisions, each with its phase."""
    count = max(1, len(game.stages))
    for number, stage in enumerate(game.stages):
        phase = PHASES[min(2, 3 * number // count)]
        for one in stage.judged:
            if one.seat == game.seat:
                yield phase, one


def of(games: Sequence[Reviewed]) -> Habits:
    """Return the habits in some games of one title, newest first."""
    phases, kinds, opponents, months = [defaultdict[str, list[float]](list) for _ in range(4)]
    each: list[tuple[Reviewed, Mean]] = []
    for game in games:
        losses = []
        for phase, one in decisions(game):
            losses.append(one.loss)
            phases[phase].append(one.loss)
            kinds[one.played.split(" ")[0]].append(one.loss)
            opponents[game.against].append(one.loss)
            months[f"{game.at:%Y-%m}"].append(one.loss)
        each.append((game, mean(game.table, losses)))
    every = [loss for losses in phases.values() for loss in losses]
    return Habits(
        whole=mean("", every),
        phases=tuple(mean(name, phases[name]) for name in PHASES if name in phases),
        kinds=tuple(mean(name, losses) for name, losses in sorted(kinds.items())),
        opponents=tuple(mean(name, losses) for name, losses in sorted(opponents.items())),
        months=tuple(
            mean(name, losses) for name, losses in sorted(months.items(), reverse=True)[:MONTHS]
        ),
        games=tuple(each),
    )


def mean(name: str, losses: Sequence[float]) -> Mean:
    """Return the mean of losses. By chance it may be below 0, as measured losses may."""
    return Mean(name, len(losses), max(0.0, sum(losses) / len(losses)) if losses else 0.0)
