"""Boards of every game as they may stand: positions of random games from fixed seeds, rendered by
the presenter without a site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from django.utils.safestring import mark_safe

from games import registry
from games.epoch import milliseconds
from games.kernel import clock
from games.kernel.awake_hours import Day, Rules
from games.kernel.protocol import AnyEngine, Seat, Setup
from games.screens import clocks
from games.tables.board import render
from games.tables.board.moments import NoSuchMoment
from games.tables.board.scenes import new_deal
from games.tables.models import EndedBy, Status
from games.tables.state import hours
from games.tables.state.snapshot import Snapshot
from games.tables.state.take_back import may_undo
from tests.kit import boards

MOST = 4  # running positions shown of one setup
SHORT = "custom 60+5"
CONTROLS = ("untimed", "normal", "daily", SHORT)
HONOLULU = "Pacific/Honolulu"
ALERT = "The table has moved on. Here is how it stands now."
LONG_NAMES = tuple([f"{letter}_very_long_name_of_24ch" for letter in "abcdef"])
EMPTY = '<section id="board"></section>'


@dataclass(frozen=True)
class Picture:
    """One board. `page` is the whole page around it, with an empty board."""

    name: str
    state: str
    page: str
    html: str


def setups(engine: AnyEngine) -> list[Setup]:
    """Return the usual game for every number of seats, and each other choice of an option once,
    with the numbers of seats in turn."""
    seats = list(engine.seats)
    others = [
        (option.name, choice)
        for option in engine.options
        for choice in option.choices
        if choice != option.default
    ]
    return [Setup(count, {}, engine.ruleset) for count in seats] + [
        Setup(seats[number % len(seats)], {name: choice}, engine.ruleset)
        for number, (name, choice) in enumerate(others)
    ]


def pictures(engine: AnyEngine) -> list[Picture]:
    """Return boards of every setup of a game, in each state and for each kind of viewer, ordered by
    their pages."""
    found = list(_waiting(engine))
    for seed, setup in enumerate(setups(engine)):
        played = [
            _named(one, long=seed % 2 == 0) for one in boards.moments(engine, setup, seed, _choose)
        ]
        found += [*_running(engine, played, Random(seed)), *_ended(played[-1])]
    # In the order in which pages come up: their text changes with every script and style.
    order = {page: number for number, page in enumerate(dict.fromkeys(one.page for one in found))}
    return sorted(found, key=lambda picture: order[picture.page])


def _choose(rng: Random, codes: list[str]) -> str:
    """At random, but mostly from the stock: else a game of Lost Cities takes hundreds of turns, and
    its scores are nobody's."""
    return "draw stock" if "draw stock" in codes and rng.random() < 0.8 else rng.choice(codes)


def _waiting(engine: AnyEngine) -> Iterator[Picture]:
    """Tables before the game, as the host, the last who came and a stranger see them."""
    for seats in engine.seats:
        if seats == 1:
            continue
        setup = Setup(seats, {}, engine.ruleset)
        full = boards.before(engine, setup)
        for taken in sorted({1, seats - 1}):
            some = replace(full, players=_named(full, long=True).players[:taken])
            for viewer in sorted({0, taken - 1}):
                yield picture(some, viewer, "open")
            yield picture(some, None, "open")
        yield picture(replace(full, status=Status.ENDED), None, "closed")


def _running(engine: AnyEngine, played: Sequence[Snapshot], rng: Random) -> Iterator[Picture]:
    running = [one for one in played if one.status == Status.RUNNING and _to_act(one)]
    yield picture(running[0], _to_act(running[0])[0], "first game")
    for number, snapshot in enumerate(_spread(running, MOST), rng.randrange(4)):
        mover = _to_act(snapshot)[0]
        others = [seat for seat in range(snapshot.seat_count) if seat != mover]
        timed = _timed(snapshot, mover, CONTROLS[number % len(CONTROLS)])
        yield picture(timed, mover, "my turn")
        if others:
            yield picture(timed, rng.choice(others), "not my turn")
            yield picture(_offered(timed, others[0]), mover, "offers")
        yield picture(timed, None, "spectator")
        yield picture(timed, mover, "refused", alert=ALERT)
    back = [one for one in running if may_undo(one, _to_act(one)[0], glance=True)]
    for snapshot in _spread(back, 2):
        yield picture(snapshot, _to_act(snapshot)[0], "take back")
    if registry.screen(engine.slug).scene:
        dealt = [one for one in running if (found := new_deal(one.runs)) and not found[1]]
        for snapshot, control in zip(_spread(dealt, 2), ("normal", "daily"), strict=False):
            mover = _to_act(snapshot)[0]
            yield picture(_timed(snapshot, mover, control), mover, "scene")
            yield picture(_timed(snapshot, mover, control), None, "scene")


def _ended(end: Snapshot) -> Iterator[Picture]:
    """Yield the result, and past moments from one's own viewpoint, from another's and with all
    cards shown."""
    for seat in (0, end.seat_count - 1, None):
        yield picture(end, seat, "ended")
    if end.seat_count > 1:
        yield picture(replace(end, ended_by=EndedBy.RESIGN), 0, "ended")
    for ply in (2, end.ply // 2, end.ply):
        yield _moment(end, 0, {"ply": str(ply)})
        yield _moment(end, None, {"ply": str(ply), "eyes": str(end.seat_count - 1)})
        with suppress(NoSuchMoment):  # a game without hidden cards
            yield _moment(end, 0, {"ply": str(ply), "eyes": "all"}, "open replay")


def picture(snapshot: Snapshot, seat: Seat | None, state: str, **more: Any) -> Picture:
    html = render.board(snapshot, None if seat is None else 100 + seat, now=boards.NOON, **more)
    facts = snapshot.game, snapshot.status, snapshot.time_control, state == "first game"
    page = _page("tables/table.html", *facts)
    return Picture(f"{_called(snapshot)}, seat {seat}, {state}", state, page, html)


def _moment(
    snapshot: Snapshot, seat: Seat | None, query: dict[str, str], state: str = "replay"
) -> Picture:
    html = render.moment(snapshot, None if seat is None else 100 + seat, query)
    page = _page("tables/replay.html", snapshot.game, snapshot.status, snapshot.time_control)
    return Picture(f"{_called(snapshot)}, seat {seat}, {query}", state, page, html)


def _called(snapshot: Snapshot) -> str:
    options = " ".join(f"{name}={value}" for name, value in snapshot.options.items())
    return f"{snapshot.game} {options} for {snapshot.seat_count}, ply {snapshot.ply}"


@cache
def _page(template: str, game: str, status: str, control: str, first: bool = False) -> str:
    """Return the page as a spectator gets it. The height of its head does not depend on the
    viewer."""
    request: Any = RequestFactory().get("/t/k3x9/")
    request.resolver_match = resolve("/t/k3x9/")
    table = {"id": "k3x9", "game": game, "title": game, "status": status, "time_control": control}
    facts = {
        "table": table | {"begun": status != Status.OPEN, "version": 9, "names": ["Ann", "Ben"]},
        "summary": clocks.summary(clock.control(control) or clock.PRESETS["untimed"], False),
        "now": milliseconds(boards.NOON),
        "board": mark_safe(EMPTY),
        "styles": registry.screen(game).styles,
        "script": registry.screen(game).script,
        "scenes": registry.screen(game).scene,
        "first_game": first,
    }
    return render_to_string(template, facts, request)


def _to_act(snapshot: Snapshot) -> list[Seat]:
    assert snapshot.position is not None
    return sorted(snapshot.engine.to_act(snapshot.position.state))


def _spread(found: Sequence[Snapshot], most: int) -> list[Snapshot]:
    """So many of them at most, from the first to the last."""
    if len(found) <= most:
        return list(found)
    return [found[round(number * (len(found) - 1) / (most - 1))] for number in range(most)]


def _named(snapshot: Snapshot, *, long: bool) -> Snapshot:
    names = LONG_NAMES if long else boards.NAMES
    players = [
        replace(player, username=name)
        for player, name in zip(snapshot.players, names, strict=False)
    ]
    return replace(snapshot, players=tuple(players))


def asleep(snapshot: Snapshot, mover: Seat) -> Snapshot:
    """Return a game by correspondence in which the seat to act sleeps: it is two in the morning in
    Honolulu, and noon in Greenwich."""
    night = Rules(HONOLULU, (Day(23 * 60, 7 * 60),) * 7)
    times = hours.text([(milliseconds(boards.NOON), night)])
    players = [replace(player, sleeps=times) for player in snapshot.players]
    return _timed(replace(snapshot, players=tuple(players)), mover, "daily")


def _timed(snapshot: Snapshot, mover: Seat, control: str) -> Snapshot:
    budgets = clock.begin(clock.control(control) or clock.PRESETS["untimed"], snapshot.seat_count)
    if control == SHORT:  # low from the first moment, not from one second later
        budgets = tuple([min(budget, clocks.LOW - 10_000) for budget in budgets])
    return replace(snapshot, time_control=control, budgets=budgets, to_act=frozenset({mover}))


def _offered(snapshot: Snapshot, seat: Seat) -> Snapshot:
    """Somebody offers a draw and to call the game off."""
    return replace(snapshot, draw_by=str(seat), abort_by=str(seat))
