"""The checker sees whose time ran out, and whether just these flags fell, once and not early."""

from __future__ import annotations

from dataclasses import replace

from games.kernel import clock, replay
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.registry import engines
from tests.chaos.flags import SLOW, Jump, Sitting, Timed, misjudged

FAST = clock.stored("custom 30+5")
GAME = engines()["lost_cities"]
BEGUN = 1_000_000  # the moment of the deals, in milliseconds


def played(*seconds: int, left: tuple[int, str, int] | None = None) -> Timed:
    """Return a game of two in which each action came so many seconds after the one before. `left`:
    a seat, why it left, and the ply."""
    setup = Setup(2, {}, GAME.ruleset)
    position, log, at = replay.begin(GAME, setup), list[tuple[Entry, int]](), BEGUN

    def add(entry: Entry) -> None:
        nonlocal position
        position = replay.advance(GAME, position, entry)
        log.append((entry, at))

    while cards := GAME.chance(position.state):
        add(Entry(None, replay.deal_code(sorted(cards))))
    for wait in seconds:
        at += wait * 1000
        (seat,) = GAME.to_act(position.state)
        add(Entry(seat, next(iter(replay.codes(GAME, position.state, seat)))))
    seats = [Sitting(), Sitting()]
    if left:
        seats[left[0]] = Sitting(False, left[1], left[2])
    return Timed("lost_cities", FAST, setup, seats, log)


def ended(table: Timed, by: str, wait: int, *fell: tuple[int, float]) -> Timed:
    """Return a game that ended so many seconds after its newest entry; `fell` are flags in the same
    measure."""
    last = table.log[-1][1]
    falls = [(seat, last + int(after * 1000)) for seat, after in fell]
    return replace(table, ended_by=by, ended_at=last + wait * 1000, fell=falls)


def test_a_game_in_which_nobody_is_late_has_no_flag() -> None:
    assert not [*misjudged(played(10, 15, 28, 1, 8, 1))]


def test_whoever_goes_on_without_time_is_told() -> None:
    """Seat 0 takes 31 of its 30 seconds for a turn of two actions."""
    assert [*misjudged(played(10, 21))] == ["let seat 0 go on at ply 3, whose time was up"]
    # A turn that passes brings five seconds, so that the next one may last 34.
    assert not [*misjudged(played(1, 0, 1, 1, 33))]
    assert [*misjudged(played(1, 0, 1, 1, 34))] == ["let seat 0 go on at ply 6, whose time was up"]


def test_a_flag_that_fell_once_in_time_is_right() -> None:
    lost = played(10, left=(0, "flag", 3))
    assert not [*misjudged(ended(lost, "flag", 20, (0, 20.5)))]


def test_a_flag_that_fell_twice_or_that_nobody_saw_fall_is_told() -> None:
    lost = played(10, left=(0, "flag", 3))
    for falls in [], [(0, 20), (0, 21)]:
        (said,) = misjudged(ended(lost, "flag", 20, *falls))
        assert said == f"let the flag of seat 0 fall {len(falls)} times, and not 1"
    (said,) = misjudged(ended(played(10), "resign", 5, (0, 20)))
    assert said == "let the flag of seat 0 fall 1 times, and not 0"


def test_a_flag_that_fell_early_is_told_unless_a_clock_was_ahead() -> None:
    lost = ended(played(10, left=(0, "flag", 3)), "flag", 20, (0, 13))
    assert [*misjudged(lost)] == ["let the flag of seat 0 fall 7000 ms early"]
    fell = lost.fell[0][1]
    assert not [*misjudged(lost, [Jump(fell - 3000, fell - 1000, 8000)])]
    for other in Jump(fell - 3000, fell - 1000, 3000), Jump(0, fell - SLOW - 1, 8000):
        assert [*misjudged(lost, [other])]
    late = ended(played(10, left=(0, "flag", 3)), "flag", 20, (0, 23))
    assert not [*misjudged(late, [Jump(0, 2 * BEGUN, -90_000)])], "a clock that was behind"


def test_a_flag_that_ended_a_game_early_by_its_own_clock_is_told() -> None:
    lost = ended(played(10, left=(0, "flag", 3)), "flag", 19, (0, 20))
    assert [*misjudged(lost)] == ["ended by the flag of seat 0, which had 1000 ms left"]


def test_a_game_that_ended_otherwise_after_the_time_was_up_is_told() -> None:
    assert [*misjudged(ended(played(10), "resign", 20))] == [
        "let seat 0 go on at ply 3, whose time was up"
    ]
    # Who never acted and whose time runs out has walked out: the game has no result.
    assert not [*misjudged(ended(played(), "abort", 30))]


def test_the_flag_of_somebody_who_was_not_to_move_is_told() -> None:
    told = [*misjudged(ended(played(10, left=(1, "flag", 3)), "flag", 5, (1, 5)))]
    assert told == ["let the flag of seat 1 fall, whose clock did not run"]


def test_the_clock_of_a_bot_does_not_run() -> None:
    game = played(1, 1, 300, 300, 1)
    assert [*misjudged(game)]
    assert not [*misjudged(replace(game, seats=[Sitting(), Sitting(bot=True)]))]
