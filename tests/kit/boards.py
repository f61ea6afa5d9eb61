"""Boards without a site: a random game as snapshots, and checks that each board must pass."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import unescape
from random import Random
from typing import Any

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Outcome, Setup
from games.kernel.replay import Entry, Position
from games.tables.board import render
from games.tables.proof import fairness
from games.tables.state import turns as runs
from games.tables.state.player import Player
from games.tables.state.snapshot import Logged, Snapshot
from games.tables.state.turns import Run
from tests.kit import tiers

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NAMES = ("Ann <b>", "Ben %(card)s", "Cem", "Dana", "Eve-With-A-Very-Long-Name", "Fay")
PLAYERS = tuple(
    [Player(seat, 100 + seat, name, False, "n", None, None) for seat, name in enumerate(NAMES)]
)

CHOICES = 24  # the number of values of `data-i` in table.css


def mark_verified() -> None:
    """Mark the deals of `k3x9` as verified, so that no board queries a database."""
    fairness.verdicts.put("k3x9", "verified")


mark_verified()

Choose = Callable[[Random, list[str]], str]


@dataclass
class Turn:
    """A turn as a screen gets it."""

    number: int
    seat: int | None
    player: str
    you: bool
    codes: tuple[str, ...]
    ply: int = 0


@dataclass
class Sitting:
    """A player as a screen gets one."""

    name: str
    you: bool


ANN_AND_BEN = (Sitting("Ann", True), Sitting("Ben", False))


def moments(
    engine: AnyEngine, setup: Setup, seed: int, choose: Choose = Random.choice
) -> list[Snapshot]:
    """Return a random game, a snapshot for each ply. `choose` picks a legal code."""
    rng, log = Random(seed), list[Logged]()
    found: list[Snapshot] = []
    turns: tuple[Run, ...] = ()
    position = replay.begin(engine, setup)
    while not engine.outcome(position.state):
        if due := engine.chance(position.state):
            entry = Entry(None, replay.deal_code(rng.sample(due, len(due))))
        else:
            seat = min(engine.to_act(position.state))
            entry = Entry(seat, choose(rng, list(replay.codes(engine, position.state, seat))))
        position = replay.advance(engine, position, entry)
        log.append(Logged(entry, NOON, "h"))
        turns = runs.after(turns, len(log) - 1, entry, NOON)
        made = snapshot(engine, setup, position, tuple(log), turns)
        found.append(replace(made, lasting=found[0].lasting) if found else made)
    return found


def thinned(played: list[Snapshot], start: int, every: int) -> list[Snapshot]:
    """Return every `every`th moment of a game from `start` on; in `make test` two of five of
    them."""
    return played[start :: every * 5 // 2 if tiers.brief else every]


def before(engine: AnyEngine, setup: Setup) -> Snapshot:
    """Return a table before its start, with all seats taken."""
    start = snapshot(engine, setup, replay.begin(engine, setup), (), ())
    return replace(start, status="open", position=None, started_at=None)


def snapshot(
    engine: AnyEngine,
    setup: Setup,
    position: Position,
    log: tuple[Logged, ...],
    turns: tuple[Run, ...],
) -> Snapshot:
    outcome = engine.outcome(position.state)
    return Snapshot(
        id="k3x9",
        game=engine.slug,
        ruleset=1,
        options=dict(setup.options),
        seat_count=setup.seats,
        order="random",
        time_control="untimed",
        rated=False,
        private=False,
        status="ended" if outcome else "running",
        version=len(log),
        ply=len(log),
        to_act=engine.to_act(position.state),
        ended_by="rules" if outcome else "",
        creator_id=100,
        commitment="c" * 64,
        started_at=NOON,
        ended_at=NOON if outcome else None,
        players=_players(setup.seats, outcome),
        log=log,
        position=position,
        runs=turns,
    )


def _players(seats: int, outcome: Outcome | None) -> tuple[Player, ...]:
    """Return the players, with score and place after the end."""
    if outcome is None:
        return PLAYERS[:seats]
    ranks = zip(PLAYERS, outcome.scores, outcome.places, strict=False)
    return tuple([replace(player, score=score, place=place) for player, score, place in ranks])


def board(moment: Snapshot, viewer: int | None) -> str:
    return render.board(
        moment, None if viewer is None else 100 + viewer, alert="It is not as it was."
    )


def cards(html: str) -> Counter[str]:
    """Return the cards that a board shows, without those at the end of the previous deal."""
    now = re.sub(r'<section class="scene".*?</section>', "", html, flags=re.DOTALL)
    return Counter(re.findall(r'data-card="(\w+)"', now))


def check(moment: Snapshot, viewer: int | None) -> str:
    """Return a board. Assert that each legal code has one button, each label an element, no element
    a style attribute, and that names are escaped."""
    html, state = board(moment, viewer), _state(moment)
    legal = list(replay.codes(moment.engine, state, viewer)) if viewer is not None else []
    assert sorted(
        map(unescape, re.findall(r'<button name="code" value="([^"]+)"', html))
    ) == sorted(legal)
    ids = Counter(re.findall(r'\bid="([^"]+)"', html))
    assert max(ids.values()) == 1, ids
    assert set(re.findall(r'<label[^>]* for="([^"]+)"', html)) <= set(ids)
    numbers = {int(number) for number in re.findall(r'data-i="(\d+)"', html)}
    assert max(numbers, default=0) <= CHOICES, "table.css has no rule for so many cards"
    assert not re.search(r"\bstyle=|\son\w+=|<script", html)
    # her own seat is called "You"
    assert "Ann <b>" not in html and ("Ann &lt;b&gt;" in html or viewer == 0)
    return html


def _state(moment: Snapshot) -> Any:
    assert moment.position is not None
    return moment.position.state
