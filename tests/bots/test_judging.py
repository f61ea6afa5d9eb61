"""The worth of a decision: on a game whose answer is known, and on real ones."""

from __future__ import annotations

import json
from collections import UserDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any

import pytest

from games.bots import evaluation, trial
from games.bots.evaluation import Depth, Game, Turn
from games.bots.protocol import AnyBot, Result
from games.kernel.protocol import Outcome, Setup
from games.kernel.replay import Entry
from games.registry import bots
from tests.bots.conftest import BOTS
from tests.kit import tiers

State = tuple[int, int | None]
"""The hidden number of the wheel, and the bet that was made."""


class Wheel:
    """Ann bets on a wheel that she cannot see. Each bet is worth what it says, and the wheel, which
    is worth much more, comes on top."""

    def start(self, setup: Setup) -> State:
        return 0, None

    def chance(self, state: State) -> tuple[str, ...]:
        return ()

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state[1] is not None else frozenset({0})

    def legal_actions(self, state: State, seat: int) -> Sequence[int]:
        return () if state[1] is not None else range(9)

    def apply(self, state: State, seat: int, action: int) -> State:
        return state[0], action

    def outcome(self, state: State) -> Outcome | None:
        return None if state[1] is None else Outcome((0, 0), (1, 1))

    def view(self, state: State, viewer: int | None) -> None:
        return None

    def imagine(self, view: None, rng: Random) -> State:
        return rng.randrange(100), None

    def encode(self, action: int) -> str:
        return f"bet {action}"


@dataclass
class Gambler:
    """A bot that offers some bets. `worth` is what each is worth; `noise` what luck adds to each
    bet for itself."""

    worth: Sequence[float] = (0, 1, 2, 3, 4, 9, 6, 5, 8)
    noise: float = 0.0
    bets: Sequence[int] = (4, 5, 6, 7)
    worlds: int = 400
    slip: float = 3.0
    engine: Any = field(default_factory=Wheel)

    def candidates(self, view: None, seat: int, legal: Sequence[int]) -> list[tuple[int, ...]]:
        return [(bet,) for bet in self.bets]

    def results(
        self, state: State, seat: int, rng: Random, *, whole: bool = False
    ) -> Sequence[Result]:
        bet = 0.0 if state[1] is None else self.worth[state[1]]
        ahead = bet + state[0] + rng.gauss(0, self.noise)
        return Result(ahead, ahead / 200), Result(-ahead, 1 - ahead / 200)


def judged(bot: Any, code: str, seed: object = 1, worlds: int = 400) -> evaluation.Judged:
    game = Game(bot, Setup(2), [Turn(0, ((0, Entry(0, code)),))], (0, 1))
    (stage,) = evaluation.stages(game, lambda name: Random(f"{seed} {name}"), Depth(worlds, 50))
    (one,) = stage.judged
    return one


def test_the_loss_is_what_the_best_bet_is_worth_more() -> None:
    one = judged(Gambler(), "bet 4")
    assert (one.loss, one.error, one.best) == (5, 0, ("bet 5",))
    assert one.gains == (-5, 5)
    assert abs(one.chance - one.left - 5 / 200) < 1e-9


def test_the_best_bet_loses_nothing() -> None:
    one = judged(Gambler(), "bet 5")
    assert (one.loss, one.error, one.chance) == (0, 0, one.left)


def test_what_was_played_is_always_tried() -> None:
    """The bot would not think of bet 8, but Ann did."""
    assert judged(Gambler(), "bet 8").loss == 1
    assert judged(Gambler(bets=(4,)), "bet 8").best == ("bet 8",)


def test_picking_the_luckiest_of_equals_invents_no_loss() -> None:
    """All bets are worth the same, and luck is loud: chosen and measured on the same deals the best
    would seem some points better. On other deals it does not, and nothing is called a loss."""
    bot = Gambler(worth=[0] * 9, noise=30)
    found = [judged(bot, "bet 4", seed) for seed in range(40)]
    assert abs(fmean(one.loss for one in found)) < 1.5
    assert sum(evaluation.is_loss(one.loss, one.error, bot.slip) for one in found) <= 4


def test_two_reviews_call_the_same_losses() -> None:
    bot = Gambler(noise=6)
    found = [judged(bot, "bet 4", seed) for seed in range(20)]
    assert all(evaluation.is_loss(one.loss, one.error, bot.slip) for one in found)


def test_a_review_goes_on_where_it_was_left() -> None:
    bot = Gambler(noise=5)
    turns = [Turn(0, ((0, Entry(0, "bet 4")),))]
    game = Game(bot, Setup(2), turns, (0,))  # type: ignore[arg-type]
    assert list(evaluation.stages(game, lambda name: Random(name), Depth(20, 8), done=1)) == []


class Shelf(UserDict[str, Any]):
    """Pieces as a worker keeps them. It dies as soon as it has kept so many."""

    def __init__(self, kept: Any = None, most: int = 1_000_000) -> None:
        super().__init__()
        self.data, self.most = kept or {}, most

    def __setitem__(self, name: str, piece: Any) -> None:
        super().__setitem__(name, json.loads(json.dumps(piece)))
        self.most -= 1
        if self.most <= 0:
            raise InterruptedError


def test_a_worker_that_dies_after_any_piece_leaves_it_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often it is left and begun again, the numbers are the same, and no piece is made
    twice."""
    monkeypatch.setattr(trial, "PIECE", 60)
    bot = Gambler(noise=6)
    turns = [Turn(0, ((0, Entry(0, "bet 4")),))]
    game = Game(bot, Setup(2), turns, (0, 1))  # type: ignore[arg-type]

    def dice(name: str) -> Random:
        return Random(f"1 {name}")

    whole = list(evaluation.stages(game, dice, Depth(400, 50)))
    shelf, tries = Shelf(most=1), 1
    while True:
        try:
            again = list(evaluation.stages(game, dice, Depth(400, 50), kept=shelf))
            break
        except InterruptedError:
            shelf, tries = Shelf(shelf.data, most=1), tries + 1
    assert again == whole and tries > 20 and not shelf


@pytest.mark.parametrize(
    ("judge", "seats"),
    [(bot, seats) for bot in BOTS for seats in bot.engine.seats],
    ids=lambda one: one if isinstance(one, int) else one.engine.slug,
)
def test_every_piece_is_small_at_the_greatest_depth(
    judge: AnyBot, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in playouts times seats, so that the longest game for the most seats stops as soon
    as the shortest one."""
    depth = evaluation.depth(judge, seats, times=4)
    assert depth is not None
    work = [0]

    class Meter(Shelf):
        def __setitem__(self, name: str, piece: Any) -> None:
            super().__setitem__(name, piece)
            work.append(0)

    def ends(bot: Any, state: Any, seat: int, rng: Any, *, whole: bool = False) -> list[Result]:
        work[-1] += seats
        return [Result(float(len(work) % 3), 0.5)] * seats

    monkeypatch.setattr(trial, "results", ends)
    for plies in (9, 2)[: tiers.part(2)]:
        game, state, ply, entry = walked(judge, seats, plies)
        shelf = Meter()

        def dice(name: str) -> Random:
            return Random(name)

        assert evaluation.decision(game, state, ply, entry, dice, depth, shelf)
        evaluation.outlook(game, state, ply, dice, depth, shelf)
    assert sum(work) > 10 * trial.PIECE / 2 and max(work) <= trial.PIECE


def walked(bot: AnyBot, seats: int, plies: int) -> tuple[Game, Any, int, Entry]:
    """Play at random, and return the position before a decision."""
    engine, rng = bot.engine, Random(7)
    state: Any = engine.start(Setup(seats))
    game = Game(bot, Setup(seats), [], range(seats))
    for ply in range(1000):
        if cards := list(engine.chance(state)):
            rng.shuffle(cards)
            state = engine.deal(state, tuple(cards))
            continue
        seat = min(engine.to_act(state))
        legal = engine.legal_actions(state, seat)
        action = legal[rng.randrange(len(legal))]
        if ply >= plies and len(legal) > 2:
            return game, state, ply, Entry(seat, engine.encode(action))
        state = engine.apply(state, seat, action)
    raise AssertionError("no decision was found")


def test_nothing_is_judged_by_cards_that_the_seat_cannot_see(bot: AnyBot) -> None:
    """Other hidden cards, as the view allows them: every number stays as it was."""
    seats = max(2, bot.engine.seats.start)
    for plies in (9, 2)[: tiers.part(2)]:
        game, state, ply, entry = walked(bot, seats, plies)
        assert entry.seat is not None
        view = bot.engine.view(state, entry.seat)
        other = bot.engine.imagine(view, Random(3))
        assert other != state
        first, second = [
            evaluation.decision(game, each, ply, entry, lambda name: Random(name), Depth(16, 8))
            for each in (state, other)
        ]
        assert first == second and first


def test_every_game_ends_with_what_it_came_to() -> None:
    """Alone a seat has its points; with others they are what it is ahead."""
    for bot in BOTS:
        assert evaluation.depth(bot, 2) is not None
    lost_cities = bots()["lost_cities"]
    depth = evaluation.depth(lost_cities, 2)
    deeper = evaluation.depth(lost_cities, 2, times=4)
    assert depth and deeper and deeper.worlds == 4 * depth.worlds == 4000
