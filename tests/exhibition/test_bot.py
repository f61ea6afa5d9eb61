"""The bot of Exhibition."""

from __future__ import annotations

from math import floor
from random import Random

import pytest

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.exhibition.actions import MOVE, Action
from games.exhibition.bot import BOT, CLUB, steps
from games.exhibition.deck import NO_CARD
from games.exhibition.engine import ENGINE
from games.exhibition.showcases import MID
from games.exhibition.simulation import Simulation
from games.exhibition.state import State
from games.kernel.protocol import Seat, Setup
from games.kernel.replay import codes
from tests.conformance.playing import play_on
from tests.exhibition.conformance import swap
from tests.exhibition.table import Table
from tests.kit import tiers

VARIATIONS = [
    {},
    {"decades": "on", "one": "short"},
    {"six": "links", "era": "spread", "one": "decade", "gap": "unique"},
    {"one": "antiquity"},
]
NEARLY = (
    "six 1900 1920 1935 1946 1957 1963 era 1901 1908 1915 1918 one 1911 1944 1950 gap 1903 1999"
)
"""A hall to which only Mid-Century is missing."""
CLOSED = (
    "six 1920 1935 1942 1953 1959 1999 era 1901 1906 1915 - one 1911 1944 1960 gap 1904 "
    "1991 mid 1950"
)
"""A hall in which hardly a card fits."""


def choice(state: State, seat: Seat, level: Level, seed: int = 1) -> Action:
    legal = ENGINE.legal_actions(state, seat)
    return choose(BOT, level, ENGINE.view(state, seat), seat, legal, Random(seed), Budget(12))


def takes(table: Table, name: str, level: Level) -> str:
    return choice(table.state, 0 if name == "ann" else 1, level).code


@pytest.mark.parametrize("level", ["beginner", "club"])
@pytest.mark.parametrize("number", range(len(VARIATIONS)))
def test_whole_games_end(level: Level, number: int) -> None:
    for seats in (1, 2 + number):
        state, rng = ENGINE.start(Setup(seats, VARIATIONS[number])), Random(seats)
        for _ in range(600):
            if due := list(ENGINE.chance(state)):
                rng.shuffle(due)
                state = ENGINE.deal(state, tuple(due))
            for seat in ENGINE.to_act(state):
                action = choice(state, seat, level)
                assert action.code in codes(ENGINE, state, seat)
                state = ENGINE.apply(state, seat, action)
        assert ENGINE.outcome(state) is not None


@pytest.mark.parametrize("seats", [1, 3])
def test_an_expert_has_an_answer_in_every_step(seats: int) -> None:
    played = [
        state
        for _, state in play_on(
            ENGINE, ENGINE.start(Setup(seats, VARIATIONS[seats - 1])), Random(seats)
        )
        if state.turn is not None
    ]
    for state in Random(seats).sample(played, tiers.part(12)):
        assert state.turn is not None
        assert choice(state, state.turn, "expert").code in codes(ENGINE, state, state.turn)


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_hidden_from_a_bot_does_not_move_it(level: Level) -> None:
    rng, start = Random(4), ENGINE.start(Setup(3, {"decades": "on"}))
    played = [state for _, state in play_on(ENGINE, start, rng) if state.turn is not None]
    for state in rng.sample(played, tiers.part(10)):
        assert state.turn is not None
        other = swap(state, state.turn, rng)
        assert other is not None
        assert choice(state, state.turn, level) == choice(other, state.turn, level)


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_spot_is_filled(level: Level) -> None:
    table = Table(shows={"ann": NEARLY})
    table.holds("ann", "1977")
    assert takes(table, "ann", level) == "place mid 1"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_with_hardly_a_spot_left_it_ends(level: Level) -> None:
    table = Table(1, shows={"ann": CLOSED})
    table.holds("ann", "1998")
    assert takes(table, "ann", level) == "finish"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_with_a_hall_still_open_the_depot_buys_another_turn(level: Level) -> None:
    table = Table(
        1, shows={"ann": "six - - - - - 1997 era - - - 1996 one - - 1995 gap - 1994 mid 1950"}
    )
    table.holds("ann", "1998")
    assert table.codes("ann") == ["depot", "finish"] and takes(table, "ann", level) == "depot"


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_card_that_fits_is_preferred_to_one_that_does_not(level: Level) -> None:
    table = Table(
        shows={"ann": NEARLY.replace("1999", "-") + " mid 1949"}, columns={"OC": "1902 1904 1999"}
    )
    assert takes(table, "ann", level) == "take 1999"


def dealt(seats: int, seed: int, **options: str) -> State:
    """Return the first position of a game."""
    state, rng = ENGINE.start(Setup(seats, options)), Random(seed)
    while due := list(ENGINE.chance(state)):
        rng.shuffle(due)
        state = ENGINE.deal(state, tuple(due))
    return state


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_the_spot_that_takes_any_card_is_kept_at_first(level: Level) -> None:
    for seed in range(tiers.part(4)):
        state = dealt(2, seed)
        while state.turn is not None and state.round < 3:
            state = ENGINE.apply(state, state.turn, choice(state, state.turn, level))
        assert [hall.cards[MID] for hall in state.halls] == [NO_CARD] * 2


def test_a_year_goes_to_the_middle_of_empty_spots_that_its_neighbours_can_fill() -> None:
    """Left of 1943 in Six Continents there is room for as many cards as before 1943: the first
    spot would leave five for the later half of the century."""
    full = "era 1901 1908 1915 1918 one 1911 1944 1950 gap 1903 1999 mid 1949"
    table = Table(shows={"ann": "six - - - - - - " + full})
    table.holds("ann", "1943")
    assert takes(table, "ann", "club") in ("place six 3", "place six 4")


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_a_journey_to_cards_that_fit_is_preferred(level: Level) -> None:
    """1996 makes the wider gap by three years, but with 1993 the journey goes on to a card for Six
    Continents."""
    table = Table(
        shows={"ann": NEARLY.replace("1963", "-").replace("1999", "-") + " mid 1949"},
        columns={"OC": "1993 1996 1902", "AF": "1904 1978 1912", "AS": "1905 1909 1914"},
    )
    assert takes(table, "ann", level) == "take 1993"


def test_a_playout_of_a_game_that_is_over_is_its_score() -> None:
    for seed in range(5):
        *_, (_, state) = play_on(ENGINE, ENGINE.start(Setup(1, VARIATIONS[seed % 4])), Random(seed))
        outcome = ENGINE.outcome(state)
        assert outcome and round(100 * BOT.playout(state, 0, Random(1))) == outcome.scores[0]


def test_playouts_follow_the_dice() -> None:
    *_, (_, state) = [*play_on(ENGINE, ENGINE.start(Setup(3)), Random(1))][:40]
    assert BOT.playout(state, 0, Random(5)) == BOT.playout(state, 0, Random(5))


def test_a_game_that_is_played_on_quickly_has_the_points_of_the_engine() -> None:
    for seed in range(tiers.part(12)):
        setup = Setup(1 + seed % 5, VARIATIONS[seed % 4])
        *_, (_, state) = play_on(ENGINE, ENGINE.start(setup), Random(seed))
        outcome = ENGINE.outcome(state)
        scores = Simulation(state, [CLUB] * setup.seats).scores()
        if setup.seats > 1:
            assert outcome and [floor(each) for each in scores] == list(outcome.scores)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_that_is_played_on_quickly_follows_the_engine(seed: int) -> None:
    """Each turn of the simulation, played by the engine as the actions of its line, leads to the
    same columns, spots and points."""
    seats = 1 + seed % 5
    state, rng = ENGINE.start(Setup(seats, VARIATIONS[seed % 4])), Random(seed)
    while due := list(ENGINE.chance(state)):
        rng.shuffle(due)
        state = ENGINE.deal(state, tuple(due))
    simulation = Simulation(state, [CLUB] * seats)
    while state.turn is not None:
        seat, simulation.round = state.turn, state.round
        if state.step == "seek":
            there = simulation.sought(seat)
            state = ENGINE.apply(state, seat, MOVE[there])
        way = max(simulation.ways(seat, state.columns[state.vehicles[seat]]))
        for action in steps(Simulation(state, [CLUB] * seats), way):
            assert action in ENGINE.legal_actions(state, seat)
            state = ENGINE.apply(state, seat, action)
        simulation.whole_turn(seat)
        assert [sorted(column) for column in simulation.columns] == [*map(list, state.columns)]
        for hall, real in zip(simulation.halls, state.halls, strict=True):
            assert sum((part.cards for part in hall.parts), ()) == real.cards
            assert sum((part.fits for part in hall.parts), ()) == real.fitting
            found = (hall.depot, hall.all_six, hall.finished)
            assert found == (len(real.depot), real.all_six, real.finished)
    outcome = ENGINE.outcome(state)
    assert outcome
    assert seats == 1 or [floor(each) for each in simulation.scores()] == list(outcome.scores)
