"""The regions of Exhibition's board, each with the facts that its text shows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from games.exhibition.cases import Case
from games.exhibition.columns import Column
from games.exhibition.layout import Layout, Rival
from games.exhibition.score_table import Row
from games.exhibition.view import View
from games.screens import log_lines
from games.screens.regions import Drawn, Region, Regions, macros
from games.screens.since import at_a_glance
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

STRIP, SOLO = macros("exhibition/strip.html", "strip alone")
RIVAL, THEIRS = macros("exhibition/rivals.html", "rival case")
TALLIES, TELLS = macros("exhibition/sheet.html", "tallies tells")
COLUMN, LABEL, STRIPS = macros("exhibition/columns.html", "column label strips")
HELD, TRAY, PROMPT = macros("exhibition/bar.html", "held tray prompt")
CASE, CAPTION, POINTS = macros("exhibition/hall.html", "showcase caption points")
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
    measures = (("seats", sight.view.seats), *its.travelled(sight.turns))
    return Drawn(found, state, measures, sight.says(), around)


def _table(sight: Seen, mine: ShownPlayer) -> dict[str, Region]:
    its, view, players = sight.screen, sight.view, sight.players
    facts = (its.vehicle(its.me), its.solo, view.round, view.stock, its.total(its.me))
    found: dict[str, Region] = {f"seat-{its.me}": Region(STRIP, (mine, sight.acts(mine), *facts))}
    if its.solo:
        found["solo"] = Region(SOLO, (its.costing, view.stock, its.total(its.me)))
    else:
        for one in its.rivals:
            playing = sight.under_way and view.turn == one.seat
            found |= _rival(one, players[one.seat], view.seats, playing)
    names = tuple([players[seat].called for seat in its.seats])
    vehicles = tuple([its.vehicle(seat) for seat in its.seats])
    costing = its.costing if its.solo else 0
    found |= _tallies(its.rows(its.seats), names, vehicles, its.totals(), its.solo, costing)
    found["since"] = at_a_glance(sight)
    opened = its.opened
    for column in its.columns:
        found |= _column(column, column.c == opened, its.step == "")
    found |= _bar(sight, mine)
    for case in its.hall([player.name for player in players]):
        found |= _case(case)
    found["my-points"] = Region(POINTS, (its.fame(its.me), its.solo))
    return found


@lru_cache(4096)
def _rival(its: Rival, player: ShownPlayer, seats: int, playing: bool) -> Regions:
    cases = {
        f"theirs-{its.seat}-{case.area}": Region(THEIRS, (case, f"theirs-{its.seat}-{case.area}"))
        for case in its.cases
    }
    ids = tuple(cases)
    return {f"hall-{its.seat}": Region(RIVAL, (its, player, seats, playing, ids), ids), **cases}


@lru_cache(4096)
def _tallies(rows: tuple[Row, ...], names: tuple[str, ...], *more: Any) -> Regions:
    tells = {f"tells-{row.name}": Region(TELLS, (row, names)) for row in rows}
    return {"tallies": Region(TALLIES, (rows, names, *more), tuple(tells)), **tells}


@lru_cache(4096)
def _column(its: Column, opened: bool, free: bool) -> Regions:
    labels = {}
    for number, label in enumerate(its.labels):
        id = f"label-{label.card.code}" if label else f"gone-{its.c}-{number}"
        labels[id] = Region(LABEL, (id, label))
    ids = tuple(labels)
    return {f"column-{its.c}": Region(COLUMN, (its, ids, opened, free), ids), **labels}


@lru_cache(4096)
def _case(its: Case) -> Regions:
    warns, rule = its.closed or its.costs, f"rule-{its.name}"
    return {
        f"mine-{its.area}": Region(CASE, (its,), (rule,)),
        rule: Region(CAPTION, (its.name, its.title, its.brief, its.rule, warns)),
    }


def _bar(sight: Seen, mine: ShownPlayer) -> dict[str, Region]:
    its, view = sight.screen, sight.view
    acting = its.step in ("seek", "take") or its.holds
    turn = None if acting or view.turn is None else sight.players[view.turn]
    facts = (
        sight.table.id,
        sight.alert,
        sight.hint,
        its.step,
        its.goal if its.step == "travel" else "",
        its.stuck,
        its.held.rank if its.held and its.step else "",
        its.here if its.step else "",
        its.total(its.me) if its.stuck else "",
        its.placing,
        its.room if its.placing else 0,
        _journey(sight),
        bool(sight.moment),
        sight.final,
        "" if acting else sight.say,
        turn,
        mine,
        its.advice,
        its.holds,
        sight.may_undo,
        sight.plans,
    )
    return _tray(sight) | {"prompt": Region(PROMPT, facts)}


def _journey(sight: Seen) -> str:
    its = sight.screen
    return its.journey if its.step == "travel" and its.goal else ""


def _tray(sight: Seen) -> dict[str, Region]:
    """Return the card in the viewer's hand, or the cards of each continent with their titles."""
    its = sight.screen
    if its.holds:
        at = (sight.view.vehicles[its.me], its.vehicle(its.me))
        total = its.total(its.me) if its.stuck else ""
        go = (*at, its.room, "depot" in its.go, total, sight.may_undo, sight.hint, sight.table.id)
        what = (its.held, its.step, its.goal, its.stuck, _journey(sight))
        return {"tray": Region(HELD, (*what, its.here if its.step else "", *go))}
    strips = {
        f"strips-{one.c}": Region(STRIPS, (one.c, one.name, one.labels)) for one in its.columns
    }
    facts = (tuple([one.c for one in its.columns]),)
    return {"tray": Region(TRAY, facts, tuple(strips)), **strips}


def _state(sight: Seen) -> str:
    its = sight.screen
    state = "" if sight.final or sight.moment else " is-waiting"
    if its.step:
        state = f" is-{its.step}"
    marks = (its.holds, "held"), (its.stuck, "stuck"), (its.solo, "solo"), (sight.alert, "refused")
    return state + "".join([f" is-{mark}" for holds, mark in marks if holds])
