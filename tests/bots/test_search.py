"""The search that all Experts share, on a game of pure luck: bets on a wheel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level, levels
from games.bots.search import follow, proved, search
from games.kernel.protocol import Seat


class Wheel:
    """An engine whose `imagine` turns the wheel. An action is a number to bet on."""

    def imagine(self, view: None, rng: Random) -> float:
        return rng.random()

    def apply(self, state: float, seat: Seat, action: int) -> tuple[float, int]:
        return state, action


@dataclass
class Gambler:
    """A bot for which candidate 5 pays best. The number of the wheel counts a hundred times as much
    as any bet, but the same for all bets."""

    engine: Any = field(default_factory=Wheel)
    playouts: dict[str, int] = field(default_factory=lambda: {"expert": 40, "master": 80})
    bets: list[int] = field(default_factory=lambda: [0, 1, 2, 3, 4, 5, 6, 7])
    tried: list[tuple[float, int]] = field(default_factory=list)

    def club(self, view: None, seat: Seat, legal: Sequence[int], rng: Random) -> int:
        return legal[-1]

    beginner = club

    def candidates(self, view: None, seat: Seat, legal: Sequence[int]) -> list[tuple[int, ...]]:
        return [(bet,) for bet in self.bets]

    def playout(self, state: tuple[float, int], seat: Seat, rng: Random) -> float:
        self.tried.append(state)
        return 100 * state[0] - abs(state[1] - 5)


def test_the_best_candidate_is_found_however_loud_the_luck() -> None:
    """All candidates are tried on the same deals, so very few deals are enough to compare them."""
    assert search(Gambler(), None, 0, (), Random(1), Budget(32)) == 5


def test_candidates_are_tried_on_the_same_deals() -> None:
    gambler = Gambler()
    search(gambler, None, 0, (), Random(1), Budget(64))
    by_deal = Counter(deal for deal, _ in gambler.tried)
    assert set(by_deal.values()) == {8, 5, 3, 2}


def test_the_better_half_goes_on_and_the_first_stays_in() -> None:
    """240 playouts in four parts: the first candidate beside seven others, then four, two, one."""
    gambler = Gambler()
    search(gambler, None, 0, (), Random(1), Budget(240))
    by_bet = Counter(bet for _, bet in gambler.tried)
    assert sorted(by_bet.values()) == [7] * 3 + [19] * 2 + [39] + [69] * 2
    assert by_bet[5] == by_bet[0] == 69 and by_bet[1] == by_bet[2] == 7


def test_what_is_not_proved_better_gives_way_to_the_first() -> None:
    """The difference must be more than the luck that is left in it."""
    assert proved([1.0, 1.1, 0.9, 1.0], [0.0, 0.0, 0.1, 0.0])
    assert not proved([9.0, -8.0, 9.0, -8.0], [0.0, 0.0, 0.0, 0.0])
    assert not proved([5.0], [0.0]), "once is luck"
    assert not proved([0.0, 0.0], [1.0, 1.0])


def test_of_equals_the_earlier_one_is_chosen() -> None:
    """The first candidate is Club's choice: where playouts cannot decide, the game's rules of thumb
    do."""
    gambler = Gambler(bets=[6, 4])
    assert search(gambler, None, 0, (), Random(1), Budget(20)) == 6


def test_a_clock_from_outside_ends_it_early() -> None:
    gambler, asked = Gambler(), []

    def over() -> bool:
        asked.append(len(gambler.tried))
        return len(asked) == 3

    assert search(gambler, None, 0, (), Random(1), Budget(10_000, over)) == 5
    assert asked == [8, 16, 24]


def test_one_candidate_or_one_legal_action_needs_no_playout() -> None:
    gambler = Gambler(bets=[2])
    assert search(gambler, None, 0, (), Random(1), Budget(100)) == 2
    assert choose(gambler, "expert", None, 0, [7], Random(1)) == 7
    assert not gambler.tried


@pytest.mark.parametrize(("level", "most"), [("expert", 40), ("master", 80)])
def test_a_level_without_a_budget_takes_its_own(level: Level, most: int) -> None:
    gambler = Gambler()
    choose(gambler, level, None, 0, list(range(8)), Random(1))
    assert most - 8 < len(gambler.tried) <= most


class Doubling(Gambler):
    """A bot that may double its bet in the same turn."""

    def candidates(self, view: None, seat: Seat, legal: Sequence[int]) -> list[tuple[int, ...]]:
        return [(4,), (3, 5), (1, 2)]

    def playout(self, state: Any, seat: Seat, rng: Random) -> float:
        self.tried.append(state)
        return 10 - abs(state[1] - 5)


def test_a_line_is_judged_by_where_it_ends_and_its_first_step_is_played() -> None:
    """3 then 5 ends at the best number; the second step is chosen when it is due."""
    assert search(Doubling(), None, 0, (), Random(1), Budget(24)) == 3


def test_a_game_has_the_levels_that_its_bot_searches_for() -> None:
    everybody = Gambler()
    assert levels(everybody) == LEVELS
    assert levels(Gambler(playouts={"expert": 9})) == ("beginner", "club", "expert")
    assert levels(None) == ("beginner", "club")


class Endless:
    """A clock on which the time is never up."""

    plies = 17

    @property
    def engine(self) -> Any:
        return self

    def to_act(self, state: int) -> frozenset[Seat]:
        return frozenset({0, 1}) if state != 1_000 else frozenset()

    def apply(self, state: int, seat: Seat, action: int) -> int:
        return state + action

    def policy(self, state: int, seat: Seat, rng: Random) -> int:
        return 1

    def value(self, state: int, seat: Seat) -> float:
        return state


def test_a_playout_has_a_cap_of_plies_and_ends_where_nobody_acts() -> None:
    assert follow(Endless(), 0, 0, Random(1)) == 17
    assert follow(Endless(), 995, 0, Random(1)) == 1_000


class Doubting(Gambler):
    """A bot that trusts its own rules of thumb more than most."""

    doubt = 50.0

    def playout(self, state: tuple[float, int], seat: Seat, rng: Random) -> float:
        """Return a worth of much luck, half a point more for bet 5."""
        return rng.random() + 0.5 * (state[1] == 5)


def test_a_bot_may_ask_for_more_proof_than_others() -> None:
    """Bet 5 proves better than bet 0 by many standard errors, but not by fifty."""

    class Usual(Doubting):
        doubt = 1.0

    assert search(Usual(), None, 0, (), Random(1), Budget(800)) == 5
    assert search(Doubting(), None, 0, (), Random(1), Budget(800)) == 0


def test_a_bot_may_try_more_where_its_playouts_are_short() -> None:
    class Late(Gambler):
        def often(self, view: None) -> float:
            return 2.0

    early, late = Gambler(), Late()
    for gambler in (early, late):
        search(gambler, None, 0, (), Random(1), Budget(480))
    assert len(late.tried) == 2 * len(early.tried)


def test_a_bot_may_believe_its_policy_like_so_many_playouts() -> None:
    """Bet 5 pays one more than bet 4. The policy expects two less of it, and is believed like 20
    playouts."""

    @dataclass
    class Believing(Gambler):
        belief: int = 20

        def gains(self, view: None, seat: Seat) -> list[float]:
            return [-2.0 * bet for bet in self.bets]

    def chosen(playouts: int) -> int:
        return search(Believing(bets=[4, 5]), None, 0, (), Random(1), Budget(playouts))

    assert chosen(2 * 39) == 4
    assert chosen(2 * 41) == 5
    assert search(Gambler(bets=[4, 5]), None, 0, (), Random(1), Budget(2 * 39)) == 5
