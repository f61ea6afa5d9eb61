"""The regions of Lost Cities' board, each with the facts that its text shows."""

from __future__ import annotations

from typing import TypeAlias

from games.lost_cities.layout import Lane, Layout
from games.lost_cities.view import View
from games.screens import log_lines, two
from games.screens.phrases import minus, signed
from games.screens.regions import Drawn, Region, macros
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

HALF, PILE, OVER = macros("lost_cities/lanes.html", "half pile over")
HAND, MOVES = macros("lost_cities/hand.html", "hand moves")
(BAR,) = macros("lost_cities/bar.html", "bar")
(FACTS,) = macros("lost_cities/strip.html", "facts")
(CASES,) = macros("lost_cities/notes.html", "cases")
(RECAPS,) = macros("lost_cities/scores.html", "recaps")


def regions(sight: Seen) -> Drawn:
    """Return the board by its regions."""
    its, view = sight.screen, sight.view
    theirs, mine = sight.players[its.them], sight.players[its.me]
    waits = "" if sight.moment or sight.viewer is None else its.later(theirs.name)
    gone = sight.moment and sight.moment.ply != sight.turns[0].ply + 1
    side, suit = ("", "") if gone else its.moved(sight.turns)
    found = {"over": Region(OVER, (len(its.picks), bool(waits)))}
    for lane in its.lanes:
        found |= _lane(lane, theirs, mine, side if suit == lane.suit else "")
    for place, player in (("theirs", theirs), ("mine", mine)):
        found[f"seat-{player.number}"] = _strip(sight, place, player)
    if not sight.final:
        found["bar"] = _bar(sight, mine, waits)
        found["cases"] = Region(CASES, (its.missing(),))
    if sight.viewer is not None and not sight.final:
        name = "" if mine.you else mine.name
        facts = (its.hand, its.fresh(sight.turns), its.gap(sight.turns), its.picks, bool(waits))
        found["hand"] = Region(HAND, (*facts, name))
    found["moves"] = Region(MOVES, (its.picks, its.draws))
    past = Region(RECAPS, (tuple(its.rounds()), theirs.called, mine.called))
    found |= log_lines.listed(sight, its.told(sight.turns, sight.players), past)
    measures = (("suits", len(view.suits)), ("longest", its.longest))
    return Drawn(found, _state(sight), measures, sight.says())


def _lane(lane: Lane, theirs: ShownPlayer, mine: ShownPlayer, moved: str) -> dict[str, Region]:
    suit, picks = lane.suit, lane.picks
    facts = (suit, lane.says, lane.top, lane.count, moved == "pile", bool(lane.draw), picks)
    return {
        f"theirs-{suit}": Region(
            HALF, ("theirs", lane.its, lane.theirs, theirs.name, moved == "theirs", ())
        ),
        f"pile-{suit}": Region(PILE, facts),
        f"mine-{suit}": Region(
            HALF, ("mine", lane.its, lane.mine, mine.name, moved == "mine", picks)
        ),
    }


def _strip(sight: Seen, side: str, player: ShownPlayer) -> Region:
    view, seat = sight.view, player.number
    several = view.rounds > 1
    facts = (
        (view.round, view.rounds) if several else None,
        sight.table.daily if side == "theirs" else "",
        view.hand_counts[seat] if seat != sight.viewer and not sight.final else None,
        minus(view.totals[seat]) if several else "",
        signed(view.round_scores[seat]),
    )
    return two.strip(sight, side, player, Region(FACTS, (side, player, *facts)))


def _bar(sight: Seen, mine: ShownPlayer, waits: str) -> Region:
    its, turn = sight.screen, sight.view.turn
    step = two.step(sight)
    facts = (
        sight.table.id,
        sight.alert,
        sight.hint,
        step,
        its.begun() if step == "choose" else False,
        two.since(sight) if step == "choose" else None,
        len(its.draws),
        sight.say if step in ("past", "wait", "turn") else "",
        None if turn is None or step not in ("wait", "turn") else sight.players[turn],
        mine,
        its.picks,
        waits,
        sight.may_undo,
        sight.plans,
        sight.view.stock,
    )
    return Region(BAR, facts)


def _state(sight: Seen) -> str:
    its = sight.screen
    state = ""
    if its.picks:
        state = " is-picking"
    elif its.draws:
        state = " is-drawing"
    elif not sight.final and not sight.moment:
        state = " is-waiting"
    return state + sight.marks
