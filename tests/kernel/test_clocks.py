"""No sequence of moves and take-backs makes time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.kernel import clock
from games.kernel.clock import HOUR, Clocks, TimeControl
from tests.kernel.test_clock import spans, timed

SEATS = 3
sets = st.frozensets(st.integers(0, SEATS - 1))
# how long whose clocks run, and whose turns pass with the entry; or True for a take-back
acts = st.lists(st.tuples(spans, sets, st.one_of(st.just(True), sets)), max_size=30)


def begins(control: TimeControl, keeps: bool = False) -> Clocks:
    return Clocks(control, clock.begin(control, SEATS), keeps)


@given(timed, acts)
def test_moves_and_take_backs_make_no_time(
    control: TimeControl, told: list[tuple[int, frozenset[int], frozenset[int] | bool]]
) -> None:
    """A clock holds what it began with and the increments of the turns that stand, less what was
    used."""
    clocks, now = begins(control), 0
    used, standing = [0] * SEATS, list[frozenset[int]]()
    for span, ticking, act in told:
        clocks.run(ticking, now, now + span)
        now += span
        used = [spent + span * (seat in ticking) for seat, spent in enumerate(used)]
        if not isinstance(act, bool):
            clocks.enter(act)
            standing.append(act)
        elif standing:
            before = clocks.left
            clocks.take_back()
            standing.pop()
            assert all(now <= then for now, then in zip(clocks.left, before, strict=True))
        for seat, left in enumerate(clocks.left):
            turns = sum(seat in passed for passed in standing)
            most = control.initial + turns * control.increment - used[seat]
            assert left <= most
            if control.cap is None:
                assert left == most


@given(timed, sets, sets, spans, spans)
def test_after_a_take_back_the_clocks_stand_as_before_less_what_was_used(
    control: TimeControl, passed: frozenset[int], meanwhile: frozenset[int], used: int, since: int
) -> None:
    """Also at the cap, where less than an increment was added."""
    clocks = begins(control)
    clocks.run(passed, 0, used)
    before = clocks.left
    clocks.enter(passed)
    clocks.run(meanwhile, used, used + since)
    clocks.take_back()
    assert clocks.left == clock.spend(control, before, meanwhile, used, used + since)


def test_a_turn_taken_back_and_played_again_is_paid_once() -> None:
    hours = clock.PRESETS["hours"]
    for keeps, left in ((False, 15), (True, 19)):
        clocks = begins(hours, keeps)
        clocks.run({0}, 0, HOUR)
        clocks.enter({0})
        clocks.take_back()
        clocks.enter({0})
        assert clocks.left == (left * HOUR, 12 * HOUR, 12 * HOUR)


def test_what_another_control_has_wiped_out_is_not_taken_away() -> None:
    clocks = begins(clock.PRESETS["normal"])
    clocks.enter({0})
    clocks.begin_anew(clock.PRESETS["daily"])
    clocks.take_back()
    assert clocks.left == clock.begin(clock.PRESETS["daily"], SEATS)
