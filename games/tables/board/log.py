"""The log in words for one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games import registry
from games.screens.contract import AnyScreen, as_they_are
from games.screens.values import Turn
from games.tables.board import log_pages
from games.tables.board.log_pages import Page
from games.tables.models import Status
from games.tables.state.snapshot import Snapshot
from games.tables.state.turns import Run, cut


def turns(snapshot: Snapshot, screen: AnyScreen) -> tuple[Run, ...]:
    """Return the log cut into turns, as the game defines them."""
    return cut(snapshot.runs, screen.cut) if screen.cut else snapshot.runs


def told(snapshot: Snapshot) -> tuple[Run, ...]:
    """Return the same, once for each version."""
    return snapshot.once("turns", lambda: turns(snapshot, registry.screen(snapshot.game)))


def recalled(screen: AnyScreen, told: Sequence[Run], count: int | None = None) -> list[Run]:
    """Return the newest `count` of these turns, by default all, the oldest first, each with the
    public facts that its codes only point at."""
    first = 0 if count is None else max(0, len(told) - count)
    if screen.recall is as_they_are:
        return list(told[first:])
    return [
        run if run.seat is None else _with(run, screen.recall(run.codes, _before(told, number)))
        for number, run in enumerate(told[first:], first)
    ]


def _with(run: Run, codes: Sequence[str]) -> Run:
    return run if codes == run.codes else replace(run, codes=tuple(codes))


def _before(told: Sequence[Run], number: int) -> Iterator[tuple[str, ...]]:
    """Yield the codes of the turns before this one since the deal, the newest first."""
    for at in range(number - 1, -1, -1):
        if told[at].seat is None:
            return
        yield told[at].codes


def newest(snapshot: Snapshot, viewer: int | None, count: int, told: Sequence[Run]) -> list[Turn]:
    """Return the newest of these turns as this viewer is shown them, the newest first. All but one
    were there before."""
    screen, names, first = registry.screen(snapshot.game), snapshot.names, len(told) - count

    def made(run: Run) -> Turn:
        return shown(names, viewer, next(iter(recalled(screen, told[: at[id(run)] + 1], 1))))

    newest = told[max(0, first) :]
    at = {id(run): number for number, run in enumerate(newest, max(0, first))}
    return snapshot.each(("turns", viewer, names), newest, made)[::-1]


def shown(names: Sequence[str], viewer: int | None, run: Run) -> Turn:
    """Return a turn with the values that this viewer is shown. `names` are the players' names by
    seat."""
    seat = run.seat
    name, you = ("", False) if seat is None else (names[seat], seat == viewer)
    return Turn(run.number, seat, name, you, run.codes, run.plies[-1], run.times[-1])


def in_words(
    snapshot: Snapshot, user_id: int | None, told: Sequence[Run], earlier: Sequence[Run] = ()
) -> list[tuple[Turn, str]]:
    """Return these turns, each with the sentence that describes it; "" for a deal. `earlier` are
    the turns before them, which their codes may point at."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    names = snapshot.names
    turns = [shown(names, seat, run) for run in recalled(screen, (*earlier, *told), len(told))]
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
    ended, screen = snapshot.status == Status.ENDED, registry.screen(snapshot.game)
    found = log_pages.page(snapshot.id, snapshot.ply, ended, number, screen.cut)
    if found is None:
        return None
    first = found.runs[0].plies[0] if found.runs else 0
    earlier = [run for run in turns(snapshot, screen) if run.plies[-1] < first]
    return found, in_words(snapshot, user_id, found.runs, earlier)
