"""The regions of Odin's board, each with the facts that its text shows."""

from __future__ import annotations

from typing import Any, TypeAlias

from games.odin.layout import Layout
from games.odin.rivals import Rival
from games.odin.view import View
from games.screens import log_lines
from games.screens.regions import Drawn, Region, Regions, macros
from games.screens.since import shows
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

RIVAL, HAND, SORT = macros("odin/cards.html", "rival hand sort")
(MIDDLE,) = macros("odin/middle.html", "middle")
(STRIP,) = macros("odin/strip.html", "strip")
(BAR,) = macros("odin/bar.html", "bar")
(MOVES,) = macros("odin/moves.html", "moves")
(LOG,) = macros("odin/scores.html", "log")


def regions(sight: Seen) -> Drawn:
    """Return the board by its regions."""
    its, view = sight.screen, sight.view
    mine = sight.players[its.me]
    playing = sight.seat is not None and sight.table.status == "running" and not sight.moment
    choosing = playing and bool(its.hand) and not its.prizes
    found = {"middle": _middle(sight, choosing and bool(its.offers))}
    for at, rival in enumerate(its.rivals, 1):
        found[f"seat-{rival.number}"] = _rival(sight, at, rival)
    found[f"seat-{its.me}"] = _strip(sight, mine)
    if not sight.final:
        found["sort"] = Region(SORT, (choosing,))
        found["bar"] = _bar(sight, mine, choosing)
    if sight.viewer is not None and not sight.final:
        name = "" if mine.you else mine.name
        found["hand"] = Region(HAND, (its.hand, choosing, its.new, name))
    found["moves"] = Region(MOVES, (its.offers, its.prizes, its.may_pass))
    found |= _log(sight, mine)
    state = "" if sight.your_turn or sight.final or sight.moment else " is-waiting"
    state += " is-taking" if its.prizes else ""
    more = f" {its.hint()}" if sight.your_turn and view.step == "follow" else ""
    said = sight.says(more or " ") if sight.your_turn else sight.says()
    return Drawn(found, state + sight.marks, (("rivals", len(its.rivals)),), said)


def _acts(sight: Seen, seat: int) -> bool:
    return sight.under_way and sight.view.turn == seat


def _rival(sight: Seen, at: int, rival: Rival) -> Region:
    step = str(sight.view.step) if _acts(sight, rival.number) else ""
    link = None
    if not step and (rival.did or sight.view.step == "lead"):
        done = [deed.turn for deed in sight.since if deed.turn.seat == rival.number]
        link = shows(sight, done[0]) if done else None
    facts = (
        sight.players[rival.number],
        at,
        len(sight.players),
        rival.passed,
        step,
        rival.did,
        link,
        rival.hand,
        sight.hands[rival.number] if sight.hands else None,
        rival.count,
        rival.points,
    )
    return Region(RIVAL, facts)


def _strip(sight: Seen, mine: ShownPlayer) -> Region:
    view, me = sight.view, sight.screen.me
    count = None if sight.viewer == me else view.hand_counts[me]
    here = _acts(sight, me)
    facts = (len(sight.players), here, bool(sight.moment), count, view.totals[me])
    return Region(STRIP, (mine, *facts))


def _middle(sight: Seen, drop: bool) -> Region:
    its, view, players = sight.screen, sight.view, sight.players
    owner = players[its.top.seat] if its.top else None
    rules = lead = None
    if its.top and sight.under_way:
        rules = (its.beats_it(), its.if_all_pass(players))
    elif not its.top and view.turn is not None and not sight.final:
        leader = players[view.turn]
        own = leader.you and not sight.moment
        after = players[its.next_one()].name if own else ""
        lead = (leader.name, own, after, leader.you and its.whole)
    facts = (
        its.top,
        owner.name if owner else "",
        owner.you if owner else False,
        its.beaten,
        its.prizes,
        drop,
        rules,
        lead,
        tuple(map(str, sight.first_lines)),
        sight.table.id,
        view.number if sight.final and len(view.past) == view.number else 0,
    )
    return Region(MIDDLE, facts)


def _bar(sight: Seen, mine: ShownPlayer, choosing: bool) -> Region:
    its, view = sight.screen, sight.view
    step = str(view.step) if sight.your_turn else ""
    turn = None if step or view.turn is None else sight.players[view.turn]
    says = ""
    if step == "follow":
        says = its.hint() if its.offers else its.pass_means(sight.players)
    facts = (
        sight.table.id,
        sight.alert,
        sight.hint,
        step,
        its.whole,
        len(sight.since) if step == "lead" else 0,
        len(its.prizes),
        bool(its.offers),
        its.top.value if its.top else 0,
        len(its.top.cards) if its.top else 0,
        says,
        bool(sight.moment),
        sight.final,
        "" if step else sight.say,
        turn,
        _all_see(sight),
        mine,
        choosing,
        its.sentences() if choosing else (),
        sight.may_undo,
        sight.plans,
        its.may_pass,
    )
    return Region(BAR, facts)


def _all_see(sight: Seen) -> bool:
    """Tell whether bots wait until all people have seen the points of the hand before."""
    people = [player for player in sight.players if not player.bot]
    hurries = sight.scene is not None and sight.scene.hurries
    return hurries and sight.turns[0].seat is None and len(people) > 1


def _log(sight: Seen, mine: ShownPlayer) -> Regions:
    its, view = sight.screen, sight.view
    found = log_lines.listed(sight, its.told(sight.turns, sight.players))
    lines: Any = found["log"]
    rows = its.standing() if view.number else ()
    you = its.me if mine.you else -1
    summaries = tuple(its.summaries())
    facts = (rows, sight.table.names, you, view.target, lines, summaries)
    return {**found, "log": Region(LOG, facts, lines.inner)}
