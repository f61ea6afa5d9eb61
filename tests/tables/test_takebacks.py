"""Take-backs by consent: asked when the turn is over, agreed by all, proved by the log."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.kernel.protocol import UNDO
from games.registry import engines
from games.tables.errors import NotPossible, NotYourSeat, StalePly
from games.tables.models import Order, Seat, Table
from games.tables.proof import audit
from games.tables.state import snapshot_cache, take_back
from tests.kit import tiers
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def begins(cast: dict[str, User], game: str = "lost_cities", clock: str = "normal") -> Played:
    return dealt(cast, "ann", "ben", game=game, clock=clock, order=Order.SEATS, **_two(game))


def _two(game: str) -> dict[str, int]:
    return {} if game == "lost_cities" else {"seats": 2}


def passes(table: Played) -> Played:
    """Play until somebody has drawn what the other had discarded, and so has seen nothing new."""
    table.takes_a_turn()
    first = table.mover
    discard = next(code for code in table.legal() if code.startswith("discard"))
    table.plays(f"{first} {discard}", f"{first} draw stock")
    other = table.mover
    mine = next(
        code for code in table.legal() if code.startswith("discard") and code[8] != discard[8]
    )
    table.plays(f"{other} {mine}", f"{other} draw {discard[8]}")
    return table


@pytest.fixture
def passed(cast: dict[str, User]) -> Played:
    """Return a table at which the one who waits has drawn an open card."""
    return passes(begins(cast))


def asks(table: Played, name: str, agree: bool = True, ply: int | None = None) -> Any:
    table.now += timedelta(seconds=5)
    at = table.ply if ply is None else ply
    return table.does(name, "take_back_together", ply=at, agree=agree)


def test_both_agree_and_the_last_action_is_taken_back(passed: Played) -> None:
    asker, other = passed.waiter, passed.mover
    before, log = passed.snapshot, passed.log
    asks(passed, asker)
    assert (passed.row.undo_by, passed.log) == (str(passed.seat(asker)), log)
    asks(passed, other)
    after = passed.snapshot
    assert passed.log == [*log, f"{passed.seat(asker)} {UNDO}"]
    assert passed.mover == asker and passed.row.undo_by == ""
    assert before.position is not None and after.position is not None
    assert before.position.before is not None
    assert after.position.state == before.position.before.state
    assert passed.sound()


def back(table: Played) -> tuple[int, int]:
    """Take the last action back; return the milliseconds of whoever asks and of the other seat,
    less those that the other one has used meanwhile."""
    asker, other = table.waiter, table.mover
    asks(table, asker)
    asks(table, other)
    left = table.snapshot.budgets
    return left[table.seat(asker)], left[table.seat(other)] + 10_000


@pytest.mark.parametrize("clock", ["normal", "custom 48h+24h/120h", "custom 120h+24h/120h"])
def test_the_clocks_stand_as_before_the_turn_less_what_was_used(
    clock: str, cast: dict[str, User]
) -> None:
    """Live, by correspondence, and where the increment would go over the cap."""
    table = begins(cast, clock=clock)
    for _ in range(2):  # a live clock starts with the first move of each
        table.takes_a_turn()
    discard = next(code for code in table.legal() if code.startswith("discard"))
    table.plays(f"{table.mover} {discard}", f"{table.mover} draw stock")
    mover, before, began = table.mover, table.snapshot.budgets, table.now
    mine = next(c for c in table.legal() if c.startswith("discard") and c[8] != discard[8])
    table.now += timedelta(minutes=1)
    table.plays(f"{mover} {mine}", f"{mover} draw {discard[8]}")
    used = int((table.now - began).total_seconds() * 1000)
    paid = table.snapshot.budgets[table.seat(mover)]
    seat, rest = table.seat(mover), 1 - table.seat(mover)
    for _ in range(3):  # however often it comes again, it is paid once
        assert back(table) == (before[seat] - used, before[rest])
        assert table.sound()
        flag = table.row.flag_at
        left = timedelta(milliseconds=before[seat] - used)
        assert flag is not None and flag == table.now + left
        before = (table.snapshot.budgets[0], table.snapshot.budgets[1])
        table.plays(f"{mover} draw {discard[8]}")
        assert table.snapshot.budgets[seat] <= paid
        used = 1000
    table.moves(4)
    assert table.sound()


def test_a_table_of_an_earlier_release_goes_on_by_its_rule(cast: dict[str, User]) -> None:
    """There one keeps the increment of a turn that is taken back, and gets another."""
    passed = begins(cast)
    Table.objects.filter(pk=passed.id).update(clock_rules=0)
    snapshot_cache.forget()
    passes(passed)
    before = passed.snapshot.budgets
    seat = passed.seat(passed.waiter)
    assert back(passed) == (before[seat], before[1 - seat])
    assert passed.sound()
    Seat.objects.filter(table=passed.id).update(renewed=0)  # as that release left it
    snapshot_cache.forget()
    passed.moves(4)
    assert passed.sound()
    Table.objects.filter(pk=passed.id).update(clock_rules=1)
    assert any("clock" in fault for fault in audit.faults(passed.row))


def test_a_table_that_says_another_turn_than_its_log_is_found(passed: Played) -> None:
    back(passed)
    assert {seat.renewed for seat in passed.row.seats.all()} == {passed.row.ply}
    passed.row.seats.filter(number=0).update(renewed=0)
    (fault,) = audit.faults(passed.row)
    assert "came again" in fault


def test_a_step_taken_back_within_the_turn_moves_no_clock_and_renews_nothing(
    passed: Played,
) -> None:
    mover, before = passed.mover, passed.snapshot.budgets
    passed.plays(f"{mover} {passed.legal()[0]}")
    passed.takes_back(mover)
    spent = [before[0], before[1]]
    spent[passed.seat(mover)] -= 1000
    assert list(passed.snapshot.budgets) == spent
    assert [seat.renewed for seat in passed.row.seats.all()] == [0, 0]
    assert passed.sound()


def test_days_that_came_after_the_turn_are_not_taken_away(passed: Played) -> None:
    """A live game goes on by correspondence while a take-back is asked for."""
    asker, other = passed.waiter, passed.mover
    asks(passed, asker)
    for name in (asker, other):
        passed.does(name, "slow_down")
    asks(passed, other)
    two = 2 * 86_400_000
    left = passed.snapshot.budgets
    assert left[passed.seat(asker)] == two and left[passed.seat(other)] == two - 10_000
    assert passed.sound()


def test_the_turn_of_three_comes_again_to_two_alone(cast: dict[str, User]) -> None:
    terms = {"clock": "daily", "seats": 3, "order": Order.SEATS}
    table = sits_down(cast, "ann", "ben", "cal", game="odin", **terms)
    asker = table.mover
    before = table.snapshot.budgets
    table.plays(f"{asker} {table.legal()[0]}")
    other = table.mover
    (third,) = {"ann", "ben", "cal"} - {asker, other}
    for name in (asker, third, other):
        asks(table, name)
    assert table.mover == asker
    left, used = table.snapshot.budgets, {asker: 1000, other: 15_000, third: 0}
    ply = table.row.ply
    for name, spent in used.items():
        seat = table.seat(name)
        assert left[seat] == before[seat] - spent
        renewed = table.row.seats.get(number=seat).renewed
        assert renewed == (0 if name == third else ply)
    assert table.sound()
    table.moves(4)
    assert table.sound()


def test_who_saw_a_card_may_not_ask(cast: dict[str, User]) -> None:
    table = begins(cast)
    table.takes_a_turn()  # ends by a card from the stock
    with pytest.raises(NotPossible, match="showed you"):
        asks(table, table.waiter)


def test_an_ask_is_declined_once_and_lapses_with_a_move(passed: Played) -> None:
    asker, other = passed.waiter, passed.mover
    asks(passed, asker)
    asks(passed, other, agree=False)
    for name in (asker, other):
        with pytest.raises(NotPossible, match="declined"):
            asks(passed, name)
    passed.takes_a_turn()
    assert passed.row.undo_by == ""


def test_an_agreement_to_an_earlier_board_is_none(passed: Played) -> None:
    asker, other, ply = passed.waiter, passed.mover, passed.row.ply
    asks(passed, asker)
    passed.plays(f"{other} {passed.legal()[0]}")
    with pytest.raises(StalePly):
        asks(passed, other, ply=ply)
    with pytest.raises(NotPossible):
        asks(passed, asker)
    assert UNDO not in " ".join(passed.log)


def test_a_request_that_arrives_twice_is_one(passed: Played) -> None:
    asker, other, ply = passed.waiter, passed.mover, passed.row.ply
    assert asks(passed, asker, ply=ply).version == asks(passed, asker, ply=ply).version
    once = asks(passed, other, ply=ply)
    assert asks(passed, other, ply=ply).version == once.version
    assert len([line for line in passed.log if line.endswith(UNDO)]) == 1


def test_only_the_seated_ask_and_nobody_agrees_to_nothing(passed: Played) -> None:
    for name in ("cal", "dee"):
        with pytest.raises(NotYourSeat):
            asks(passed, name)
    with pytest.raises(NotPossible):  # whose turn it is has nothing to ask for
        asks(passed, passed.mover)


def test_bots_are_not_asked(passed: Played) -> None:
    asker = passed.seat(passed.waiter)
    assert take_back.may_ask(passed.snapshot, asker)
    other = passed.row.seats.exclude(number=asker).get()
    passed.row.seats.filter(pk=other.pk).update(user=None, bot="club")
    Table.objects.filter(pk=passed.id).update(bots=1, version=passed.row.version + 1)
    assert not take_back.may_ask(passed.snapshot, asker)


@pytest.mark.parametrize("game", sorted(engines()))
def test_what_is_taken_back_was_known_to_whoever_takes_it_back(
    game: str, cast: dict[str, User]
) -> None:
    """Play at random; whenever somebody may ask, all agree: the state is that of before, the
    asker's view tells nothing that the one before and the own action did not, and the clocks stand
    as before less what was used."""
    dice, taken = Random(game), 0
    table = begins(cast, game, clock="custom 48h+24h/60h")
    stood = table.snapshot.budgets
    for _ in range(tiers.part(300)):
        snapshot = table.snapshot
        if snapshot.status != "running":
            break
        asker = next(
            (name for name in ("ann", "ben") if take_back.may_ask(snapshot, table.seat(name))), None
        )
        if asker and taken < 6:
            assert snapshot.position is not None and snapshot.position.before is not None
            state = snapshot.position.before.state
            asks(table, asker)
            asks(table, "ben" if asker == "ann" else "ann")
            after = table.snapshot.position
            assert after is not None and after.state == state
            expected = list(stood)
            expected[table.seat(asker)] -= 1000
            expected[1 - table.seat(asker)] -= 10_000
            assert list(table.snapshot.budgets) == expected
            taken += 1
        mover = table.mover
        legal = table.legal(mover)
        # a stone that nobody claims ends no game before the stock is empty, when turns show nothing
        codes = [code for code in legal if not code.startswith("claim")] or legal
        stood = table.snapshot.budgets
        table.plays(f"{mover} {dice.choice(codes)}")
    assert table.sound()
    assert taken or game in ("lost_cities", "exhibition")


def test_the_board_asks_and_answers_without_a_script(cast: dict[str, User]) -> None:
    passed = passes(begins(cast, clock="untimed"))
    asker, other = passed.waiter, passed.mover
    asks_by, answers = (passed.browser(name) for name in (asker, other))
    address, form = f"/t/{passed.id}/takeback/", {"ply": passed.ply}
    assert "Ask to take back" in passed.html(asker)
    assert "Ask to take back" not in passed.html(other)
    assert asks_by.post(address, form).status_code == 303
    assert "You have asked to take your last move back." in passed.html(asker)
    assert "would like to take the last move back" in passed.html(other)
    assert answers.post(address, form | {"answer": "no"}).status_code == 303
    assert "The last move stands." in passed.html(asker)
    assert asks_by.post(address, form).status_code == 422
    assert asks_by.get(address).status_code == 405
