"""A table as one user may know it, as values instead of a page: the view of the user's seat, and
the user's legal codes in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.utils.html import strip_tags

from games import registry
from games.screens import languages
from games.tables.board import hints
from games.tables.models import Status
from games.tables.state import take_back
from games.tables.state.player import Player
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Facts:
    """The values of a board, for programs. `view` is what the engine's `view` returns, None before
    the cards are dealt; `legal` are codes with their words; `budgets` are milliseconds by seat, as
    they stood at the newest entry. All of it, `table` too, is of one version: that of the snapshot,
    which may be newer than the one that was asked for."""

    table: PublicTable
    seat: int | None
    to_act: tuple[int, ...]
    view: Any
    legal: tuple[tuple[str, str], ...]
    may_undo: bool
    hint: hints.Hint | None
    options: Mapping[str, str]
    budgets: tuple[int, ...]
    players: Mapping[int, tuple[str, str]]
    """By seat "account", "guest" or "bot" (of the house, or the account of one), and the level of
    the house's bot that acts for the seat."""
    receipt: str


def of(snapshot: Snapshot, user_id: int | None) -> Facts:
    """Return what a user may know of a table."""
    seat = snapshot.seated(user_id)
    running = snapshot.status == Status.RUNNING
    state = snapshot.position.state if snapshot.position else None
    plays = state is not None and running and seat is not None and not snapshot.players[seat].gone
    view = None if state is None else snapshot.view(seat)
    legal = _legal(snapshot, state, seat) if plays and seat is not None else ()
    return Facts(
        snapshot.public,
        seat,
        tuple(sorted(snapshot.to_act)) if running else (),
        view,
        legal,
        plays and seat is not None and take_back.may_undo(snapshot, seat, glance=True),
        _hint(snapshot, seat, view, len(legal)) if plays and seat is not None else None,
        snapshot.options,
        tuple(snapshot.budgets),
        {player.number: (_kind(player), player.level) for player in snapshot.players},
        snapshot.receipt,
    )


def _kind(player: Player) -> str:
    if player.user_id is None or player.program:
        return "bot"
    return "guest" if player.guest else "account"


def _hint(snapshot: Snapshot, seat: int, view: Any, moves: int) -> hints.Hint | None:
    with languages.rendering():
        return hints.of(snapshot, registry.screen(snapshot.game), seat, view, moves)


def _legal(snapshot: Snapshot, state: Any, seat: int) -> tuple[tuple[str, str], ...]:
    engine, say = snapshot.engine, registry.screen(snapshot.game).say
    with languages.rendering():
        codes = [engine.encode(action) for action in engine.legal_actions(state, seat)]
        return tuple((code, unescape(strip_tags(str(say(code))))) for code in codes)
