"""The frame of a board: what stands around a game's regions, and the regions that all tables have.

`tables/board.html` puts them into a page; a page that is open gets those that changed.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import registry
from games.screens import clocks, languages, since
from games.screens.buttons import button_id
from games.screens.languages import gettext as _
from games.screens.regions import Board, Drawn, Region, macros
from games.screens.values import After, Sight
from games.tables.board import changes, invite, log, moments, offers, rematch
from games.tables.board.offers import Offers
from games.tables.models import Status
from games.tables.proof import fairness
from games.tables.state import series, take_back, walkouts
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

ROOT, PLY, LOOK, RECEIPT = macros("tables/frame.html", "root ply look receipt")
TABS, TAB, AHEAD, LEFT, PAUSE = macros("tables/side.html", "tabs tab ahead left pause")
MOVES, LOG = macros("tables/frame.html", "moves log")
ENDINGS, ASK_BACK = macros("tables/offers.html", "endings ask_back")


def board(snapshot: Snapshot, sight: Sight[Any, Any], drawn: Drawn, now: datetime | None) -> Board:
    """Return a board by its regions: the game's, with the table's around them."""
    found, table = dict(drawn.regions), sight.table
    playing = _plays(snapshot, sight)
    open_to = offers_to(snapshot, sight, now)
    codes = found.pop("moves")
    if sight.moment is None:
        found["ply"] = Region(PLY, (table.ply,))
    if sight.plans:
        found["plans-place"] = Region(LEFT, (sight.plans.since, sight.plans.waits))
    waits = sight.plans is not None and sight.plans.waits
    found["side-head"] = Region(TABS, (playing, waits), ("tab-log", "tab-options"))
    found["tab-log"] = Region(TAB, ("log", _("Log")))
    found["tab-options"] = Region(TAB, ("options", _("Options")))
    if playing:
        if sight.plans:
            found["plans"] = Region(AHEAD, (waits, sight.plans.since if waits else 0))
        found["moves"] = Region(MOVES, (bool(sight.moves), codes))
    found["log"] = _log(snapshot, sight, found["log"])
    # after the end the result has it
    if sight.moment is None and not sight.final and (back := _back_at(snapshot, table)):
        found["look-back"] = Region(LOOK, (back, playing))
    if open_to and (pauses := _pauses(snapshot, sight.seat)) is not None:
        found["bots-pause"] = Region(PAUSE, (pauses, open_to.people, table.id))
    if open_to:
        may_ask = sight.seat is not None and take_back.may_ask(snapshot, sight.seat, glance=True)
        found["endings"] = Region(ENDINGS, (open_to, table.id), ("ask-back",))
        found["ask-back"] = Region(ASK_BACK, (may_ask, table.id))
    if sight.moment is None and snapshot.receipt:
        found["newest-receipt"] = Region(RECEIPT, (table.id, snapshot.receipt))
    told = ("moves",) if sight.moves else ()
    return Board(
        Region(ROOT, _root(snapshot, sight, drawn)),
        found,
        _around(snapshot, sight, drawn, notes(snapshot, sight, now, open_to)),
        told,
    )


def _plays(snapshot: Snapshot, sight: Sight[Any, Any]) -> bool:
    running = snapshot.status == Status.RUNNING
    return running and sight.seat is not None and sight.moment is None


def _root(snapshot: Snapshot, sight: Sight[Any, Any], drawn: Drawn) -> tuple[Any, ...]:
    moment, ended = sight.moment, snapshot.status == Status.ENDED
    return (
        snapshot.game,
        drawn.state,
        snapshot.id,
        snapshot.version,
        sight.table.ply,
        snapshot.status,
        sight.seat,
        _deal(snapshot, moment),
        snapshot.log[-1].entry.seat,
        "" if moment else snapshot.receipt,
        (moment.ply, moment.last, sight.say) if moment else None,
        tuple([its.place for its in sight.players if its.place is not None]) if ended else None,
        tuple([its.score for its in sight.players])
        if ended and snapshot.ended_by == "rules"
        else None,
        sight.your_turn,
        _forced(snapshot, sight),
        since.moments(sight.turns, sight.seat) if sight.since_at else (),
        # a hint's own status says it
        "" if sight.hint and sight.hint.asked else drawn.say,
        drawn.measures,
    )


def _forced(snapshot: Snapshot, sight: Sight[Any, Any]) -> str:
    """Return the id of the button that may be pressed by itself, as nothing else is left to the
    viewer; "" for none."""
    if not sight.moves:
        return ""
    codes = [move.code for move in sight.moves]
    code = registry.screen(snapshot.game).forced(sight.view, codes)
    return code and button_id(code)


def _deal(snapshot: Snapshot, moment: Any) -> int | None:
    """Return the ply of the newest deal: cards of an earlier one are others."""
    told = snapshot.runs if moment else log.told(snapshot)
    return next((run.plies[-1] for run in reversed(told) if run.seat is None), None)


def _log(snapshot: Snapshot, sight: Sight[Any, Any], lines: Region) -> Region:
    proof = ""
    if sight.final:
        proof = "check"
        if snapshot.public.is_sealed(timezone.now()):
            proof = "wait" if snapshot.public.daily else "wait-all"
    taken = sight.hint.taken if sight.hint else 0
    return Region(LOG, (lines, len(sight.turns) > 11, taken, proof, snapshot.id), lines.inner)


def _around(
    snapshot: Snapshot, sight: Sight[Any, Any], drawn: Drawn, notices: Hashable
) -> Hashable:
    """Return the facts of all that stands outside of regions and may change while a game runs."""
    scene = sight.scene
    return (
        snapshot.version if sight.final or sight.alert or sight.moment else snapshot.status,
        sight.seat,
        sight.viewer,
        tuple([player.name for player in sight.players]),
        snapshot.time_control,
        notices,
        sight.plans is not None,
        bool(sight.first_lines),
        scene and (scene.ply, scene.hurries, scene.seconds > 0 and sight.your_turn),
        drawn.around,
    )


def notes(
    snapshot: Snapshot, sight: Sight[Any, Any], now: datetime | None, open_to: Offers | None
) -> tuple[Any, ...]:
    """Return the facts of the notices over the side: offers, the day on which an idle game is
    broken off, clocks that stand at other hours from now on."""
    running = snapshot.status == Status.RUNNING and sight.moment is None
    idle = clocks.day(snapshot.breaks_off_at) if running and snapshot.breaks_off_at else ""
    return (
        open_to if open_to and open_to.open else None,
        idle,
        changes.of(snapshot, sight.seat, now) if running else (),
        snapshot.id,
    )


def offers_to(snapshot: Snapshot, sight: Sight[Any, Any], now: datetime | None) -> Offers | None:
    """Return the endings that the reader may choose or offer; None if it plays no more."""
    seat = sight.seat
    if not _plays(snapshot, sight) or seat is None or snapshot.players[seat].gone:
        return None
    return snapshot.once(("offers", seat), lambda: _offers(snapshot, seat, now))


def _offers(snapshot: Snapshot, seat: int, now: datetime | None) -> Offers:
    acted, walked = walkouts.all_acted(snapshot), None
    if not acted and walkouts.is_one(snapshot, seat):
        user_id = snapshot.players[seat].user_id
        if user_id is not None:
            walked = walkouts.lately([user_id], now or timezone.now()).get(user_id, 0)
    asked = (snapshot.draw_by, snapshot.abort_by, snapshot.undo_by, snapshot.slow_by)
    facts = (snapshot.players, snapshot.time_control, acted, walked, asked)
    what = ("offers", seat, languages.current())
    return snapshot.steady(
        what, facts, lambda: offers.of(snapshot, seat, acted=acted, walkouts=walked)
    )


def _pauses(snapshot: Snapshot, seat: int | None) -> bool | None:
    """Return whether bots pause for this player; None if none acts at the table."""
    if seat is None or not any([player.level for player in snapshot.players]):
        return None
    return snapshot.players[seat].patient


def _back_at(snapshot: Snapshot, table: PublicTable) -> str | None:
    """Return the address of the moment that looking back begins with, None if there is none. In
    front of the first action of a seat there is little to see."""
    return moments.back_at(table, _first(snapshot))


def _first(snapshot: Snapshot) -> int:
    return next((run.plies[0] + 1 for run in snapshot.runs if run.seat is not None), snapshot.ply)


def after(snapshot: Snapshot, sight: Sight[Any, Any]) -> After | None:
    """Return what the result shows beside the game's words; None before the end. While others still
    play the same cards, neither picture nor proof is open."""
    if not sight.final:
        return None
    keys = [player.key for player in snapshot.players]
    names = [player.name for player in sight.players]
    sealed = snapshot.public.is_sealed(timezone.now())
    return After(
        series=series.score(snapshot.series, keys, names, snapshot.places, sight.seat)
        if len(keys) > 1
        else "",
        best="" if sight.ending.broken_off else _best(snapshot, sight),
        proof="" if sealed or snapshot.copied else fairness.verdict(snapshot.id),
        shared=None if sight.ending.broken_off or sealed else invite.to(snapshot.id),
        again=rematch.after(snapshot, sight.seat, sealed),
        back_at=_back_at(snapshot, sight.table),
    )


def _best(snapshot: Snapshot, sight: Sight[Any, Any]) -> str:
    assert snapshot.position is not None
    view = snapshot.engine.view(snapshot.position.state, None)
    return registry.screen(snapshot.game).best(view, sight.players)
