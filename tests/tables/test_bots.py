"""Bots at tables: they sit, get tasks, use their own view only, act as people do, and delay nobody
when they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from accounts.sessions import Stamp
from games import registry
from games.bots.protocol import LEVELS
from games.kernel import clock, endings
from games.lost_cities.engine import ENGINE
from games.lost_cities.screen import SCREEN
from games.lost_cities.view import View
from games.screens import contract
from games.tables import selectors, services
from games.tables.board import render
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import Action, Level, Seat, Table
from games.tables.proof import audit, fairness
from games.tables.services import bots, task_queue
from games.tables.state.snapshot import Snapshot
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db]
Asked = list[tuple[tuple[Any, ...], float]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Record the tasks sent to Celery, each with its delay in seconds."""
    found: Asked = []

    def ask(task: str, *args: Any, countdown: float = 0) -> None:
        if task == task_queue.PLAY:
            found.append((args, countdown))

    monkeypatch.setattr(task_queue, "ask", ask)
    return found


@pytest.fixture
def against(cast: dict[str, User], asked: Asked) -> Callable[..., Played]:
    """Return a function that deals games of Ann (seat 0, who begins) against a bot."""

    def opens(level: str = "club", **terms: Any) -> Played:
        told = {"game": "lost_cities", "order": "seats", "bots": {1: level}, "now": NOON} | terms
        return Played(services.open_table(creator=cast["ann"], **told).id, cast)

    return opens


def does(table: Played, name: str, service: str, **more: Any) -> None:
    getattr(services, service)(
        table_id=table.id, user_id=table.cast[name].pk, now=table.now, **more
    )


def anns_turn(table: Played) -> None:
    table.plays(f"ann {table.legal('ann')[-1]}", "ann draw stock")


# --- sitting down ---


def test_the_site_and_the_bots_mean_the_same_levels() -> None:
    assert tuple(Level.values) == LEVELS


@pytest.mark.parametrize("level", Level.values)
def test_a_bot_of_any_level_sits_and_the_game_starts_at_once(
    against: Callable[..., Played], level: str
) -> None:
    table = against(level)
    row, seat = table.row, Seat.objects.get(table=table.id, number=1)
    assert (row.status, row.bots, row.to_act, row.bot_at) == ("running", 1, "0", None)
    assert (seat.user, seat.bot, seat.nonce) == (None, level, "-")
    assert seat.called in SCREEN.bot_names and seat.name == f"{seat.called} (bot)"
    player = table.snapshot.players[1]
    assert (player.bot, player.name) == (level, seat.called)


@pytest.mark.parametrize("wrong", [{1: "master"}, {2: "club"}, {0: "club"}, {-1: "club"}])
def test_what_is_no_bot_or_no_seat_is_refused(
    against: Callable[..., Played], wrong: dict[int, str]
) -> None:
    with pytest.raises(NotPossible):
        against(bots=wrong)
    assert not Table.objects.exists()


def test_bots_and_people_at_one_table(cast: dict[str, User], toy_game: None) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="toy", seats=4, bots={1: "club", 3: "club"}, now=NOON
    )
    assert opened.status == "open"
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast)
    second, fourth = (
        seat.called for seat in Seat.objects.filter(table=opened).exclude(bot="").order_by("number")
    )
    assert second != fourth and {second, fourth} <= set(contract.BOT_NAMES)
    names = [player.name for player in table.snapshot.players]
    assert names == ["ann", second, "ben", fourth]
    (mine,) = selectors.tables_of(cast["ann"])
    assert mine.others == (f"{second} (bot)", "ben", f"{fourth} (bot)")


def test_bots_alone_keep_no_table_open(cast: dict[str, User], toy_game: None) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="toy", seats=4, bots={1: "club"}, now=NOON
    )
    services.stand(table_id=opened.id, user=cast["ann"], now=NOON)
    assert Table.objects.get().ended_by == "closed"


# --- being asked ---


def test_a_bot_is_asked_after_the_commit_with_a_moments_pause(
    against: Callable[..., Played], asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = against()
    table.plays(f"ann {table.legal()[-1]}")
    assert table.row.bot_at is None
    with django_capture_on_commit_callbacks(execute=True):
        table.plays("ann draw stock")
        assert asked == []
    ply = table.row.ply
    assert asked == [((table.id, ply), 0.9)]
    assert table.row.bot_at == table.now + timedelta(seconds=0.9)
    choice = services.choose(table_id=table.id, ply=ply)
    assert choice is not None
    with django_capture_on_commit_callbacks(execute=True):
        services.answer(table_id=table.id, seat=1, code=choice.code, ply=ply, now=table.now)
    assert asked[1:] == [((table.id, ply + 1), 0.5)], "the second step of its turn"


def test_who_is_in_a_hurry_switches_the_pause_off(against: Callable[..., Played]) -> None:
    User.objects.update(bots_pause=False)
    table = against()
    anns_turn(table)
    assert table.row.bot_at == table.now


def test_who_offers_a_draw_asks_no_bot_twice(
    against: Callable[..., Played], asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    table = against()
    anns_turn(table)
    with django_capture_on_commit_callbacks(execute=True):
        does(table, "ann", "draw")
    assert asked == []


# --- thinking and acting ---


@pytest.mark.parametrize("level", ["beginner", "club"])
def test_a_whole_game_is_sound(against: Callable[..., Played], level: str) -> None:
    table = against(level, clock="normal")
    while table.row.status == "running":
        anns_turn(table)
        table.bots_play()
    assert table.row.ended_by == "rules" and table.row.bot_at is None
    assert {
        seat for seat, _ in Action.objects.filter(table=table.id).values_list("seat", "code")
    } == {None, 0, 1}
    assert list(audit.faults(table.row)) == []
    assert fairness.transcript(table.id).startswith("game lost_cities")
    assert [part.name for part in fairness.proof(table.id).players] == [
        "ann",
        f"{table.snapshot.players[1].name} (bot)",
    ]


def test_an_expert_acts_too(
    against: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bots, "THINKING", 0.0
    )  # one imagined deal for each candidate is enough here
    table = against("expert")
    anns_turn(table)
    table.bots_play()
    assert [
        seat
        for seat in Action.objects.filter(table=table.id)
        .order_by("ply")
        .values_list("seat", flat=True)
    ][-2:] == [1, 1]


def test_the_same_task_twice_plays_the_same_once(against: Callable[..., Played]) -> None:
    table = against()
    anns_turn(table)
    ply = table.row.ply
    one, two = [services.choose(table_id=table.id, ply=ply) for _ in range(2)]
    assert one == two is not None
    answers = [
        services.answer(table_id=table.id, seat=one.seat, code=one.code, ply=ply, now=table.now)
        for _ in range(2)
    ]
    assert answers[0].version == answers[1].version == table.row.version
    assert table.row.ply == ply + 1


def test_a_task_that_is_late_does_nothing(against: Callable[..., Played]) -> None:
    table = against()
    ply = table.row.ply
    assert services.choose(table_id=table.id, ply=ply) is None, "it is Ann's turn"
    anns_turn(table)
    choice = services.choose(table_id=table.id, ply=ply + 2)
    assert choice is not None and services.choose(table_id=table.id, ply=ply + 1) is None
    table.bots_play()
    with pytest.raises(StalePly):
        services.answer(table_id=table.id, seat=1, code="draw stock", ply=ply + 2, now=table.now)
    does(table, "ann", "resign")
    assert services.choose(table_id=table.id, ply=table.row.ply) is None
    with pytest.raises(Over):
        services.answer(
            table_id=table.id, seat=1, code="draw stock", ply=table.row.ply, now=table.now
        )
    assert services.choose(table_id="nowhere", ply=1) is None


def test_nothing_acts_for_a_person(against: Callable[..., Played]) -> None:
    table = against()
    with pytest.raises(NotYourSeat):
        services.answer(
            table_id=table.id, seat=0, code=table.legal("ann")[0], ply=table.row.ply, now=NOON
        )


# --- secrets ---


@dataclass
class Spy:
    """A bot that records its arguments, and does what `acts` says."""

    given: list[tuple[Any, ...]] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    acts: Callable[[Any], Any] = lambda legal: legal[0]
    engine: Any = ENGINE
    playouts: int = 10
    plies: int = 10

    def _plays(self, level: str, view: Any, seat: int, legal: Any, rng: Any) -> Any:
        self.given.append((view, seat, tuple(legal), rng.getstate()))
        self.levels.append(level)
        return self.acts(legal)

    def beginner(self, *given: Any) -> Any:
        return self._plays("beginner", *given)

    def club(self, *given: Any) -> Any:
        return self._plays("club", *given)

    def candidates(self, view: Any, seat: int, legal: Any) -> Any:
        self.levels.append("expert")
        return [self.acts(legal)]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    found = Spy()
    monkeypatch.setitem(registry.bots(), "lost_cities", found)
    return found


def test_a_bot_is_given_the_view_of_its_seat_and_nothing_more(
    against: Callable[..., Played], spy: Spy
) -> None:
    table = against()
    anns_turn(table)
    services.choose(table_id=table.id, ply=table.row.ply)
    ((view, seat, legal, _),) = spy.given
    position = table.snapshot.position
    assert position is not None and isinstance(view, View) and seat == 1
    assert view == ENGINE.view(position.state, 1)
    assert legal == tuple(ENGINE.legal_actions(position.state, 1))


def test_a_stranger_is_shown_no_bots_hand(against: Callable[..., Played]) -> None:
    """A bot has no user, nor has a visitor without an account. That must not give the visitor the
    bot's seat."""
    table = against()
    anns_turn(table)
    snapshot = table.snapshot
    assert snapshot.player(None) is snapshot.seated(None) is None
    board = render.board(snapshot, None)
    assert 'data-seat=""' in board and 'name="code"' not in board and "data-your-turn" not in board
    assert f"{snapshot.players[1].name}</h2>" in board and "#i-bot" in board


# --- faults ---


def fails(legal: Any) -> Any:
    raise RuntimeError("R7 is a card")


def chooses_nothing_legal(legal: Any) -> Any:
    return ("play", "R99")


@pytest.mark.parametrize("fault", [fails, chooses_nothing_legal])
@pytest.mark.parametrize(
    ("level", "tried"),
    [
        ("expert", ["expert", "expert", "club", "club"]),
        ("club", ["club"] * 2),
        ("beginner", ["beginner"] * 2),
    ],
)
def test_a_bot_that_fails_is_asked_once_more_then_a_simpler_one_then_nobody(
    against: Callable[..., Played],
    spy: Spy,
    fault: Any,
    level: str,
    tried: list[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    spy.acts = fault
    table = against(level)
    anns_turn(table)
    snapshot = table.snapshot
    choice = services.choose(table_id=table.id, ply=table.row.ply)
    assert spy.levels == tried
    assert choice is not None and snapshot.position is not None
    assert choice.code == endings.plainest(ENGINE, snapshot.position.state, 1)
    assert len({given[-1] for given in spy.given}) == len(spy.given), "each time with other dice"
    assert len(caplog.records) == len(tried) and "R7" not in caplog.text


def test_a_game_without_bots_is_played_plainly(
    against: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(registry.bots(), "lost_cities")
    table = against("expert")
    anns_turn(table)
    assert services.choose(table_id=table.id, ply=table.row.ply) is not None


def test_whoever_kills_its_workers_is_replaced_by_a_simpler_one(
    against: Callable[..., Played], spy: Spy
) -> None:
    table = against("expert")
    anns_turn(table)
    for tries, tried in (
        (0, ["expert"]),
        (1, ["expert"]),
        (2, ["club"]),
        (3, ["club"]),
        (4, []),
        (100, []),
    ):
        Table.objects.update(bot_tries=tries)
        spy.levels.clear()
        assert services.choose(table_id=table.id, ply=table.row.ply) is not None
        assert spy.levels == tried


# --- caretakers ---


def test_the_caretaker_is_the_club_bot(
    toy_table: Played, asked: Asked, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        does(toy_table, "ann", "resign")
    assert asked == [((toy_table.id, toy_table.row.ply), 0.9)]
    assert [player.level for player in toy_table.snapshot.players] == ["club", "", ""]
    toy_table.bots_play()
    assert toy_table.mover == "ben"
    assert list(audit.faults(toy_table.row)) == []


# --- offers and endings ---


def test_a_bot_plays_on_when_a_draw_is_offered_unless_the_game_never_ends(
    against: Callable[..., Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against(clock="normal")
    does(table, "ann", "draw")
    assert (table.row.status, table.row.draw_by) == ("running", "no")
    anns_turn(table)
    table.bots_play()
    monkeypatch.setattr("games.tables.services.endings.DRAGS_ON", table.row.ply)
    does(table, "ann", "draw")
    assert (table.row.ended_by, [seat.place for seat in table.row.seats.all()]) == ("draw", [1, 1])


def test_a_bot_lets_one_go_unless_the_game_counts(against: Callable[..., Played]) -> None:
    table, rated = against(), against(clock="normal", rated=True)
    for each in (table, rated):
        anns_turn(each)
        each.bots_play()
    does(table, "ann", "abort")
    assert table.row.ended_by == "abort"
    with pytest.raises(NotPossible, match="You can resign"):
        does(rated, "ann", "abort")
    does(rated, "ann", "resign")
    assert [seat.place for seat in rated.row.seats.order_by("number")] == [2, 1]
    assert rated.row.rating_due


def test_a_bot_comes_to_the_rematch_at_once(against: Callable[..., Played]) -> None:
    table = against("expert")
    does(table, "ann", "resign")
    again = services.rematch(table_id=table.id, user=table.cast["ann"], now=NOON)
    assert (again.status, again.bots) == ("running", 1)
    assert list(again.seats.order_by("number").values_list("user", "bot")) == [
        (None, "expert"),
        (table.cast["ann"].pk, ""),
    ]
    assert Table.objects.get(pk=again.id).to_act == "0" and again.series == {"expert": 1}
    assert services.rematch(table_id=table.id, user=table.cast["ann"], now=NOON).id == again.id


def test_a_step_is_taken_back_before_the_bot_knows_of_it(against: Callable[..., Played]) -> None:
    table = against()
    table.plays(f"ann {table.legal()[-1]}")
    table.takes_back("ann")
    assert table.row.to_act == "0" and table.row.bot_at is None


# --- clocks ---

FAST = 2 * clock.MINUTE


def clocks(table: Played) -> list[int]:
    return list(
        Seat.objects.filter(table=table.id).order_by("number").values_list("clock_ms", flat=True)
    )


def test_no_time_counts_for_a_bot_however_long_it_waits_for_a_processor(
    against: Callable[..., Played],
) -> None:
    table = against(clock="fast", rated=True)
    anns_turn(table)
    anns, bots_own = clocks(table)
    assert bots_own == FAST and table.row.flag_at is None
    table.now += timedelta(hours=5)
    assert services.flag_due(now=table.now) == 0
    table.bots_play()
    assert clocks(table) == [anns, FAST], "and none is added to it"
    assert table.row.flag_at == table.now + timedelta(milliseconds=anns)
    assert list(audit.faults(table.row)) == []


def test_the_clock_of_a_person_runs_as_ever(against: Callable[..., Played]) -> None:
    table = against(clock="fast")
    due = table.row.flag_at
    assert due is not None and services.flag_due(now=due) == 1
    assert (table.row.ended_by, table.row.bot_at) == ("flag", None)
    assert Seat.objects.get(table=table.id, number=1).place == 1


def test_boards_show_no_clock_for_a_bot(against: Callable[..., Played]) -> None:
    table = against(clock="fast")
    for now in (None, NOON):
        board = render.board(table.snapshot, None, now=now)
        assert 'id="clock-0"' in board and 'id="clock-1"' not in board


@pytest.fixture
def earlier_rule() -> Iterator[Callable[[], None]]:
    """Play by the rule of earlier releases, in which the clock of a bot ran. The yielded function
    ends this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Snapshot, "clockless", property(lambda snapshot: frozenset()))
        yield patch.undo


def test_a_flag_of_a_bot_from_before_does_not_fall(
    against: Callable[..., Played], earlier_rule: Callable[[], None]
) -> None:
    table, other = against(clock="fast", rated=True), against(clock="fast")
    for each in (table, other):
        anns_turn(each)
        each.bots_play()
        anns_turn(each)
    due = table.row.flag_at
    assert due is not None
    earlier_rule()
    assert list(audit.faults(table.row)) == []
    assert services.flag_due(now=due) == 0
    assert (table.row.status, table.row.flag_at) == ("running", None)
    with pytest.raises(NotPossible, match="You can resign"):
        does(table, "ann", "abort")
    other.now = due + timedelta(days=1)
    assert other.bots_play().to_act == {0}, (
        "whoever touches the table lets no flag of a bot fall either"
    )
    assert [list(audit.faults(each.row)) for each in (table, other)] == [[], []]


def test_games_in_which_the_clocks_of_bots_ran_are_still_proved(
    against: Callable[..., Played], earlier_rule: Callable[[], None]
) -> None:
    table = against(clock="fast")
    for _ in range(3):
        anns_turn(table)
        table.bots_play()
    assert clocks(table)[1] != FAST
    earlier_rule()
    for _ in range(3):
        assert list(audit.faults(table.row)) == []
        anns_turn(table)
        table.bots_play()
    assert list(audit.faults(table.row)) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_clocks_that_follow_by_neither_rule_are_found(
    against: Callable[..., Played], seat: int
) -> None:
    table = against(clock="fast")
    anns_turn(table)
    table.bots_play()
    assert list(audit.faults(table.row)) == []
    Seat.objects.filter(table=table.id, number=seat).update(clock_ms=FAST + 12_345)
    assert [fault.split(" at (")[0] for fault in audit.faults(table.row)] == ["has clocks"]
    last = Action.objects.filter(table=table.id, seat=seat).order_by("-ply")[0]
    Action.objects.filter(pk=last.pk).update(clock_ms=FAST + 12_345)
    assert f"has a clock in its log that does not follow at ply {last.ply}" in list(
        audit.faults(table.row)
    )


# --- two workers ---


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_workers_and_two_sweepers_at_once_act_once(
    against: Callable[..., Played], asked: Asked, together: Callable[..., Any]
) -> None:
    table = against()
    anns_turn(table)
    asked.clear()
    ply, late = table.row.ply, table.now + timedelta(minutes=1)
    assert sorted(together(*[partial(services.ask_overdue, now=late)] * 2)) == [0, 1]
    assert len(asked) == 1
    choice = services.choose(table_id=table.id, ply=ply)
    assert choice is not None
    answer = partial(
        services.answer,
        table_id=table.id,
        seat=choice.seat,
        code=choice.code,
        ply=ply,
        now=table.now,
    )
    assert len({found.version for found in together(answer, answer, answer)}) == 1
    assert table.row.ply == ply + 1
    assert list(audit.faults(table.row)) == []


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_whichever_way_a_move_is_written_the_bot_is_asked(
    against: Callable[..., Played], asked: Asked
) -> None:
    """On PostgreSQL a move is one statement if the process knows the session already."""
    table, ann = against(), User.objects.get(username="ann")
    codes = (table.legal()[-1], "draw stock")
    for ply, code in enumerate(codes, table.row.ply):
        stamp = Stamp(ann.get_session_auth_hash())
        services.act(table_id=table.id, user_id=ann.pk, code=code, ply=ply, now=NOON, stamp=stamp)
    assert asked == [((table.id, table.row.ply), 0.9)]
    assert table.row.bot_at == NOON + timedelta(seconds=0.9)
    Table.objects.update(bot_tries=3)
    table.bots_play()
    assert (table.row.bot_at, table.row.bot_tries) == (None, 0)
