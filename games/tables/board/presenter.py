"""The only way from a position to a page: the first page, the answer to a move, the push to a
socket, a past moment.

Callers pass a `PublicTable`; its snapshot stays in this module.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise

from games import registry
from games.screens import languages
from games.screens.regions import Board
from games.screens.share_card import Facts, Poster
from games.screens.values import Turn
from games.tables.board import facts as board_facts
from games.tables.board import log as turns_in_words
from games.tables.board import picture, practice, render
from games.tables.board import plans as plan_lists
from games.tables.board.cache import Boards
from games.tables.board.log_pages import Page
from games.tables.board.practice import Practice
from games.tables.errors import NoSuchTable, NotPossible
from games.tables.models import Status
from games.tables.state import circles, requirements, snapshot_cache
from games.tables.state.between_turns import Line
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

NOTHING = -1  # the version of a page that has no board
# Empty places that have been looked after.
PLAIN = {part: place.replace(" data-fetch", "") for part, place in plan_lists.PLACES.items()}


class News(NamedTuple):
    """The board of this version for a page, or the regions that differ from those of the version
    `base`, which the page has; None for a whole board. A page that has this version needs none."""

    version: int
    html: str
    base: int | None


_boards = Boards()


def board(
    table: PublicTable,
    user_id: int | None,
    *,
    alert: str | Promise | None = None,
    now: datetime | None = None,
) -> str:
    """Return the board of a table, at this version or a newer one, as this user may see it. Raises
    NoSuchTable.

    Its clocks stand as at the newest entry, and clock.js counts on. Readers without clock.js get
    running clocks as at `now`.
    """
    snapshot = _whole(table)
    if alert is not None or (now is not None and _passes(snapshot)):
        return render.board(snapshot, user_id, alert=alert, now=now)
    _board(snapshot, user_id)  # the page will be told what changes from it
    return render.board(snapshot, user_id)


def answer(table: PublicTable, user_id: int | None, base: int) -> str:
    """Return the regions of a board that differ from those of this version, which the reader's page
    has; or else the board. Raises NoSuchTable."""
    snapshot = _whole(table)
    return _news(snapshot, user_id, base if base < snapshot.version else NOTHING).html


def _board(snapshot: Snapshot, user_id: int | None, key: Hashable = None) -> Board | None:
    """Return a board by its regions; None before the start."""
    key = key or _key(snapshot, user_id)
    board = _boards.get(key, snapshot.players)
    if board is None and (board := render.by_regions(snapshot, user_id)) is not None:
        _boards.put(key, snapshot.players, board)
    return board


def _passes(snapshot: Snapshot) -> bool:
    """Tell whether a board becomes stale without a change of the table: clocks run, or a guest who
    may not sit makes an account."""
    if snapshot.status == Status.RUNNING:
        return snapshot.flag_at is not None
    if snapshot.sealed_until is not None:  # what the end shows opens by itself
        return True
    return snapshot.rated and snapshot.status == Status.OPEN


def _key(snapshot: Snapshot, user_id: int | None, version: int | None = None) -> Hashable:
    """Return the key of a board, by default of this version."""
    at = snapshot.version if version is None else version
    return (snapshot.id, at, snapshot.seated(user_id), languages.current())


def ready(table_id: str, user_id: int | None, version: int, base: int = NOTHING) -> News | None:
    """Do as `push` if this process has the board in memory, and return None otherwise. No query, no
    rendering."""
    snapshot = snapshot_cache.remembered(table_id, version)
    if (
        snapshot is None
        or (_asks_who_looks(snapshot) and snapshot.player(user_id) is None)
        or _is_hidden(snapshot, user_id)
        or _boards.get(_key(snapshot, user_id), snapshot.players) is None
    ):
        return None
    return _news(snapshot, user_id, base)


def _asks_who_looks(snapshot: Snapshot) -> bool:
    """Tell whether the database has to say which watchers see the table."""
    return snapshot.private and requirements.of_members(snapshot.asks)


def push(table_id: str, user_id: int | None, version: int, base: int = NOTHING) -> News:
    """Return a table at this version or a newer one, for a page that has the board of version
    `base`. Raises NoSuchTable."""
    return _news(_seen(snapshot_cache.load(table_id, version), user_id), user_id, base)


def _news(snapshot: Snapshot, user_id: int | None, base: int) -> News:
    key = _key(snapshot, user_id)
    after = _board(snapshot, user_id, key)
    if base >= snapshot.version:
        return News(snapshot.version, "", base)
    if base == snapshot.version - 1:  # as nearly all pages; others are not worth keeping
        what = ("changed", key)
        html = snapshot.once(what, lambda: _compared(snapshot, user_id, base, after))
    else:
        html = _compared(snapshot, user_id, base, after)
    if html is None:
        return News(snapshot.version, render.board(snapshot, user_id), None)
    return News(snapshot.version, html, base)


def _compared(
    snapshot: Snapshot, user_id: int | None, base: int, after: Board | None
) -> str | None:
    """Return the regions that differ from those of the board of this version, None if that board is
    not kept."""
    before = _boards.get(_key(snapshot, user_id, base), snapshot.players)
    return None if before is None or after is None else render.changed(before, after, base)


def newest(table_id: str) -> int:
    """Return the version of a table that this process has in memory, without a query; NOTHING if
    it has none."""
    snapshot = snapshot_cache.remembered(table_id, 0)
    return NOTHING if snapshot is None else snapshot.version


def look(table_id: str, user_id: int | None = None) -> PublicTable:
    """Return the table as it stands. Raises NoSuchTable, also for a sealed table of others: whoever
    does not say which user asks, asks for a stranger."""
    return _seen(snapshot_cache.load(table_id), user_id).public


def glance(table_id: str, user_id: int | None = None) -> PublicTable:
    """Do as `look` without fetching the log. This is enough for a page of the log, a past moment
    and all public values. Raises NoSuchTable."""
    return _seen(snapshot_cache.glance(table_id), user_id).public


def composed(table_id: str, user_id: int | None, ply: int, cards: Sequence[str]) -> str:
    """Return the code for a form that sends cards and no code; "" if the game makes none.

    Raises NotPossible with the game's reason if the cards cannot be played at this ply. The service
    checks everything else, and whether the code is legal.
    """
    snapshot = _seen(snapshot_cache.load(table_id), user_id)
    seat, compose = snapshot.seated(user_id), registry.screen(snapshot.game).compose
    if compose is None or seat is None or snapshot.position is None:
        return ""
    engine, state = snapshot.engine, snapshot.position.state
    code, why_not = compose(engine.view(state, seat), cards)
    if why_not and ply == snapshot.ply and seat in engine.to_act(state):
        raise NotPossible(why_not)
    return code


def with_plans(board: str, table: PublicTable, user_id: int | None) -> str:
    """Return a board, or regions of it, with the lines that this user has left for the next turn in
    their places."""
    if not any(place in board for place in plan_lists.PLACES.values()):
        return board
    snapshot = _whole(table)
    panel = plan_lists.panel(snapshot, user_id)
    for part, place in plan_lists.PLACES.items():
        if panel is not None and place in board:
            board = board.replace(place, render.plans(snapshot, panel, part) or PLAIN[part])
    return board


def plans(table: PublicTable, user_id: int | None) -> str:
    """Return what belongs in the places of this user's board; empty places for everybody else."""
    return with_plans("".join(plan_lists.PLACES.values()), table, user_id)


def lens(table: PublicTable, user_id: int | None, cards: Sequence[str]) -> str:
    """Return what each place would become with these cards of the reader's; "" where there is
    nothing to say."""
    return render.lens(_whole(table), user_id, cards)


def plan_lines(table_id: str, user_id: int | None, fields: Mapping[str, str]) -> list[Line]:
    """Return the lines that a form has sent. Raises NoSuchTable."""
    return plan_lists.lines(_seen(snapshot_cache.load(table_id), user_id), user_id, fields)


def awaits_hint(table: PublicTable, user_id: int | None) -> bool:
    """Tell whether a hint is looked for that this user has asked for."""
    snapshot = _bare(table)
    player = snapshot.player(user_id)
    return player is not None and player.hint_ply == snapshot.ply and not player.hint_code


def receipt(table: PublicTable, ply: int) -> str:
    """Return the hash of the entry at this ply; "" if there is none."""
    log = _whole(table).log
    return log[ply].hash if 0 <= ply < len(log) else ""


def facts(table: PublicTable, user_id: int | None) -> board_facts.Facts:
    """Return what this user may know of a table, as values for programs. Raises NoSuchTable."""
    return board_facts.of(_whole(table), user_id)


def log(table: PublicTable, user_id: int | None) -> list[tuple[Turn, str]]:
    """Return every turn with the sentence that describes it to this user."""
    return turns_in_words.whole(_whole(table), user_id)


def log_page(
    table: PublicTable, user_id: int | None, number: int | None
) -> tuple[Page, list[tuple[Turn, str]]] | None:
    """Return a page of the log with its turns in words, by default the newest page; None if there
    is no page of that number."""
    return turns_in_words.page(_bare(table), user_id, number)


def moment(table: PublicTable, user_id: int | None, query: Mapping[str, str]) -> str:
    """Return one moment of the log as HTML, as `query` asks for it and this user may see it. Raises
    NoSuchMoment."""
    return render.moment(_bare(table), user_id, query)


def lesson(position: Practice, frame: str, values: Mapping[str, object]) -> str:
    """Return the board of a prepared position without a table, for one who learns: in a frame of
    the lesson's, which gets these values besides."""
    return practice.board(position, frame, values)


def result(table: PublicTable) -> Facts | None:
    """Return the public facts of a result; None without a result."""
    return picture.result(_bare(table))


def invitation(table: PublicTable) -> Poster | None:
    """Return the facts of the picture of a table that waits for players; None for any other."""
    return picture.invitation(_bare(table))


def card(table: PublicTable) -> Facts | None:
    """Return the facts of the picture of an ended game; None without a result."""
    return picture.card(_bare(table))


def _whole(table: PublicTable) -> Snapshot:
    return _found(snapshot_cache.load(table.id, table.version))


def _bare(table: PublicTable) -> Snapshot:
    return _found(snapshot_cache.glanced(table.id, table.version))


def _found(snapshot: Snapshot | None) -> Snapshot:
    if snapshot is None:
        raise NoSuchTable
    return snapshot


def _seen(snapshot: Snapshot | None, user_id: int | None) -> Snapshot:
    """Return the snapshot if this user may see the table at all. Raises NoSuchTable."""
    found = _found(snapshot)
    if _is_hidden(found, user_id):
        raise NoSuchTable
    return found


def _is_hidden(snapshot: Snapshot, user_id: int | None) -> bool:
    """Tell whether the table does not exist for this user: others play the same cards, or a private
    club plays among itself."""
    if snapshot.player(user_id) is not None:
        return False
    sealed = snapshot.sealed_until is not None and timezone.now() < snapshot.sealed_until
    return sealed or circles.is_hidden(snapshot.id, snapshot.asks, snapshot.private, user_id)
