"""The log in words for one viewer."""

from __future__ import annotations

from collections.abc import Sequence

from games import registry
from games.screens.contract import AnyScreen
from games.screens.values import Turn
from games.tables.board import log_pages
from games.tables.board.log_pages import Page
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot
from games.tables.state.turns import Run, cut


def turns(snapshot: Snapshot, screen: AnyScreen) -> tuple[Run, ...]:
    """Return the log cut into turns, as the game defines them."""
    return cut(snapshot.runs, screen.cut) if screen.cut else snapshot.runs


def shown(names: Sequence[str], viewer: int | None, run: Run) -> Turn:
    """Return a turn with the values that this viewer is shown. `names` are the players' names by
    seat."""
    name = "" if run.seat is None else names[run.seat]
    return Turn(
        run.number,
        run.seat,
        name,
        run.seat is not None and run.seat == viewer,
        run.codes,
        run.plies[-1],
        run.times[-1],
    )


def in_words(
    snapshot: Snapshot, user_id: int | None, told: Sequence[Run]
) -> list[tuple[Turn, str]]:
    """Return these turns, each with the sentence that describes it; "" for a deal."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    names = [player.name for player in snapshot.players]
    turns = [shown(names, seat, run) for run in told]
    return [
        (turn, "" if turn.seat is None else screen.tell(turn.player, turn.you, turn.codes))
        for turn in turns
    ]


def whole(snapshot: Snapshot, user_id: int | None) -> list[tuple[Turn, str]]:
    """Return every turn with its sentence."""
    return in_words(snapshot, user_id, turns(snapshot, registry.screen(snapshot.game)))


def page(
    snapshot: Snapshot, user_id: int | None, number: int | None
) -> tuple[Page, list[tuple[Turn, str]]] | None:
    """Return a page of the log with its turns in words, by default the newest page; None if there
    is no page of that number."""
    ended = snapshot.status == Status.ENDED
    found = log_pages.page(
        snapshot.id, snapshot.ply, ended, number, registry.screen(snapshot.game).cut
    )
    return None if found is None else (found, in_words(snapshot, user_id, found.runs))
