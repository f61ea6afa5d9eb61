"""The regions of Lost Cities' board, each with the facts that its text shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from games.lost_cities.choices import Pick
from games.lost_cities.fans import Fan
from games.lost_cities.hints import Missing
from games.lost_cities.layout import Lane, Layout, Suit
from games.lost_cities.view import View
from games.screens import log_lines, two
from games.screens.phrases import minus, signed
from games.screens.regions import Drawn, Region, Regions, hole, macros
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

HALF, WORTH, FAN, PILE, OVER = macros("lost_cities/lanes.html", "half worth fan pile over")
HAND, MOVES = macros("lost_cities/hand.html", "hand moves")
(BAR,) = macros("lost_cities/bar.html", "bar")
(FACTS,) = macros("lost_cities/strip.html", "facts")
CASES, REST = macros("lost_cities/notes.html", "cases rest")
(RECAPS,) = macros("lost_cities/scores.html", "recaps")


def regions(sight: Seen) -> Drawn:
    """Return the board by its regions."""
    its, view = sight.screen, sight.view
    theirs, mine = sight.players[its.them], sight.players[its.me]
    waits = "" if sight.moment or sight.viewer is None else its.later(theirs.name)
    gone = sight.moment and sight.moment.ply != sight.turns[0].ply + 1
    side, suit = ("", "") if gone else its.moved(sight.turns)
    found: dict[str, Region] = {"over": Region(OVER, (len(its.picks), bool(waits)))}
    counted = sight.final and view.over
    for at, lane in enumerate(its.lanes):
        moved = side if suit == lane.its.suit else ""
        found |= _lane(lane, theirs.name, mine.name, moved, at if counted else -1)
    for place, player in (("theirs", theirs), ("mine", mine)):
        found[f"seat-{player.number}"] = _strip(sight, place, player)
    if not sight.final:
        found["bar"] = _bar(sight, mine, waits)
        found |= _rest(its.missing())
    if sight.viewer is not None and not sight.final:
        name = "" if mine.you else mine.name
        facts = (its.hand, its.fresh(sight.turns), its.gap(sight.turns), its.picks, bool(waits))
        found["hand"] = Region(HAND, (*facts, name))
    found["moves"] = Region(MOVES, (its.picks, its.draws))
    past = Region(RECAPS, (tuple(its.rounds()), theirs.called, mine.called))
    found |= log_lines.listed(sight, its.told(sight.turns, sight.players), past)
    measures = (("suits", len(view.suits)), ("longest", its.longest))
    return Drawn(found, _state(sight), measures, sight.says())


@lru_cache(8192)
def _lane(lane: Lane, theirs: str, mine: str, moved: str, at: int) -> Regions:
    suit, picks = lane.its.suit, lane.picks
    facts = (suit, lane.says, lane.top, lane.count, moved == "pile", bool(lane.draw), picks)
    return {
        **_half("theirs", lane.its, lane.theirs, theirs, moved == "theirs", (), at),
        f"pile-{suit}": Region(PILE, facts),
        **_half("mine", lane.its, lane.mine, mine, moved == "mine", picks, at),
    }


@lru_cache(8192)
def _half(
    side: str, suit: Suit, fan: Fan, name: str, moved: bool, picks: tuple[Pick, ...], at: int
) -> Regions:
    worth, cards = f"sum-{side}-{suit.suit}", f"fan-{side}-{suit.suit}"
    facts = (side, suit.suit, fan.long, hole(worth), hole(cards), picks)
    return {
        f"{side}-{suit.suit}": Region(HALF, facts, (worth, cards)),
        worth: Region(WORTH, (fan, name, suit, side, at)),
        cards: Region(FAN, (fan, name, suit, moved, side)),
    }


@lru_cache(1024)
def _rest(suits: tuple[Missing, ...]) -> Regions:
    ids = [f"rest-{suit.letter}" for suit in suits]
    letters = tuple([suit.letter for suit in suits])
    parts = {id: Region(REST, (suit,)) for id, suit in zip(ids, suits, strict=True)}
    return {"cases": Region(CASES, (letters,), tuple(ids)), **parts}


def _strip(sight: Seen, side: str, player: ShownPlayer) -> Region:
    view, seat = sight.view, player.number
    several = view.rounds > 1
    facts = (
        (view.round, view.rounds) if several else None,
        sight.table.deal_title if side == "theirs" else "",
        view.hand_counts[seat] if seat != sight.viewer and not sight.final else None,
        minus(view.totals[seat]) if several else "",
        signed(view.round_scores[seat]),
        sight.screen.grows(seat) if sight.final and view.over else "",
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
