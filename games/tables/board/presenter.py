"""The only path from a position to a screen: first page, answer to a move, push, replay.

Others ask with a `PublicTable`; the snapshots behind it stay here.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime

from django.utils.functional import Promise

from games import registry
from games.screens import languages
from games.screens.share_card import Facts
from games.screens.values import Turn
from games.tables.board import log as turns_in_words
from games.tables.board import picture, render
from games.tables.board.cache import Rendered
from games.tables.board.log_pages import Page
from games.tables.errors import NoSuchTable, NotPossible
from games.tables.models import Status
from games.tables.state import snapshot_cache
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

_rendered = Rendered()


def board(
    table: PublicTable,
    user_id: int | None,
    *,
    alert: str | Promise | None = None,
    now: datetime | None = None,
) -> str:
    """Return the board of a table, at this version or a newer one, as this user may see it.

    Without an alert it is rendered once for each version, viewer and language: its clocks stand as
    at the newest entry, and clock.js counts on. For readers without it, clocks that tick are shown
    as at `now`. Raises NoSuchTable.
    """
    return _board(_whole(table), user_id, alert, now)


def _board(
    snapshot: Snapshot,
    user_id: int | None,
    alert: str | Promise | None = None,
    now: datetime | None = None,
) -> str:
    if alert is not None or (now is not None and _passes(snapshot)):
        return render.board(snapshot, user_id, alert=alert, now=now)
    key = _key(snapshot, user_id)
    # The answer to a move and the ring that it causes ask at the same moment: one of them waits
    # for the other.
    with _rendered.turn(key):
        html = _rendered.get(key, snapshot.players)
        if html is None:
            html = render.board(snapshot, user_id)
            _rendered.put(key, snapshot.players, html)
    return html


def _passes(snapshot: Snapshot) -> bool:
    """Tell whether a board goes stale though nothing happens at the table: clocks tick, and a guest
    who may not sit makes an account."""
    if snapshot.status == Status.RUNNING:
        return snapshot.flag_at is not None
    return snapshot.rated and snapshot.status == Status.OPEN


def _key(snapshot: Snapshot, user_id: int | None) -> Hashable:
    """Return what a rendered board goes by. Before the start the host sees more than the others, so
    there everybody counts as a viewer of their own."""
    waits = snapshot.status == Status.OPEN
    viewer = ("user", user_id) if waits else snapshot.seated(user_id)
    return (snapshot.id, snapshot.version, viewer, languages.current())


def ready(table_id: str, user_id: int | None, version: int) -> tuple[int, str] | None:
    """Return version and board if this process has rendered it already: no query, no rendering."""
    snapshot = snapshot_cache.remembered(table_id, version)
    if snapshot is None:
        return None
    html = _rendered.get(_key(snapshot, user_id), snapshot.players)
    return (snapshot.version, html) if html is not None else None


def push(table_id: str, user_id: int | None, version: int) -> tuple[int, str]:
    """Return version and board of a table that is at this version or a newer one; raises
    NoSuchTable."""
    snapshot = _found(snapshot_cache.load(table_id, version))
    return snapshot.version, _board(snapshot, user_id)


def look(table_id: str) -> PublicTable:
    """Return the table as it stands; raises NoSuchTable."""
    return _found(snapshot_cache.load(table_id)).public


def glance(table_id: str) -> PublicTable:
    """Return the table as it stands without fetching its log: enough for a page of the log, a past
    moment and everything public. Raises NoSuchTable."""
    return _found(snapshot_cache.glance(table_id)).public


def composed(table_id: str, user_id: int | None, ply: int, cards: Sequence[str]) -> str:
    """Return the code that a form means which sends cards and no code.

    Raises NotPossible with the game's reason if they cannot be played at this ply. What else may
    be wrong, and whether the code is legal, is the service's to say.
    """
    snapshot = _found(snapshot_cache.load(table_id))
    seat, compose = snapshot.seated(user_id), registry.screen(snapshot.game).compose
    if compose is None or seat is None or snapshot.position is None:
        return ""
    engine, state = snapshot.engine, snapshot.position.state
    code, why_not = compose(engine.view(state, seat), cards)
    if why_not and ply == snapshot.ply and seat in engine.to_act(state):
        raise NotPossible(why_not)
    return code


def log(table: PublicTable, user_id: int | None) -> list[tuple[Turn, str]]:
    """Return every turn with the sentence that tells it to this user."""
    return turns_in_words.whole(_whole(table), user_id)


def log_page(
    table: PublicTable, user_id: int | None, number: int | None
) -> tuple[Page, list[tuple[Turn, str]]] | None:
    """Return a page of the log, by default the newest, with its turns in words; None if there is
    none of that number."""
    return turns_in_words.page(_bare(table), user_id, number)


def moment(table: PublicTable, user_id: int | None, query: Mapping[str, str]) -> str:
    """Return one moment of the log, as `query` asks for it and this user may see it; raises
    NoSuchMoment."""
    return render.moment(_bare(table), user_id, query)


def result(table: PublicTable) -> Facts | None:
    """Return what everybody may know of how a game has ended; None without a result."""
    return picture.result(_bare(table))


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
