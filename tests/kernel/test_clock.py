"""Clocks, played: Ann is seat 0, Ben is seat 1, and the test sets the time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import clock
from games.kernel.clock import DAY, HOUR, MINUTE, PRESETS, SECOND, UNTIMED, Budgets, TimeControl
from games.kernel.protocol import Setup
from games.kernel.replay import Entry, Position, advance, begin, codes, deal_code, forced
from tests.kernel.toy import ENGINE

ANN, BEN, CAL = 0, 1, 2


def named(name: str) -> TimeControl:
    control = clock.control(name)
    assert control is not None, f"there is no time control {name}"
    return control


lives = st.builds(clock.live, st.integers(30, 10_800), st.integers(5, 180))
correspondences = st.integers(4, 336).flatmap(
    lambda initial: st.builds(
        clock.correspondence, st.just(initial), st.integers(1, 168), st.integers(initial, 672)
    )
)
timed = st.one_of(
    st.sampled_from([control for control in PRESETS.values() if control.timed]),
    lives,
    correspondences,
)
controls = st.one_of(timed, st.just(UNTIMED))
moments = st.integers(0, 10**13)  # milliseconds since 1970, until the year 2286
spans = st.one_of(st.integers(0, 3 * MINUTE), st.integers(0, 40 * DAY))
budgets_of_three = st.tuples(*[st.integers(-MINUTE, 40 * DAY)] * 3)
seats = st.frozensets(st.integers(0, 2))


# --- the time controls by name ---


@pytest.mark.parametrize(
    ("name", "kind", "initial", "increment", "cap"),
    [
        ("fast", "live", 2 * MINUTE, 10 * SECOND, None),
        ("normal", "live", 5 * MINUTE, 20 * SECOND, None),
        ("slow", "live", 10 * MINUTE, 40 * SECOND, None),
        ("hours", "correspondence", 12 * HOUR, 4 * HOUR, 24 * HOUR),
        ("daily", "correspondence", 2 * DAY, DAY, 5 * DAY),
        ("weekly", "correspondence", 5 * DAY, 2 * DAY, 14 * DAY),
        ("untimed", "untimed", 0, 0, None),
        ("custom 300+20", "live", 300 * SECOND, 20 * SECOND, None),
        ("custom 30+5", "live", 30 * SECOND, 5 * SECOND, None),
        ("custom 120+0", "live", 2 * MINUTE, 0, None),
        ("custom 10800+180", "live", 3 * HOUR, 3 * MINUTE, None),
        ("custom 48h+24h/120h", "correspondence", 2 * DAY, DAY, 5 * DAY),
        ("custom 4h+1h/4h", "correspondence", 4 * HOUR, HOUR, 4 * HOUR),
        ("custom 336h+168h/672h", "correspondence", 14 * DAY, 7 * DAY, 28 * DAY),
    ],
)
def test_what_a_name_means(
    name: str, kind: str, initial: int, increment: int, cap: int | None
) -> None:
    assert named(name) == TimeControl(name, kind, initial, increment, cap)  # type: ignore[arg-type]
    assert named(name).timed == (name != "untimed")


def test_these_are_all_that_need_no_figures() -> None:
    assert list(PRESETS) == ["fast", "normal", "slow", "hours", "daily", "weekly", "untimed"]


@pytest.mark.parametrize(
    "name",
    [
        *("", "300+20", "custom 300 + 20", "custom 300+20 ", "custom 300+20\n", "custom ３００+20"),
        *(
            "Fast, blitz, custom, custom 300, custom +20, custom -300+20, custom 300+-20, "
            "custom 300.5+20, custom 0300+20, custom 300+020, custom 29+10, custom 10801+10, "
            "custom 999999+10, custom 300+181, custom 119+4, custom 30+0, custom 48h+24h, "
            "custom 48+24h/120h, custom 048h+24h/120h, custom 3h+1h/24h, custom 337h+1h/672h, "
            "custom 48h+0h/120h, custom 48h+169h/672h, custom 48h+24h/47h, custom 48h+24h/673h, "
            "custom 48h+24h/1200h"
        ).split(", "),
    ],
)
def test_what_is_no_name(name: str) -> None:
    assert clock.control(name) is None


@given(controls)
def test_a_time_control_is_found_again_by_its_name(control: TimeControl) -> None:
    assert clock.control(control.name) == control
    assert len(control.name) <= 32, "the column holds no more"


@given(controls)
def test_a_name_is_among_those_of_its_kind_and_of_no_other(control: TimeControl) -> None:
    kinds = ("live", "correspondence", "untimed")
    assert [kind for kind in kinds if re.search(clock.names(kind), control.name)] == [control.kind]


@pytest.mark.parametrize("name", ["unheard of", "faster", "custom 48h+24h", "custom 1+1h", ""])
def test_a_name_that_no_control_has_is_of_no_kind(name: str) -> None:
    kinds = ("live", "correspondence", "untimed")
    assert not any(re.search(clock.names(kind), name) for kind in kinds)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("custom 1+999", "live"),
        ("custom 1h+1h/1h", "correspondence"),
        ("custom", None),
        ("fast", None),
    ],
)
def test_a_custom_name_tells_its_kind_also_where_its_figures_are_refused(
    name: str, kind: str | None
) -> None:
    assert clock.custom_kind(name) == kind


def test_a_stored_name_that_no_control_has_any_more_is_untimed() -> None:
    assert clock.stored("normal") == PRESETS["normal"]
    assert clock.stored("unheard of") == UNTIMED


@given(
    st.text(max_size=40)
    | st.from_regex(r"custom [0-9]{1,6}(\+[0-9]{1,6}|h\+[0-9]{1,4}h/[0-9]{1,4}h)", fullmatch=True)
)
def test_whatever_is_typed_is_refused_or_within_bounds(name: str) -> None:
    control = clock.control(name)
    if control is None:
        return
    assert control.name == name
    if control.kind == "live":
        assert (
            30 * SECOND <= control.initial <= 3 * HOUR
            and 0 <= control.increment <= 3 * MINUTE
            and control.cap is None
        )
        assert control.initial >= 2 * MINUTE or control.increment >= 5 * SECOND
    elif control.kind == "correspondence":
        assert 4 * HOUR <= control.initial <= 14 * DAY and HOUR <= control.increment <= 7 * DAY
        assert control.cap is not None and control.initial <= control.cap <= 28 * DAY


# --- as play ---


@dataclass
class Clocks:
    """A toy game and its clocks, as a table has them: time is spent at every entry, and added when
    a turn has passed."""

    control: TimeControl
    seats: int = 2
    turns: str = "2"
    now: int = 0
    since: int = 0
    left: Budgets = ()
    thought: dict[int, int] = field(default_factory=dict)
    passed: dict[int, int] = field(default_factory=dict)
    position: Position | None = None

    def __post_init__(self) -> None:
        self.position = begin(ENGINE, Setup(self.seats, {"turns": self.turns}))
        self._settle()
        self.left, self.since = clock.begin(self.control, self.seats), self.now

    @property
    def ticking(self) -> frozenset[int]:
        assert self.position
        return ENGINE.to_act(self.position.state)

    @property
    def mover(self) -> int | None:
        return next(iter(self.ticking), None)

    @property
    def flagged(self) -> tuple[int, ...]:
        return clock.flagged(self.control, self.left, self.ticking, self.since, self.now)

    @property
    def flag_at(self) -> int | None:
        return clock.flag_at(self.control, self.left, self.ticking, self.since)

    def after(self, milliseconds: int, code: str) -> Clocks:
        """Play a code for the seat to act, so much later."""
        assert self.position and self.mover is not None
        seat, before = self.mover, self.ticking
        self.now += milliseconds
        self.left = clock.spend(self.control, self.left, before, self.since, self.now)
        self.thought[seat] = self.thought.get(seat, 0) + milliseconds
        self.position = advance(ENGINE, self.position, Entry(seat, code))
        self._settle()
        gone = before - self.ticking
        self.left = clock.add(self.control, self.left, gone)
        for number in gone:
            self.passed[number] = self.passed.get(number, 0) + 1
        self.since = self.now
        return self

    def _settle(self) -> None:
        """Deal as the players sit, and end a turn in which no action is left, as a table does."""
        assert self.position
        while due := ENGINE.chance(self.position.state):
            self.position = advance(ENGINE, self.position, Entry(None, deal_code(due)))
        if entry := forced(ENGINE, self.position):
            self.position = advance(ENGINE, self.position, entry)

    def codes(self) -> list[str]:
        assert self.position and self.mover is not None
        return list(codes(ENGINE, self.position.state, self.mover))


def test_a_turn_of_two_entries_gets_one_increment() -> None:
    game = Clocks(named("fast"))
    game.after(7 * SECOND, "play C1")
    assert game.left == (113 * SECOND, 120 * SECOND), "it is still Ann's turn: nothing is added yet"
    game.after(4 * SECOND, "draw")
    assert game.left == (119 * SECOND, 120 * SECOND)
    assert game.mover == BEN
    assert clock.add(game.control, game.left, [BEN, BEN])[BEN] == 130 * SECOND, (
        "nor twice for being named twice"
    )


def test_a_turn_of_one_entry_gets_one_too() -> None:
    game = Clocks(named("fast")).after(7 * SECOND, "play C1").after(0, "end")
    assert game.left == (123 * SECOND, 120 * SECOND)


def test_whoever_is_quick_saves_up_in_a_live_game() -> None:
    game = Clocks(named("normal"))
    for code in ("play C1", "draw", "play C3", "draw"):
        game.after(SECOND, code)
    assert game.left == (318 * SECOND, 318 * SECOND)


def test_by_correspondence_a_budget_refills_up_to_its_cap() -> None:
    game = Clocks(named("daily"))
    game.after(6 * HOUR, "play C1").after(0, "draw")
    assert game.left[ANN] == 2 * DAY - 6 * HOUR + DAY
    control = named("custom 48h+24h/60h")
    assert Clocks(control).after(6 * HOUR, "play C1").after(0, "draw").left[ANN] == 60 * HOUR


def test_a_cap_takes_nothing_away() -> None:
    assert clock.add(named("daily"), (6 * DAY, 5 * DAY, 5 * DAY - 1), (ANN, BEN, CAL)) == (
        6 * DAY,
        5 * DAY,
        5 * DAY,
    )


def test_the_flag_falls_at_its_moment_and_not_a_millisecond_before() -> None:
    game = Clocks(named("fast"), now=1_000_000)
    assert game.flag_at == 1_000_000 + 2 * MINUTE
    game.now = 1_000_000 + 2 * MINUTE - 1
    assert game.flagged == ()
    game.now += 1
    assert game.flagged == (ANN,)


def test_only_the_clock_of_whoever_is_to_act_ticks() -> None:
    game = Clocks(named("fast")).after(10 * SECOND, "play C1").after(0, "end")
    game.now += 119 * SECOND
    assert game.flagged == ()
    game.now += HOUR
    assert game.flagged == (BEN,)


def test_when_several_are_to_act_whoever_runs_out_first_is_flagged_first() -> None:
    control, left = named("fast"), (30 * SECOND, 10 * SECOND, 20 * SECOND)
    assert clock.flag_at(control, left, {ANN, BEN, CAL}, 0) == 10 * SECOND
    assert clock.flagged(control, left, {ANN, BEN, CAL}, 0, 20 * SECOND) == (BEN, CAL)
    assert clock.flagged(control, left, {ANN, CAL}, 0, HOUR) == (CAL, ANN)
    assert clock.flagged(control, (5, 5, 5), {CAL, BEN}, 0, 5) == (BEN, CAL), (
        "between equals the seat's number decides"
    )
    assert clock.spend(control, left, {ANN, CAL}, 0, SECOND) == (
        29 * SECOND,
        10 * SECOND,
        19 * SECOND,
    )


def test_nobody_to_act_nobody_to_flag() -> None:
    assert clock.flag_at(named("fast"), (0, 0), (), 0) is None
    assert clock.flagged(named("fast"), (0, 0), (), 0, HOUR) == ()


def test_without_a_clock_nobody_is_ever_flagged() -> None:
    game = Clocks(UNTIMED)
    game.after(1000 * DAY, "play C1").after(1000 * DAY, "draw")
    game.now += 1000 * DAY
    assert (game.left, game.flag_at, game.flagged) == ((), None, ())


def test_a_clock_that_goes_backwards_costs_nothing() -> None:
    control = named("fast")
    assert clock.spend(control, (MINUTE, MINUTE), {ANN}, 5 * SECOND, 4 * SECOND) == (MINUTE, MINUTE)
    assert clock.flagged(control, (MINUTE, MINUTE), {ANN}, 5 * SECOND, 4 * SECOND) == ()


# --- always ---


@given(timed, st.integers(2, 3), st.sampled_from(["1", "2"]), st.data())
def test_after_a_whole_game_what_is_left_is_what_was_given_less_what_was_thought(
    control: TimeControl, count: int, turns: str, data: st.DataObject
) -> None:
    game = Clocks(control, count, turns, now=data.draw(moments))
    while game.mover is not None:
        before, mover, entry = game.left, game.mover, data.draw(st.sampled_from(game.codes()))
        game.after(data.draw(st.integers(0, MINUTE)), entry)
        assert all(game.left[seat] == before[seat] for seat in range(count) if seat != mover)
    assert game.passed == {seat: int(turns) for seat in range(count)}
    for seat in range(count):
        given_to = control.initial + int(turns) * control.increment - game.thought[seat]
        assert game.left[seat] == given_to if control.cap is None else game.left[seat] <= given_to


@given(controls, budgets_of_three, seats, moments, moments)
def test_thinking_never_gives_time(
    control: TimeControl, left: Budgets, ticking: frozenset[int], since: int, now: int
) -> None:
    spent = clock.spend(control, left, ticking, since, now)
    for seat in range(3):
        assert spent[seat] == (
            left[seat] - (now - since) if seat in ticking and now > since else left[seat]
        )


@given(controls, budgets_of_three, seats, moments, spans, spans)
def test_time_costs_the_same_in_one_piece_and_in_two(
    control: TimeControl,
    left: Budgets,
    ticking: frozenset[int],
    since: int,
    first: int,
    second: int,
) -> None:
    middle, end = since + first, since + first + second
    halves = clock.spend(
        control, clock.spend(control, left, ticking, since, middle), ticking, middle, end
    )
    assert halves == clock.spend(control, left, ticking, since, end)


@given(timed, budgets_of_three, seats)
def test_what_is_added_is_the_increment_up_to_the_cap(
    control: TimeControl, left: Budgets, passed: frozenset[int]
) -> None:
    more = clock.add(control, left, passed)
    for seat in range(3):
        assert left[seat] <= more[seat] <= left[seat] + control.increment
        if seat not in passed:
            assert more[seat] == left[seat]
        elif control.cap is None or left[seat] + control.increment <= control.cap:
            assert more[seat] == left[seat] + control.increment
        else:
            assert more[seat] == max(left[seat], control.cap)


@given(timed, budgets_of_three, seats, moments)
def test_the_first_flag_falls_exactly_when_it_was_announced(
    control: TimeControl, left: Budgets, ticking: frozenset[int], since: int
) -> None:
    moment = clock.flag_at(control, left, ticking, since)
    if moment is None:
        assert not ticking
        return
    first, *_ = clock.flagged(control, left, ticking, since, moment)
    assert left[first] == min(left[seat] for seat in ticking)
    assert clock.flagged(control, left, ticking, since, moment - 1) == ()
    if moment >= since:
        assert clock.spend(control, left, ticking, since, moment)[first] == 0


@given(timed, budgets_of_three, seats, moments, spans)
def test_flagged_are_those_with_nothing_left_in_the_order_in_which_they_ran_out(
    control: TimeControl, left: Budgets, ticking: frozenset[int], since: int, thought: int
) -> None:
    flagged = clock.flagged(control, left, ticking, since, since + thought)
    spent = clock.spend(control, left, ticking, since, since + thought)
    assert set(flagged) == {seat for seat in ticking if spent[seat] <= 0}
    assert [spent[seat] for seat in flagged] == sorted(spent[seat] for seat in flagged)
    assert (
        clock.flagged(control, left, ticking, since, since + thought + 1)[: len(flagged)] == flagged
    )


@given(st.integers(1, 6), seats, moments, moments)
def test_untimed_has_no_budgets_and_no_flags(
    count: int, ticking: frozenset[int], since: int, now: int
) -> None:
    left = clock.begin(UNTIMED, count)
    assert (
        left
        == clock.spend(UNTIMED, left, ticking, since, now)
        == clock.add(UNTIMED, left, ticking)
        == ()
    )
    assert clock.flag_at(UNTIMED, left, ticking, since) is None
    assert clock.flagged(UNTIMED, left, ticking, since, now) == ()
