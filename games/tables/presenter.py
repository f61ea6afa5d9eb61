"""The only path from a position to a screen: first page, answer to a move, push, replay."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module, util
from threading import Lock
from types import ModuleType
from typing import Any

from django.template import engines as template_engines
from django.utils.functional import Promise

from games.tables import invite, languages, positions
from games.tables.errors import NoSuchTable
from games.tables.models import NO_NONCE, Status
from games.tables.positions import Player, Snapshot
from games.tables.runs import Run
from games.tables.terms import Terms

TURNS = 12  # of the log on the board; the whole log has a page of its own
KEPT = 2000  # rendered boards that stay in memory


@dataclass(frozen=True, slots=True)
class Shown:
    """A player as the board shows one."""

    number: int
    name: str
    guest: bool
    you: bool
    to_act: bool
    score: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """A legal code, and the id of its button."""

    code: str
    verb: str
    rest: str
    id: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did in a row, or a deal (seat None): the codes that count, taken-back ones left out."""

    number: int
    seat: int | None
    player: str
    you: bool
    codes: tuple[str, ...]
    ply: int
    at: datetime


def board(snapshot: Snapshot, user_id: int | None, *, alert: str | Promise | None = None) -> str:
    """The board of a table as this user may see it. Without an alert it is rendered once for each version and viewer."""
    viewer = snapshot.seated(user_id)
    key = _key(snapshot, user_id)
    if alert is not None:
        return _render(snapshot, viewer, user_id, alert)
    # The answer to a move and the ring that it causes ask at the same moment: one of them waits for the other.
    with _rendered.turn(key):
        html = _rendered.get(key, snapshot)
        if html is None:
            html = _render(snapshot, viewer, user_id, None)
            _rendered.put(key, snapshot, html)
    return html


def _key(snapshot: Snapshot, user_id: int | None) -> tuple[Any, ...]:
    """Before the start the host sees more than the others, so there everybody counts as a viewer of their own."""
    return (snapshot.id, snapshot.version, ("user", user_id) if snapshot.status == Status.OPEN else snapshot.seated(user_id))


def ready(table_id: str, user_id: int | None, version: int) -> tuple[int, str] | None:
    """The pushed board if this process has it already; no query, no rendering."""
    snapshot = positions.kept(table_id, version)
    if snapshot is None:
        return None
    html = _rendered.get(_key(snapshot, user_id), snapshot)
    return (snapshot.version, html) if html is not None else None


def push(table_id: str, user_id: int | None, version: int) -> tuple[int, str]:
    """Version and board of a table that is at this version or a newer one; raises NoSuchTable."""
    snapshot = positions.load(table_id, version) or look(table_id)
    return snapshot.version, board(snapshot, user_id)


def look(table_id: str) -> Snapshot:
    """The table as it stands; raises NoSuchTable. What to show of it is `board`'s business."""
    snapshot = positions.load(table_id)
    if snapshot is None:
        raise NoSuchTable
    return snapshot


def log(snapshot: Snapshot, user_id: int | None) -> list[tuple[Turn, str]]:
    """The whole log: each turn and what it says in words."""
    screen = _screen(snapshot.game)
    return [
        (turn, screen.tell(turn.player, turn.you, turn.codes) if screen and turn.seat is not None else "")
        for turn in [_turn(snapshot, snapshot.seated(user_id), run) for run in snapshot.runs]
    ]


def moment(snapshot: Snapshot, user_id: int | None, ply: int) -> str:
    """One moment of an ended table, as this user could have seen it then."""
    past = snapshot.until(ply)
    return _render(past, snapshot.seated(user_id), user_id, None, replaying=True)


def _render(snapshot: Snapshot, viewer: int | None, user_id: int | None, alert: str | Promise | None, *, replaying: bool = False) -> str:
    with languages.rendering():
        return _rendered_now(snapshot, viewer, user_id, alert, replaying)


def _rendered_now(snapshot: Snapshot, viewer: int | None, user_id: int | None, alert: str | Promise | None, replaying: bool) -> str:
    shown = {
        "table": snapshot.header,
        "viewer": viewer,
        "host": user_id is not None and user_id == snapshot.creator_id,
        "alert": alert,
        "replaying": replaying,
    }
    if snapshot.position is None:
        return _html("tables/open.html", shown | _waiting(snapshot, user_id))
    return _html(f"{snapshot.game}/board.html", shown | _playing(snapshot, snapshot.position.state, viewer, replaying))


def _html(name: str, context: dict[str, Any]) -> str:
    return str(_template(name).render(context))


@cache
def _template(name: str) -> Any:
    return template_engines["jinja2"].get_template(name).template  # type: ignore[attr-defined]


def _waiting(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """What is shown of a table at which nothing was dealt."""
    mine, host = snapshot.player(user_id), snapshot.player(snapshot.creator_id)
    return {
        "players": _players(snapshot, mine.number if mine else None, frozenset()),
        "host_number": host.number if host else None,
        "stranger": user_id is None,
        "terms": _terms(snapshot),
        "invite": invite.to(snapshot.id) if snapshot.status == Status.OPEN else None,
        "uncut": mine is not None and mine.nonce == NO_NONCE,
    }


def _playing(snapshot: Snapshot, state: Any, viewer: int | None, replaying: bool) -> dict[str, Any]:
    """What is shown of a game, running or ended: the viewer's view, and what the viewer may do."""
    engine, screen = snapshot.engine, _screen(snapshot.game)
    running = snapshot.status == Status.RUNNING
    seat = viewer if running and not replaying else None
    to_act = engine.to_act(state) if running else frozenset()
    moves = _moves([engine.encode(action) for action in engine.legal_actions(state, seat)]) if seat is not None else ()
    view = engine.view(state, viewer)
    turns = [_turn(snapshot, viewer, run) for run in snapshot.runs[: -TURNS - 1 : -1]]
    return {
        "players": _players(snapshot, viewer, to_act),
        "view": view,
        "screen": screen.screen(view, [move.code for move in moves], viewer) if screen else None,
        "moves": moves,
        "may_undo": seat is not None and positions.may_undo(snapshot, seat, positions.GLANCE),
        "your_turn": viewer in to_act,
        "turns": turns,
        "say": _say(screen, turns),
        "final": not running and not replaying,
    }


def _players(snapshot: Snapshot, viewer: int | None, to_act: frozenset[int]) -> tuple[Shown, ...]:
    return tuple([_shown(player, viewer, to_act) for player in snapshot.players])


def _terms(snapshot: Snapshot) -> Terms:
    taken = len(snapshot.players)
    facts = (snapshot.options, snapshot.private, snapshot.order, snapshot.control, snapshot.rated)
    return Terms(snapshot.engine, snapshot.seat_count, taken, *facts)


def _shown(player: Player, viewer: int | None, to_act: frozenset[int]) -> Shown:
    you = player.number == viewer
    return Shown(player.number, player.name, player.guest, you, player.number in to_act, player.score, player.place)


def _moves(codes: list[str]) -> tuple[Move, ...]:
    return tuple([Move(code, *_split(code), "do-" + code.replace(" ", "-").replace(">", "-to-")) for code in codes])


def _split(code: str) -> tuple[str, str]:
    verb, _, rest = code.partition(" ")
    return verb, rest


@cache
def _screen(game: str) -> ModuleType | None:
    """The game's own words and measures, if it has any."""
    name = f"games.{game}.screen"
    return import_module(name) if util.find_spec(name) else None


def _say(screen: ModuleType | None, turns: Sequence[Turn]) -> str:
    last = next((turn for turn in turns if turn.seat is not None), None)
    return screen.tell(last.player, last.you, last.codes) if screen and last else ""


def _turn(snapshot: Snapshot, viewer: int | None, run: Run) -> Turn:
    name = "" if run.seat is None else snapshot.players[run.seat].name
    return Turn(run.number, run.seat, name, run.seat is not None and run.seat == viewer, run.codes, run.plies[-1], run.times[-1])


class _Rendered:
    """Boards by (table, version, viewer). An entry belongs to one snapshot's names, so a renamed player shows up."""

    def __init__(self) -> None:
        self.boards: OrderedDict[tuple[Any, ...], tuple[tuple[Player, ...], str]] = OrderedDict()
        self.lock = Lock()
        self.turns = tuple([Lock() for _ in range(64)])

    def turn(self, key: tuple[Any, ...]) -> Lock:
        """Whoever renders for this key holds it; a few keys share one, which does no harm."""
        return self.turns[hash(key) % len(self.turns)]

    def get(self, key: tuple[Any, ...], snapshot: Snapshot) -> str | None:
        with self.lock:
            players, html = self.boards.get(key, ((), None))
        return html if players == snapshot.players else None

    def put(self, key: tuple[Any, ...], snapshot: Snapshot, html: str) -> None:
        with self.lock:
            self.boards[key] = (snapshot.players, html)
            while len(self.boards) > KEPT:
                self.boards.popitem(last=False)


_rendered = _Rendered()
