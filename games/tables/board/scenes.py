"""The end of the deal before, which a board shows until its reader goes on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, takewhile

from games.kernel.protocol import Seat
from games.screens.contract import AnyScreen
from games.screens.values import Scene
from games.tables.board.past import past
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot
from games.tables.state.turns import Run

SECONDS = 12  # in a live game; in others the reader goes on
LONG_AGO = 40  # turns since a deal: a board does not look further back, however long the log is


def scene(snapshot: Snapshot, screen: AnyScreen, viewer: Seat | None) -> Scene | None:
    """Return the end of the deal before the newest one, as this viewer saw it. None if the game
    shows none, before the second deal, once the viewer has acted since, and for spectators once
    everybody has acted twice."""
    found = new_deal(snapshot.runs) if screen.scene and snapshot.status == Status.RUNNING else None
    if found is None:
        return None
    ply, acted = found
    if viewer in acted or (viewer is None and len(acted) >= 2 * snapshot.seat_count):
        return None
    position = past(snapshot, ply, None).position
    assert position is not None
    view = snapshot.engine.view(position.state, viewer)
    return Scene(
        ply=ply,
        view=view,
        screen=screen.layout(view, (), viewer),
        seconds=SECONDS if snapshot.control.kind == "live" else 0,
        hurries=bool(snapshot.bots_to_act) and viewer in snapshot.people,
    )


def new_deal(runs: Sequence[Run]) -> tuple[int, Collection[Seat]] | None:
    """Return the ply of the newest deal, and the seat of each turn since; None if that is the first
    deal, or LONG_AGO. Deals in a row are one."""
    back = reversed(runs)
    since: list[Seat] = []
    for run in back:
        if run.seat is None:
            first = list(takewhile(lambda run: run.seat is None, chain((run,), back)))[-1]
            return (first.plies[0], since) if first.number else None
        if len(since) == LONG_AGO:
            break
        since.append(run.seat)
    return None
