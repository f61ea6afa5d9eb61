"""The values for the templates of a board, made of a snapshot for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.kernel import clock
from games.kernel.protocol import UNDO
from games.screens import clocks, languages
from games.screens.buttons import button_id
from games.screens.clocks import Clock
from games.screens.contract import AnyScreen
from games.screens.ending import Ending
from games.screens.since import since
from games.screens.values import Hand, Move, ShownPlayer, Sight, Turn
from games.tables.board import (
    hints,
    invite,
    levels,
    log,
    moments,
    plans,
    scenes,
    seats,
)
from games.tables.board.moments import Moment
from games.tables.board.terms import Terms, only_with_an_account
from games.tables.models import NO_NONCE, Level, Order, Status
from games.tables.state import take_back
from games.tables.state.player import Player
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

FIRST = 8  # entries a seat for which a first game is explained
TURNS = 12  # turns of the log on the board; the whole log has a page of its own


def waiting(snapshot: Snapshot, user_id: int | None) -> dict[str, Any]:
    """Return the values for a table before the first deal."""
    mine, host = snapshot.player(user_id), snapshot.player(snapshot.creator_id)
    table = snapshot.public
    shown = _players(snapshot, table, mine.number if mine else None, frozenset())
    places = seats.of(snapshot, shown, user_id)
    free = any(place.mine or not (place.player or place.kept) for place in places)
    return {
        "table": table,
        "players": shown,
        "places": places,
        "host_number": host.number if host else None,
        "levels": levels.offered([table.game]),
        "stranger": user_id is None,
        "kept": any(asked.seat is not None for asked in snapshot.invited),
        "barred": only_with_an_account() if snapshot.rated and _nameless(user_id) else "",
        "terms": _terms(snapshot, user_id),
        "inviter": host.name if host and not mine and free else "",
        "about": registry.screen(snapshot.game).about,
        "lesson": reverse("lesson", args=[snapshot.game])
        if snapshot.game in registry.lessons()
        else "",
        "invite": invite.to(snapshot.id) if snapshot.status == Status.OPEN else None,
        "named": mine is not None and not mine.guest,
        "uncut": mine is not None and mine.nonce == NO_NONCE,
    }


def _nameless(user_id: int | None) -> bool:
    """Return whether this is a guest or a visitor without an account, who cannot have a rating."""
    return user_id is None or User.objects.filter(pk=user_id, is_guest=True).exists()


def sight(
    snapshot: Snapshot,
    seat: int | None,
    moment: Moment | None = None,
    *,
    alert: str = "",
    now: datetime | None = None,
    alone: bool = False,
) -> Sight[Any, Any]:
    """Return what a board shows of a game that runs or has ended: its view, and the viewer's
    choices. For a moment of the log: its view, and the action that led to it. `alone`: there is no
    table around the board, but a lesson."""
    assert snapshot.position is not None
    engine, screen = snapshot.engine, registry.screen(snapshot.game)
    state, table = snapshot.position.state, snapshot.public
    running = snapshot.status == Status.RUNNING and moment is None
    viewer = moment.viewer if moment else seat
    to_act = engine.to_act(state) if running else frozenset()
    moves = (
        tuple([_move(engine.encode(action)) for action in engine.legal_actions(state, seat)])
        if running and seat in to_act
        else ()
    )
    view = snapshot.view(viewer)
    turns = _turns(snapshot, screen, view, viewer, seat, moment is None)
    ticking = () if moment else _clocks(snapshot, now)
    ended = snapshot.status == Status.ENDED and moment is None
    players = _players(snapshot, table, seat, to_act, ticking)
    seated = running and seat is not None and not alone
    return Sight(
        seat=seat,
        viewer=viewer,
        alert=alert,
        moment=moment,
        table=table,
        players=players,
        view=view,
        screen=screen.layout(view, [move.code for move in moves], viewer),
        moves=moves,
        your_turn=seat in to_act,
        final=ended,
        turns=turns,
        brief=screen.brief,
        since=since(turns, seat) if seated and seat is not None else (),
        since_at=partial(moments.address, snapshot.id)
        if running and not alone and moments.possible(table)
        else None,
        to=None if alone else _to(snapshot, moment),
        say=_step(snapshot, screen, turns) if moment else _say(screen, turns),
        may_undo=seated and seat is not None and take_back.may_undo(snapshot, seat, glance=True),
        hint=hints.of(snapshot, screen, seat, view, len(moves))
        if seated and seat is not None
        else None,
        plans=plans.way(snapshot, seat) if seated else None,
        first_lines=screen.first_lines
        if seated and snapshot.ply < FIRST * snapshot.seat_count
        else (),
        scene=None if moment or alone else scenes.scene(snapshot, screen, seat),
        hands=_hands(snapshot, screen, state) if moment and moment.open else (),
        ending=Ending(players) if ended else None,
    )


def _turns(
    snapshot: Snapshot,
    screen: AnyScreen,
    view: Any,
    viewer: int | None,
    seat: int | None,
    newest: bool,
) -> Sequence[Turn]:
    """Return the newest turns as this reader is shown them."""
    told = log.told(snapshot) if newest else snapshot.runs
    return _own(log.newest(snapshot, seat, TURNS, told), screen, view, viewer)


def _own(turns: list[Turn], screen: AnyScreen, view: Any, viewer: int | None) -> list[Turn]:
    """Return the turns, the viewer's since the newest deal with what only their player knows."""
    dealt = next((at for at, turn in enumerate(turns) if turn.seat is None), len(turns))
    own = [at for at in range(dealt) if turns[at].seat == viewer]
    for at, codes in zip(own, screen.known(view, [turns[at].codes for at in own]), strict=True):
        turn, known = turns[at], tuple(codes)
        if known != turn.codes:
            turns[at] = _knowing(turn, known)
    return turns


@lru_cache(4096)
def _knowing(turn: Turn, codes: tuple[str, ...]) -> Turn:
    return replace(turn, codes=codes)


def _to(snapshot: Snapshot, moment: Moment | None) -> Callable[[int], str] | None:
    """Return a function from a ply to its address if the lines of the log are links: in a moment,
    and on the board of a game that has ended."""
    return (
        moment.to
        if moment
        else partial(moments.address, snapshot.id)
        if snapshot.status == Status.ENDED
        else None
    )


def _hands(snapshot: Snapshot, screen: AnyScreen, state: Any) -> tuple[Hand, ...]:
    """Return every hand, each made of the view of its own seat."""
    engine, open_hand = snapshot.engine, screen.open_hand
    assert open_hand is not None
    return tuple(
        Hand(player.number, player.name, tuple(open_hand(engine.view(state, player.number))))
        for player in snapshot.players
    )


def _step(snapshot: Snapshot, screen: AnyScreen, turns: Sequence[Turn]) -> str:
    """Return the last entry of the log as a sentence."""
    entry, last = snapshot.log[-1].entry, turns[0] if turns else None
    if entry.seat is None:
        if snapshot.ply > 1:
            return _("The cards were dealt")
        return (
            _("The order of play was drawn")
            if snapshot.order == Order.RANDOM
            else _("Turns follow the seats")
        )
    name = snapshot.players[entry.seat].name
    if entry.code == UNDO:
        return _("%(player)s took the last move back") % {"player": name}
    return screen.tell(name, last.you, last.codes) if last else f"{name}: {entry.code}"


def _say(screen: AnyScreen, turns: Sequence[Turn]) -> str:
    last = next((turn for turn in turns if turn.seat is not None), None)
    return screen.tell(last.player, last.you, last.codes) if last else ""


def _players(
    snapshot: Snapshot,
    table: PublicTable,
    viewer: int | None,
    to_act: frozenset[int],
    clocks: Sequence[Clock | None] = (),
) -> tuple[ShownPlayer, ...]:
    hints = tuple([player.hints for player in snapshot.players])
    facts = (snapshot.players, hints, to_act, snapshot.status, tuple(clocks))
    what = ("players", viewer, languages.current())
    return snapshot.steady(what, facts, lambda: _made(snapshot, table, viewer, to_act, clocks))


def _made(
    snapshot: Snapshot,
    table: PublicTable,
    viewer: int | None,
    to_act: frozenset[int],
    clocks: Sequence[Clock | None],
) -> tuple[ShownPlayer, ...]:
    playing = snapshot.status == Status.RUNNING
    shown = [
        _shown(player, viewer, to_act, playing, clocks[player.number] if clocks else None)
        for player in snapshot.players
    ]
    if not any(player.standing and player.standing.counted for player in snapshot.players):
        return tuple(shown)
    return tuple(replace(player, counted=table.counted(player.number)) for player in shown)


def _clocks(snapshot: Snapshot, now: datetime | None) -> tuple[Clock | None, ...]:
    """Return the clocks by seat. A bot has None: its clock never runs, and would only confuse."""
    if not snapshot.budgets or snapshot.since is None:
        return ()
    ticking = snapshot.ticking if snapshot.status == Status.RUNNING else frozenset[int]()
    awake = snapshot.awake if ticking else clock.ALWAYS
    shown = clocks.shown(snapshot.control, snapshot.budgets, ticking, snapshot.since, now, awake)
    free = ticking - snapshot.spending if ticking else frozenset()
    return tuple(
        None
        if seat in snapshot.clockless
        else replace(its, moment=clocks.first_move())
        if seat in free
        else its
        for seat, its in enumerate(shown)
    )


def _terms(snapshot: Snapshot, user_id: int | None) -> Terms:
    taken = len(snapshot.players)
    facts = (snapshot.options, snapshot.private, snapshot.order, snapshot.control, snapshot.rated)
    bots = sum(player.bot != "" for player in snapshot.players)
    asked = tuple(
        _("you") if asked.person.id == user_id else asked.person.name for asked in snapshot.invited
    )
    return Terms(
        snapshot.engine,
        snapshot.seat_count,
        taken,
        *facts,
        bots,
        snapshot.sleepless,
        snapshot.asks,
        asked,
        snapshot.silent,
        snapshot.lensless,
    )


def _shown(
    player: Player, viewer: int | None, to_act: frozenset[int], playing: bool, clock: Clock | None
) -> ShownPlayer:
    number, you = player.number, player.number == viewer
    facts = (number, player.name, player.guest, you, number in to_act, player.score, player.place)
    level = str(Level(player.bot).label) if player.bot else ""
    return ShownPlayer(
        *facts,
        player.standing,
        player.gone and playing,
        clock,
        player.bot != "",
        level,
        player.walked,
        hints=player.hints,
    )


@lru_cache(8192)
def _move(code: str) -> Move:
    verb, _space, rest = code.partition(" ")
    return Move(code, verb, rest, button_id(code))
