"""A log by runs: what each seat did in a row, and the deals between. A snapshot grows it with its
log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.kernel.protocol import UNDO
from games.kernel.replay import Entry


@dataclass(frozen=True, slots=True)
class Run:
    """A seat's codes in a row without those taken back, each with its ply and moment; or a deal
    (`seat` None), never told.

    `number` counts the runs of seats: a deal has the number of the run before it.
    """

    number: int
    seat: int | None
    codes: tuple[str, ...]
    plies: tuple[int, ...]
    times: tuple[datetime, ...]


Cut = Callable[[Sequence[str]], Sequence[Sequence[str]]]
"""What a seat did in a row, by turns."""


def of(entries: Iterable[tuple[Entry, datetime]], first: int = 0) -> tuple[Run, ...]:
    """Return the runs of entries, the first of which stands at this ply of the log."""
    runs: list[Run] = []
    for ply, (entry, at) in enumerate(entries, first):
        grow(runs, ply, entry, at)
    return tuple(runs)


def grow(runs: list[Run], ply: int, entry: Entry, at: datetime) -> None:
    """Add one more entry of the log in place: only the last run is looked at, so a long log takes
    no longer for each."""
    runs[-1:] = after(tuple(runs[-1:]), ply, entry, at)


def after(runs: tuple[Run, ...], ply: int, entry: Entry, at: datetime) -> tuple[Run, ...]:
    """The runs after one more entry of the log."""
    last = runs[-1] if runs else None
    if last is not None and entry.code == UNDO:
        rest = last.codes[:-1]
        return (
            (*runs[:-1], replace(last, codes=rest, plies=last.plies[:-1], times=last.times[:-1]))
            if rest
            else runs[:-1]
        )
    if entry.seat is None:
        return (*runs, Run(last.number if last else 0, None, ("deal",), (ply,), (at,)))
    if last is not None and last.seat == entry.seat:
        joined = Run(
            last.number, last.seat, (*last.codes, entry.code), (*last.plies, ply), (*last.times, at)
        )
        return (*runs[:-1], joined)
    return (*runs, Run(last.number + 1 if last else 1, entry.seat, (entry.code,), (ply,), (at,)))


def acted(runs: Iterable[Run]) -> set[int]:
    """The seats that have done something."""
    return {run.seat for run in runs if run.seat is not None}


def whole(codes: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return a run as the one turn that it is in most games."""
    return [codes]


def cut(runs: Iterable[Run], turns: Cut, before: int = 0) -> tuple[Run, ...]:
    """Each run as the turns in it, numbered anew: who plays alone, or whose others have finished,
    has many in a row. `before` are the turns in front."""
    found: list[Run] = []
    number = before
    for run in runs:
        at = 0
        for codes in turns(run.codes) if run.seat is not None else [run.codes]:
            number, to = number + (run.seat is not None), at + len(codes)
            found.append(Run(number, run.seat, tuple(codes), run.plies[at:to], run.times[at:to]))
            at = to
    return tuple(found)
