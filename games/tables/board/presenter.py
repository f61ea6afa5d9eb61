"""The only path from a position to a screen: first page, answer to a move, push, replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.template import engines as template_engines
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.kernel.protocol import UNDO
from games.screens import clocks, languages, share_card
from games.screens.buttons import button_id
from games.screens.clocks import Clock
from games.screens.contract import AnyScreen
from games.screens.values import Hand, Move, Shown, Turn
from games.tables.board import invite, log_pages, moments, offers
from games.tables.board.cache import Rendered
from games.tables.board.log_pages import Page
from games.tables.board.moments import Moment
from games.tables.board.offers import Offers
from games.tables.board.terms import Terms, only_with_an_account
from games.tables.errors import NoSuchTable, NotPossible
from games.tables.models import NO_NONCE, EndedBy, Order, Status
from games.tables.state import checkpoints, snapshots, walkouts
from games.tables.state import turns as runs
from games.tables.state.memory import Memory
from games.tables.state.player import Player
from games.tables.state.snapshots import Snapshot
from games.tables.state.turns import Cut, Run

TURNS = 12  # of the log on the board; the whole log has a page of its own


def board(
    snapshot: Snapshot,
    user_id: int | None,
    *,
    alert: str | Promise | None = None,
    now: datetime | None = None,
) -> str:
    """The board of a table as this user may see it. Without an alert it is rendered once for each
    version and viewer: its clocks stand as at the newest entry, and clock.js counts on. For readers
    without it, clocks that tick are shown as at `now`."""
    viewer = snapshot.seated(user_id)
    key = _key(snapshot, user_id)
    if alert is not None or (now is not None and _passes(snapshot)):
        return _render(snapshot, viewer, user_id, alert, now=now)
    # The answer to a move and the ring that it causes ask at the same moment: one of them waits for
    # the other.
    with _rendered.turn(key):
        html = _rendered.get(key, snapshot.players)
        if html is None:
            html = _render(snapshot, viewer, user_id, None)
            _rendered.put(key, snapshot.players, html)
    return html


def _passes(snapshot: Snapshot) -> bool:
    """Whether a board goes stale though nothing happens at the table: clocks tick, and a guest who
    may not sit makes an account."""
    return (
        snapshot.flag_at is not None
        if snapshot.status == Status.RUNNING
        else snapshot.rated and snapshot.status == Status.OPEN
    )


def _key(snapshot: Snapshot, user_id: int | None) -> tuple[Any, ...]:
    """Before the start the host sees more than the others, so there everybody counts as a viewer of
    their own."""
    return (
        snapshot.id,
        snapshot.version,
        ("user", user_id) if snapshot.status == Status.OPEN else snapshot.seated(user_id),
    )


def ready(table_id: str, user_id: int | None, version: int) -> tuple[int, str] | None:
    """The pushed board if this process has it already; no query, no rendering."""
    snapshot = snapshots.kept(table_id, version)
    if snapshot is None:
        return None
    html = _rendered.get(_key(snapshot, user_id), snapshot.players)
    return (snapshot.version, html) if html is not None else None


def push(table_id: str, user_id: int | None, version: int) -> tuple[int, str]:
    """Version and board of a table that is at this version or a newer one; raises NoSuchTable."""
    snapshot = snapshots.load(table_id, version) or look(table_id)
    return snapshot.version, board(snapshot, user_id)


def look(table_id: str) -> Snapshot:
    """The table as it stands; raises NoSuchTable. What to show of it is `board`'s business."""
    snapshot = snapshots.load(table_id)
    if snapshot is None:
        raise NoSuchTable
    return snapshot


def glance(table_id: str) -> Snapshot:
    """Return the table as it stands, perhaps without its log: enough for its header, a page of the
    log and its past. Raises NoSuchTable."""
    snapshot = snapshots.glance(table_id)
    if snapshot is None:
        raise NoSuchTable
    return snapshot


def composed(table_id: str, user_id: int | None, ply: int, cards: Sequence[str]) -> str:
    """The code that a form means which sends cards and no code. Raises NotPossible with the game's
    reason if they cannot be played at this ply; what else may be wrong, and whether the code is
    legal, is the service's to say."""
    snapshot = look(table_id)
    seat, compose = snapshot.seated(user_id), registry.screen(snapshot.game).compose
    if compose is None or seat is None or snapshot.position is None:
        return ""
    engine, state = snapshot.engine, snapshot.position.state
    code, why_not = compose(engine.view(state, seat), cards)
    if why_not and ply == snapshot.ply and seat in engine.to_act(state):
        raise NotPossible(why_not)
    return str(code)


def log(snapshot: Snapshot, user_id: int | None) -> list[tuple[Turn, str]]:
    """The whole log: each turn and what it says in words."""
    return _in_words(snapshot, user_id, _runs(snapshot, registry.screen(snapshot.game)))


def log_page(
    snapshot: Snapshot, user_id: int | None, number: int | None
) -> tuple[Page, list[tuple[Turn, str]]] | None:
    """Return a page of the log, by default the newest, with its turns in words; None if there is
    none of that number."""
    ended = snapshot.status == Status.ENDED
    page = log_pages.page(
        snapshot.id, snapshot.ply, ended, number, registry.screen(snapshot.game).cut
    )
    return None if page is None else (page, _in_words(snapshot, user_id, page.runs))


def _in_words(
    snapshot: Snapshot, user_id: int | None, told: Sequence[Run]
) -> list[tuple[Turn, str]]:
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    return [
        (
            turn,
            "" if turn.seat is None else screen.tell(turn.player, turn.you, turn.codes),
        )
        for turn in [_turn(snapshot, seat, run) for run in told]
    ]


def moment(snapshot: Snapshot, user_id: int | None, query: Mapping[str, str]) -> str:
    """One moment of the log, as `query` asks for it and this user may see it; raises
    NoSuchMoment."""
    screen, seat = registry.screen(snapshot.game), snapshot.seated(user_id)
    asked = moments.moment(snapshot.header, query, seat, opens=screen.open_hand is not None)
    return _render(_past(snapshot, asked.ply, screen.cut), seat, user_id, None, asked)


def result(snapshot: Snapshot) -> share_card.Facts | None:
    """Return what everybody may know of how a game has ended, if it did with a result."""
    if not snapshot.ply or not snapshot.places or snapshot.ended_by == EndedBy.ABORT:
        return None
    players = tuple(
        [
            share_card.Player(player.name, player.score, player.place)
            for player in snapshot.players
            if player.place is not None
        ]
    )
    return share_card.Facts(
        snapshot.game,
        snapshot.title,
        players,
        snapshot.ended_by == EndedBy.RULES,
        snapshot.ended_at,
        None,
        registry.screen(snapshot.game).about.cover,
    )


def card(snapshot: Snapshot) -> share_card.Facts | None:
    """The same with what the picture of the game shows: nothing that somebody looking on may not
    know."""
    facts, show = result(snapshot), registry.screen(snapshot.game).share
    if facts is None:
        return facts
    first = {player.number: player.name for player in snapshot.players if player.place == 1}
    key = (snapshot.id, tuple(first.items()), languages.current())
    display = _displays.get(key)
    if display is None:
        at = snapshot.position or look(snapshot.id).position
        assert at is not None
        display = show(snapshot.engine.view(at.state, None), first)
        _displays.put(key, display)
    return replace(facts, display=display)


def _past(snapshot: Snapshot, ply: int, cut: Cut | None) -> Snapshot:
    """The table behind the first `ply` entries, without what was proposed since, and with those who
    have left since. Of its log there is the newest entry at least, and of its runs the newest, by
    turns."""
    players = tuple([_then(player, ply) for player in snapshot.players])
    # it is in memory, and folded sooner than fetched
    if len(snapshot.log) == snapshot.ply <= checkpoints.SHORT:
        then = snapshot.until(ply)
        then = replace(then, players=players, runs=runs.cut(then.runs, cut) if cut else then.runs)
    else:
        past = checkpoints.reach(snapshot.id, snapshot.engine, snapshot.setup, ply, cut)
        assert past.last is not None
        log = (snapshots.Logged(*past.last, hash=""),)
        then = replace(
            snapshot, position=past.position, log=log, ply=ply, runs=past.told(cut), players=players
        )
    return replace(then, to_act="", draw_by="", abort_by="", flag_at=None, budgets=())


def _then(player: Player, ply: int) -> Player:
    left = player.left_ply is not None and player.left_ply < ply
    before = replace(player.standing, after=None, counted=None) if player.standing else None
    return replace(
        player,
        standing=before,
        left_by=player.left_by if left else "",
        left_ply=player.left_ply if left else None,
    )


def _render(
    snapshot: Snapshot,
    seat: int | None,
    user_id: int | None,
    alert: str | Promise | None,
    moment: Moment | None = None,
    *,
    now: datetime | None = None,
) -> str:
    with languages.rendering():
        return _rendered_now(snapshot, seat, user_id, alert, moment, now)


def _rendered_now(
    snapshot: Snapshot,
    seat: int | None,
    user_id: int | None,
    alert: str | Promise | None,
    moment: Moment | None,
    now: datetime | None,
) -> str:
    shown = {
        "table": snapshot.header,
        "seat": seat,
        "viewer": moment.viewer if moment else seat,  # through whose eyes the board is drawn
        "host": user_id is not None and user_id == snapshot.creator_id,
        "alert": alert,
        "moment": moment,
    }
    if snapshot.position is None:
        return _html("tables/open.html", shown | _waiting(snapshot, user_id))
    return _html(
        f"{snapshot.game}/board.html",
        shown | _playing(snapshot, snapshot.position.state, seat, moment, now),
    )


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
        "barred": only_with_an_account() if snapshot.rated and _nameless(user_id) else "",
        "terms": _terms(snapshot),
        "invite": invite.to(snapshot.id) if snapshot.status == Status.OPEN else None,
        "uncut": mine is not None and mine.nonce == NO_NONCE,
    }


def _nameless(user_id: int | None) -> bool:
    """Whether this is nobody yet, or a guest: no rating could be kept for them."""
    return user_id is None or User.objects.filter(pk=user_id, is_guest=True).exists()


def _playing(
    snapshot: Snapshot, state: Any, seat: int | None, moment: Moment | None, now: datetime | None
) -> dict[str, Any]:
    """What is shown of a game, running or ended: the viewer's view, and what the viewer may do; of
    a moment of it, what was done."""
    engine, screen = snapshot.engine, registry.screen(snapshot.game)
    running = snapshot.status == Status.RUNNING and moment is None
    viewer = moment.viewer if moment else seat
    to_act = engine.to_act(state) if running else frozenset()
    moves = (
        _moves([engine.encode(action) for action in engine.legal_actions(state, seat)])
        if running and seat is not None
        else ()
    )
    view = engine.view(state, viewer)
    told = snapshot.runs if moment else _runs(snapshot, screen)
    turns = [_turn(snapshot, seat, run) for run in told[: -TURNS - 1 : -1]]
    return {
        "players": _players(snapshot, seat, to_act, () if moment else _clocks(snapshot, now)),
        "view": view,
        "screen": screen.layout(view, [move.code for move in moves], viewer),
        "moves": moves,
        "may_undo": running
        and seat is not None
        and snapshots.may_undo(snapshot, seat, snapshots.GLANCE),
        "your_turn": seat in to_act,
        "offers": _offers(snapshot, seat, now or timezone.now())
        if running and seat is not None and not snapshot.players[seat].gone
        else None,
        "breaks_off": clocks.day(snapshot.breaks_off_at)
        if running and snapshot.breaks_off_at
        else "",
        "turns": turns,
        "say": _step(snapshot, screen, turns) if moment else _say(screen, turns),
        "final": snapshot.status == Status.ENDED and moment is None,
        "series": offers.series(
            snapshot.series, [player.key for player in snapshot.players], snapshot.places
        ),
        "to": _to(snapshot, moment),
        "summary": clocks.summary(snapshot.control, snapshot.rated),
        "back_at": moments.back_at(snapshot.header) if moment is None else None,
        "hands": _hands(snapshot, screen, state) if moment and moment.open else (),
    }


def _offers(snapshot: Snapshot, seat: int, now: datetime) -> Offers:
    names, walked = [player.name for player in snapshot.players], None
    if walkouts.is_one(snapshot, seat) and (user_id := snapshot.players[seat].user_id) is not None:
        walked = walkouts.lately([user_id], now).get(user_id, 0)
    return offers.of(
        seat,
        names,
        snapshot.draw_by,
        snapshot.abort_by,
        people=len(snapshot.people),
        rated=snapshot.rated,
        acted=walkouts.all_acted(snapshot),
        ends=walkouts.decided(snapshot, (*snapshot.left, seat)) is not None,
        walkouts=walked,
    )


def _to(snapshot: Snapshot, moment: Moment | None) -> Callable[[int], str] | None:
    """From a ply to its address, where the lines of the log are links: in a moment, and on the
    board of a game that has ended."""
    return (
        moment.to
        if moment
        else partial(moments.address, snapshot.id)
        if snapshot.status == Status.ENDED
        else None
    )


def _hands(snapshot: Snapshot, screen: AnyScreen, state: Any) -> tuple[Hand, ...]:
    """Every hand, each out of its own seat's view."""
    engine, open_hand = snapshot.engine, screen.open_hand
    assert open_hand is not None
    return tuple(
        Hand(player.number, player.name, tuple(open_hand(engine.view(state, player.number))))
        for player in snapshot.players
    )


def _step(snapshot: Snapshot, screen: AnyScreen, turns: Sequence[Turn]) -> str:
    """What the last entry of the log did."""
    entry, last = snapshot.log[-1].entry, turns[0] if turns else None
    if entry.seat is None:
        if snapshot.ply > 1:
            return _("The cards were dealt")
        return (
            _("The order of play was drawn")
            if snapshot.order == Order.RANDOM
            else _("Turns go as they sat down")
        )
    name = snapshot.players[entry.seat].name
    if entry.code == UNDO:
        return _("%(player)s took the last step back") % {"player": name}
    return screen.tell(name, last.you, last.codes) if last else f"{name}: {entry.code}"


def _players(
    snapshot: Snapshot,
    viewer: int | None,
    to_act: frozenset[int],
    clocks: Sequence[Clock | None] = (),
) -> tuple[Shown, ...]:
    playing = snapshot.status == Status.RUNNING
    shown = [
        _shown(player, viewer, to_act, playing, clocks[player.number] if clocks else None)
        for player in snapshot.players
    ]
    return tuple([replace(player, counted=counted(snapshot, player.number)) for player in shown])


def counted(snapshot: Snapshot, seat: int) -> str:
    """Why the game counted less than a whole one for this seat's rating; "" if it did not, or has
    not been rated."""
    others = [player.name for player in snapshot.players if player.number != seat]
    # before the start seats may be free
    standing = next(player.standing for player in snapshot.players if player.number == seat)
    return (
        standing.counted.words(others[0] if len(others) == 1 else "")
        if standing and standing.counted
        else ""
    )


def _clocks(snapshot: Snapshot, now: datetime | None) -> tuple[Clock | None, ...]:
    """By seat; None for a bot, since one that always stands still would only puzzle."""
    if not snapshot.budgets or snapshot.since is None:
        return ()
    ticking = snapshot.ticking if snapshot.status == Status.RUNNING else frozenset()
    shown = clocks.shown(snapshot.control, snapshot.budgets, ticking, snapshot.since, now)
    return tuple(
        [None if seat in snapshot.clockless else clock for seat, clock in enumerate(shown)]
    )


def _terms(snapshot: Snapshot) -> Terms:
    taken = len(snapshot.players)
    facts = (snapshot.options, snapshot.private, snapshot.order, snapshot.control, snapshot.rated)
    return Terms(snapshot.engine, snapshot.seat_count, taken, *facts)


def _shown(
    player: Player, viewer: int | None, to_act: frozenset[int], playing: bool, clock: Clock | None
) -> Shown:
    number, you = player.number, player.number == viewer
    facts = (number, player.name, player.guest, you, number in to_act, player.score, player.place)
    return Shown(
        *facts, player.standing, player.gone and playing, clock, player.bot != "", player.walked
    )


def _moves(codes: list[str]) -> tuple[Move, ...]:
    return tuple([Move(code, *_split(code), button_id(code)) for code in codes])


def _split(code: str) -> tuple[str, str]:
    verb, _, rest = code.partition(" ")
    return verb, rest


def _say(screen: AnyScreen, turns: Sequence[Turn]) -> str:
    last = next((turn for turn in turns if turn.seat is not None), None)
    return screen.tell(last.player, last.you, last.codes) if last else ""


def _runs(snapshot: Snapshot, screen: AnyScreen) -> tuple[Run, ...]:
    """What is told."""
    return runs.cut(snapshot.runs, screen.cut) if screen.cut else snapshot.runs


def _turn(snapshot: Snapshot, viewer: int | None, run: Run) -> Turn:
    name = "" if run.seat is None else snapshot.players[run.seat].name
    return Turn(
        run.number,
        run.seat,
        name,
        run.seat is not None and run.seat == viewer,
        run.codes,
        run.plies[-1],
        run.times[-1],
    )


_rendered = Rendered()
_displays: Memory[share_card.Display | None] = Memory(500)
