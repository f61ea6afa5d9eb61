"""A board without a table: a prepared position, as one seat sees it, for lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from games.epoch import EPOCH
from games.kernel import clock
from games.kernel.protocol import Seat, Setup
from games.kernel.replay import Entry, Position
from games.kernel.seats import NOBODY
from games.registry import engines
from games.tables.board import render
from games.tables.models import Order, Status
from games.tables.state import turns
from games.tables.state.player import Player
from games.tables.state.snapshot import Logged, Snapshot

NOBODY_HERE: Final = 0  # the id of a user that no user has


@dataclass(frozen=True, slots=True)
class Practice:
    """A prepared position: the game, its setup, all entries that led to it, the seat that learns,
    and the names of the others by their seats in order."""

    game: str
    setup: Setup
    entries: tuple[Entry, ...]
    position: Position = field(repr=False)
    seat: Seat
    rivals: tuple[str, ...]


def board(practice: Practice, frame: str, values: Mapping[str, Any]) -> str:
    """Return the board of a prepared position, in a template that stands around it (`frame`) and
    gets these values besides."""
    return render.practice(_snapshot(practice), practice.seat, frame, values)


def _snapshot(practice: Practice) -> Snapshot:
    """Return the position as that of a table which nobody has opened."""
    log = tuple(Logged(entry, EPOCH, hash="") for entry in practice.entries)
    return Snapshot(
        id="lesson",
        game=practice.game,
        ruleset=practice.setup.ruleset,
        options=dict(practice.setup.options),
        seat_count=practice.setup.seats,
        order=Order.SEATS,
        time_control=clock.UNTIMED.name,
        rated=False,
        private=True,
        status=Status.RUNNING,
        version=len(log),
        ply=len(log),
        to_act=engines()[practice.game].to_act(practice.position.state) or NOBODY,
        ended_by="",
        creator_id=NOBODY_HERE,
        commitment="",
        started_at=EPOCH,
        ended_at=None,
        players=tuple(_player(practice, seat) for seat in range(practice.setup.seats)),
        log=log,
        position=practice.position,
        runs=turns.of((entry, EPOCH) for entry in practice.entries),
    )


def _player(practice: Practice, seat: Seat) -> Player:
    """Return who sits there: the reader, or somebody with a name and nothing else."""
    others = [other for other in range(practice.setup.seats) if other != practice.seat]
    name = _("You") if seat == practice.seat else practice.rivals[others.index(seat)]
    return Player(seat, NOBODY_HERE if seat == practice.seat else -1, name, False, "", None, None)
