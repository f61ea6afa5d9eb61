"""The regions of Schotten Totten's board, each with the facts that its text shows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from games.schotten_totten.layout import Layout
from games.schotten_totten.stones import Half, Row
from games.schotten_totten.view import View
from games.screens import log_lines, two
from games.screens.languages import gettext as _
from games.screens.regions import Drawn, Region, Regions, macros
from games.screens.values import ShownPlayer, Sight

Seen: TypeAlias = Sight[View, Layout]

STONE, HALF, GOES, OVER = macros("schotten_totten/stones.html", "stone one_half goes over")
HAND, MOVES = macros("schotten_totten/hand.html", "hand moves")
(BAR,) = macros("schotten_totten/bar.html", "bar")
(FACTS,) = macros("schotten_totten/strip.html", "facts")
CASES, ABOUT, HELP, REST, AT_ONCE = macros(
    "schotten_totten/notes.html", "cases about help rest at_once"
)
(PROOF,) = macros("schotten_totten/proofs.html", "proof")
(RECAPS,) = macros("schotten_totten/scores.html", "recaps")


class Bare(NamedTuple):
    """A stone without its cards."""

    number: int
    owner: str
    size: int
    blind: bool
    mud: bool
    wins: tuple[bool, bool]
    room: bool


def regions(sight: Seen) -> Drawn:
    """Return the board by its regions."""
    its, view = sight.screen, sight.view
    theirs, mine = sight.players[its.them], sight.players[its.me]
    waits = "" if sight.moment or sight.viewer is None else its.later(theirs.name)
    claims = tuple([way.at for way in its.claims])
    found = _stones(sight, theirs, mine, claims)
    found["over"] = Region(OVER, (its.picks,))
    for place, player in (("theirs", theirs), ("mine", mine)):
        found[f"seat-{player.number}"] = _strip(sight, place, player)
    if not sight.final:
        found["bar"] = _bar(sight, mine, waits)
    if sight.viewer is not None and not sight.final:
        name, full = "" if mine.you else mine.name, 7 if view.tactics else 6
        facts = (its.hand, full, its.gap(sight.turns), its.picks, bool(waits), name)
        found["hand"] = Region(HAND, facts)
    found |= _cases(sight, theirs, mine, claims)
    found["at-once"] = _at_once(sight, theirs, mine)
    ways = (its.together, its.claims, its.picks, its.draws, its.others)
    found["moves"] = Region(MOVES, ways)
    past = Region(RECAPS, (tuple(its.rounds()), theirs.called, mine.called))
    found |= log_lines.listed(sight, its.told(sight.turns, sight.players), past)
    more = f" {_('You can claim a stone.')}" if its.claims else ""
    return Drawn(found, _state(sight), (("step", str(view.step)),), sight.says(more))


def _stones(
    sight: Seen, theirs: ShownPlayer, mine: ShownPlayer, claims: tuple[int, ...]
) -> dict[str, Region]:
    its = sight.screen
    gone = sight.moment and sight.moment.ply != sight.turns[0].ply + 1
    newest = [] if gone else sight.turns
    moved, touched = its.moved(newest), its.touched(newest)
    goes, targets = its.goes(), its.targets()
    proved = {case.number: case.proved for case in its.proofs}
    lights = its.lights()
    found: dict[str, Region] = {}
    for row in its.rows:
        number, asks = row.number, None
        if number in proved and number not in claims:
            asks = _asks(proved[number], sight.your_turn)
        codes = row.theirs.codes + row.mine.codes
        here = moved if moved in codes else ""
        aims = tuple([(code, tuple(targets[code])) for code in codes if code in targets])
        facts = (number in touched, asks, number in claims, lights.get(number))
        places = tuple(goes.get(number, ()))
        found |= _stone(row, theirs.name, mine.name, here, aims, facts, places)
    return found


@lru_cache(8192)
def _stone(
    row: Row,
    theirs: str,
    mine: str,
    moved: str,
    aims: tuple[tuple[str, tuple[Any, ...]], ...],
    facts: tuple[bool, str | None, bool, int | None],
    places: tuple[tuple[int, str, str], ...],
) -> Regions:
    bare = Bare(row.number, row.owner, row.size, row.blind, row.mud, row.wins, row.room)
    inner = f"theirs-{row.number}", f"mine-{row.number}", f"goes-{row.number}"
    return {
        f"stone-{row.number}": Region(STONE, (bare, theirs, mine, *facts), inner),
        inner[0]: _half("theirs", row, row.theirs, theirs, moved, aims),
        inner[1]: _half("mine", row, row.mine, mine, moved, aims),
        inner[2]: Region(GOES, (row.number, places)),
    }


def _asks(proved: bool, your_turn: bool) -> str:
    if proved:
        return _("Proved")
    return _("Not yet") if your_turn else ""


def _half(side: str, row: Row, half: Half, name: str, moved: str, aims: Any) -> Region:
    own = tuple([aim for aim in aims if aim[0] in half.codes])
    needs = row.mud and half.free > 0 and not half.form
    here = moved if moved in half.codes else ""
    return Region(HALF, (side, row.number, half, name, here, own, needs))


def _strip(sight: Seen, side: str, player: ShownPlayer) -> Region:
    its, view, seat = sight.screen, sight.view, player.number
    cards = None
    if view.tactics and sight.under_way:
        own = player.you and side == "mine"
        cards = (view.played[seat], its.may_play() if own else None)
    facts = (
        cards,
        its.stones(seat),
        view.points[seat],
        its.wins(seat) if sight.under_way else "",
        sight.table.deal_title if side == "theirs" else "",
        (view.round, view.rounds) if view.rounds > 1 else None,
    )
    return two.strip(sight, side, player, Region(FACTS, (side, player, *facts)))


def _bar(sight: Seen, mine: ShownPlayer, waits: str) -> Region:
    its, view = sight.screen, sight.view
    acts = bool(its.picks or its.draws or its.others or its.claims)
    turn = None if acts or view.turn is None else sight.players[view.turn]
    facts = (
        sight.table.id,
        sight.alert,
        sight.hint,
        view.step if acts else "",
        view.due if acts else 0,
        its.must_pass if its.picks else False,
        two.since(sight) if its.picks else None,
        bool(its.claims),
        its.picks,
        its.draws,
        its.others,
        its.together,
        bool(its.proofs) if its.draws else False,
        view.tactics,
        bool(sight.moment),
        sight.final,
        "" if acts else sight.say,
        turn,
        view.turn == sight.viewer,
        mine,
        waits,
        sight.may_undo,
        sight.plans,
        (view.clan_deck, view.tactics_deck),
    )
    return Region(BAR, facts)


def _cases(sight: Seen, theirs: ShownPlayer, mine: ShownPlayer, claims: tuple[int, ...]) -> Regions:
    its, view = sight.screen, sight.view
    end = its.draws[0] if view.step == "claim" and its.draws else None
    facts = (theirs.name, mine.name, mine.you)
    parts = {
        f"case-{case.number}": Region(
            PROOF, (case, *facts, case.number in claims, end, view.tactics)
        )
        for case in its.proofs
    }
    parts |= {f"case-{card.tactic}": Region(ABOUT, (card,)) for card in its.explained()}
    unseen = {f"rest-{suit.letter}": Region(REST, (suit,)) for suit in its.unseen()}
    suits = tuple(unseen)
    parts["case-help"] = Region(HELP, (suits, its.discarded(), view.tactics), suits)
    ids = tuple(parts)
    return {"cases": Region(CASES, (ids,), ids), **parts, **unseen}


def _at_once(sight: Seen, theirs: ShownPlayer, mine: ShownPlayer) -> Region:
    winning: tuple[Any, ...] = ()
    if sight.under_way:
        winning = tuple(
            [
                (side, player.you, player.name, tuple(stones))
                for side, player in (("mine", mine), ("theirs", theirs))
                if (stones := sight.view.winning[player.number])
            ]
        )
    return Region(AT_ONCE, (winning, sight.final))


def _state(sight: Seen) -> str:
    its = sight.screen
    state = ""
    if its.picks:
        state = " is-picking"
    elif its.draws or its.others:
        state = " is-claiming"
    elif not sight.final and not sight.moment:
        state = " is-waiting"
    return state + (" is-drawing" if its.draws else "") + sight.marks
