"""A log by runs: the actions that each seat took in a row, and the deals between them. A snapshot
extends its runs with its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.kernel.protocol import UNDO
from games.kernel.replay import Entry


@dataclass(frozen=True, slots=True)
class Run:
    """The codes of one seat in a row without those taken back, each with its ply and moment; or a
    deal, with `seat` None.

    `number` counts the runs of seats: a deal has the number of the run before it.
    """

    number: int
    seat: int | None
    codes: tuple[str, ...]
    plies: tuple[int, ...]
    times: tuple[datetime, ...]


Cut = Callable[[Sequence[str]], Sequence[Sequence[str]]]
"""A function that cuts the codes of a run into turns."""


def of(entries: Iterable[tuple[Entry, datetime]], first: int = 0) -> tuple[Run, ...]:
    """Return the runs of these entries, the first of which has the ply `first`."""
    runs: list[Run] = []
    for ply, (entry, at) in enumerate(entries, first):
        grow(runs, ply, entry, at)
    return tuple(runs)


def grow(runs: list[Run], ply: int, entry: Entry, at: datetime) -> None:
    """Add one more log entry to the list in place. Only the last run is read, so the cost does not
    grow with the log."""
    runs[-1:] = after(tuple(runs[-1:]), ply, entry, at)


def after(runs: tuple[Run, ...], ply: int, entry: Entry, at: datetime) -> tuple[Run, ...]:
    """Return the runs after one more log entry."""
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


def whole(codes: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return a run as one turn, as it is in most games."""
    return [codes]


def cut(runs: Iterable[Run], turns: Cut, before: int = 0) -> tuple[Run, ...]:
    """Return the runs cut into turns and numbered anew; `before` is the number of turns in front. A
    seat has several turns in a run if it plays alone or all others have finished."""
    found: list[Run] = []
    number = before
    for run in runs:
        at, parts = 0, turns(run.codes) if run.seat is not None else [run.codes]
        if len(parts) == 1 and run.number == number + (run.seat is not None):
            number = run.number
            found.append(run)  # itself, so that what was made of it is found again
            continue
        for codes in parts:
            number, to = number + (run.seat is not None), at + len(codes)
            found.append(Run(number, run.seat, tuple(codes), run.plies[at:to], run.times[at:to]))
            at = to
    return tuple(found)
