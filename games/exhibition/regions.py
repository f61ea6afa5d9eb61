"""The regions of Exhibition's board, each with the facts that its text shows."""

from __future__ import annotations

from typing import TypeAlias

from games.exhibition.layout import Layout
from games.exhibition.view import View
from games.screens import log_lines
from games.screens.regions import Drawn, Region, macros
from games.screens.since import at_a_glance
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

STRIP, SOLO = macros("exhibition/strip.html", "strip alone")
(RIVAL,) = macros("exhibition/rivals.html", "rival")
(TALLIES,) = macros("exhibition/sheet.html", "tallies")
COLUMN, STRIPS = macros("exhibition/columns.html", "column strips")
HELD, TRAY, PROMPT = macros("exhibition/bar.html", "held tray prompt")
CASE, POINTS = macros("exhibition/hall.html", "showcase points")
(MOVES,) = macros("exhibition/moves.html", "moves")


def regions(sight: Seen) -> Drawn:
    """Return the board by its regions."""
    its, players = sight.screen, sight.players
    mine = players[its.me]
    found = {} if sight.final else _table(sight, mine)
    found["moves"] = Region(MOVES, (its.groups,))
    found |= log_lines.listed(sight, its.told(sight.turns, players))
    state = _state(sight)
    around = tuple([case.area for case in its.cases_of(its.me)])
    return Drawn(found, state, (("seats", sight.view.seats),), sight.says(), around)


def _table(sight: Seen, mine: ShownPlayer) -> dict[str, Region]:
    its, view, players = sight.screen, sight.view, sight.players
    facts = (its.vehicle(its.me), its.solo, view.round, view.stock, its.total(its.me))
    found = {f"seat-{its.me}": Region(STRIP, (mine, sight.acts(mine), *facts))}
    if its.solo:
        found["solo"] = Region(SOLO, (its.costing, view.stock, its.total(its.me)))
    else:
        for one in its.rivals:
            playing = sight.under_way and view.turn == one.seat
            facts_of = (one, players[one.seat], view.seats, playing)
            found[f"hall-{one.seat}"] = Region(RIVAL, facts_of)
    names = tuple([players[seat].called for seat in its.seats])
    vehicles = tuple([its.vehicle(seat) for seat in its.seats])
    sheet = (its.rows(its.seats), names, vehicles, its.totals(), its.solo)
    found["tallies"] = Region(TALLIES, (*sheet, its.costing if its.solo else 0))
    found["since"] = at_a_glance(sight)
    for column in its.columns:
        found[f"column-{column.c}"] = Region(
            COLUMN, (column, column.c == its.opened, its.step == "")
        )
    found |= _bar(sight, mine)
    for case in its.hall([player.name for player in players]):
        found[f"mine-{case.area}"] = Region(CASE, (case,))
    found["my-points"] = Region(POINTS, (its.fame(its.me), its.solo))
    return found


def _bar(sight: Seen, mine: ShownPlayer) -> dict[str, Region]:
    its, view = sight.screen, sight.view
    holds = its.held is not None and its.step in ("travel", "place")
    where = its.here if its.step else ""
    journey = its.journey if its.step == "travel" and its.goal else ""
    total = its.total(its.me) if its.stuck else ""
    room = its.room if its.placing else 0
    tray: dict[str, Region] = {}
    if holds:
        at = (view.vehicles[its.me], its.vehicle(its.me))
        go = (*at, its.room, "depot" in its.go, total, sight.may_undo, sight.hint, sight.table.id)
        held = (its.held, its.step, its.goal, its.stuck, journey, where, *go)
        tray["tray"] = Region(HELD, held)
    else:
        inner = tuple([f"strips-{one.c}" for one in its.columns])
        tray["tray"] = Region(TRAY, (tuple([one.c for one in its.columns]),), inner)
        for one in its.columns:
            tray[f"strips-{one.c}"] = Region(STRIPS, (one.c, one.name, one.labels))
    acting = its.step in ("seek", "take") or holds
    turn = None if acting or view.turn is None else sight.players[view.turn]
    facts = (
        sight.table.id,
        sight.alert,
        sight.hint,
        its.step,
        its.goal if its.step == "travel" else "",
        its.stuck,
        its.held.rank if its.held and its.step else "",
        where,
        total,
        its.placing,
        room,
        journey,
        bool(sight.moment),
        sight.final,
        "" if acting else sight.say,
        turn,
        mine,
        its.advice,
        holds,
        sight.may_undo,
        sight.plans,
    )
    return tray | {"prompt": Region(PROMPT, facts)}


def _state(sight: Seen) -> str:
    its = sight.screen
    state = "" if sight.final or sight.moment else " is-waiting"
    if its.step:
        state = f" is-{its.step}"
    holds = its.held is not None and its.step in ("travel", "place")
    marks = (holds, "held"), (its.stuck, "stuck"), (its.solo, "solo"), (sight.alert, "refused")
    return state + "".join([f" is-{mark}" for holds, mark in marks if holds])
