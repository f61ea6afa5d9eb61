"""Resign, draw, abort, leaving and rematch: by services, with two seats and with three."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.tables import services
from games.tables.errors import NotPossible, NotYourSeat, Over
from games.tables.models import Seat
from games.tables.state import series
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played, toys

pytestmark = [pytest.mark.django_db, pytest.mark.database]

LATER = NOON + timedelta(minutes=1)


def does(table: Played, name: str, what: str, **more: Any) -> Any:
    return table.does(name, what, **{"now": LATER} | more)


def result(table: Played) -> tuple[str, str, list[int | None]]:
    return table.status, table.row.ended_by, table.places


def plays_to_the_end(table: Played) -> None:
    while table.status == "running":
        table.takes_a_turn()
        table.bots_play()


# --- two seats ---


def test_who_resigns_loses_also_out_of_turn(table: Played) -> None:
    waiter = table.waiter
    does(table, waiter, "resign")
    assert result(table) == ("ended", "resign", [2, 1] if waiter == "ann" else [1, 2])
    with pytest.raises(Over):
        does(table, "ann", "resign")


def test_a_draw_needs_both(table: Played) -> None:
    does(table, "ann", "draw")
    assert (table.row.draw_by, table.row.status) == ("0", "running")
    again = does(table, "ann", "draw")
    assert again.version == table.row.version
    does(table, "ben", "draw")
    assert result(table) == ("ended", "draw", [1, 1])
    assert table.sound()


def test_a_draw_that_is_declined_is_not_offered_again_before_somebody_has_acted(
    table: Played,
) -> None:
    does(table, "ann", "draw")
    does(table, "ben", "draw", agree=False)
    for name in ("ann", "ben"):
        with pytest.raises(NotPossible, match="declined"):
            does(table, name, "draw")
    table.takes_a_turn()
    does(table, "ann", "draw")
    assert table.row.draw_by == "0"


def test_an_offer_lapses_when_the_other_acts_and_not_when_one_acts_oneself(table: Played) -> None:
    mover, waiter = table.mover, table.waiter
    does(table, mover, "draw")
    table.takes_a_turn()
    assert table.row.draw_by == str(table.seat(mover))
    assert table.mover == waiter
    table.takes_a_turn()
    assert table.row.draw_by == ""


def test_declining_what_nobody_offered_changes_nothing(table: Played) -> None:
    before = table.row.version
    does(table, "ann", "draw", agree=False)
    assert (table.row.version, table.row.draw_by) == (before, "")


def test_later_all_have_to_agree_to_abort(table: Played) -> None:
    table.everybody_acts()
    does(table, "ann", "abort")
    assert (table.row.status, table.row.abort_by) == ("running", "0")
    does(table, "ben", "abort", agree=False)
    assert table.row.abort_by == ""
    does(table, "ann", "abort")
    does(table, "ben", "abort")
    assert result(table) == ("ended", "abort", [None, None])


@pytest.mark.parametrize("what", ["resign", "draw", "abort"])
def test_only_the_seated_end_a_game(table: Played, what: str) -> None:
    for name in ("cal", "dee"):
        with pytest.raises(NotYourSeat):
            does(table, name, what)
    with pytest.raises(NotPossible, match="not begun"):
        does(sits_down(table.cast, "dee"), "dee", what)


def test_only_a_rated_game_with_a_result_is_due_for_rating(cast: dict[str, User]) -> None:
    for ends, due in ((["resign"], True), (["abort", "abort"], False)):
        table = sits_down(cast, "ann", "ben", clock="daily", rated=True)
        table.everybody_acts()
        for name, what in zip(("ann", "ben"), ends, strict=False):
            does(table, name, what)
        assert (table.row.status, table.row.rating_due) == ("ended", due)


def test_why_a_table_is_not_rated_is_said_before_anybody_sits(cast: dict[str, User]) -> None:
    cast["guest"] = User.objects.create_user("guest-ab23cd45", password=None, is_guest=True)
    daily = {"clock": "daily", "rated": True}
    for names, terms, reason in (
        (("ann",), {"rated": True}, "without a clock"),
        (("guest",), daily, "Guests"),
        (("ann", "guest"), daily, "account"),
    ):
        with pytest.raises(NotPossible, match=reason):
            sits_down(cast, *names, **terms)


# --- rematch ---


def again(table: Played, *names: str) -> Played:
    table.now = LATER
    return table.again(*names)


def test_a_rematch_is_one_click_each_and_the_other_begins(table: Played) -> None:
    first = table.mover
    does(table, "ann", "resign")
    new = again(table, "ann")
    assert (new.row.status, new.row.private, new.row.rematch_of_id) == ("open", True, table.id)
    assert table.snapshot.rematch_id == new.id and table.snapshot.has_rematch
    assert again(table, "ann").id == again(table, "ben").id == new.id
    assert (new.row.status, new.mover) == ("running", "ben" if first == "ann" else "ann")
    assert (new.row.options, new.row.time_control) == (table.row.options, table.row.time_control)


def test_the_seats_of_a_rematch_are_kept(table: Played) -> None:
    does(table, "ann", "resign")
    new = again(table, "ben")
    with pytest.raises(NotYourSeat, match="kept"):
        new.lets("dee", "sit")
    with pytest.raises(NotYourSeat):
        again(table, "dee")
    new.lets("ann", "sit", number=1)
    assert new.status == "running"


def test_no_rematch_while_the_game_runs(table: Played) -> None:
    with pytest.raises(NotPossible):
        again(table, "ann")


def test_a_series_keeps_its_score(table: Played) -> None:
    ann, ben = (str(table.cast[name].pk) for name in ("ann", "ben"))
    does(table, "ann", "resign")
    second = again(table, "ann", "ben")
    assert second.row.series == {ben: 1}
    does(second, "ben", "draw")
    does(second, "ann", "draw")
    third = again(second, "ben", "ann")
    assert third.row.series == {ben: 1, "draws": 1}
    does(third, "ben", "resign")
    assert again(third, "ann").row.series == {ben: 1, "draws": 1, ann: 1}


def test_a_series_names_its_players_the_reader_first() -> None:
    def score(before: dict[str, int], places: tuple[int, ...], viewer: int | None) -> str:
        keys, names = ("7", "8", "club")[: len(places)], ("Ann", "Ben", "Cal")[: len(places)]
        return series.score(before, keys, names, places, viewer)

    assert score({}, (1, 2), 0) == "", "the first game of a series"
    assert score({"8": 2, "draws": 1}, (1, 2), 0) == "Ann 1½, Ben 2½"
    assert score({"8": 2, "draws": 1}, (1, 2), 1) == "Ben 2½, Ann 1½"
    assert score({"8": 2}, (1, 2), None) == "Ben 2, Ann 1"
    assert score({"8": 2, "club": 1}, (2, 3, 1), 0) == "Ann 0, Ben 2, Cal 2"


def test_a_rematch_that_nobody_took_may_be_asked_for_again(table: Played) -> None:
    does(table, "ann", "resign")
    new = again(table, "ann")
    new.lets("ann", "stand")
    assert new.row.ended_by == "closed"
    assert again(table, "ben").id != new.id


# --- three seats ---


@pytest.fixture
def timed_toy(cast: dict[str, User], toy_game: None) -> Played:
    return toys(cast, "ann", "ben", "cal", clock="fast", rated=True)


def test_of_three_one_resigns_and_a_caretaker_plays_on(toy_table: Played) -> None:
    does(toy_table, "ben", "resign")
    assert toy_table.status == "running"
    seat = Seat.objects.get(table=toy_table.id, number=1)
    assert (seat.left_by, seat.left_ply) == ("resign", toy_table.row.ply)
    toy_table.takes_a_turn()
    toy_table.bots_play()
    assert toy_table.mover == "cal"
    with pytest.raises(Over, match="A bot plays for you"):
        toy_table.plays("ben end")
    plays_to_the_end(toy_table)
    status, ended_by, places = result(toy_table)
    assert (status, ended_by, places[1]) == ("ended", "rules", 3)
    assert toy_table.sound()


def test_of_three_a_flag_falls_and_the_others_play_on(timed_toy: Played) -> None:
    due = timed_toy.row.flag_at
    assert due == NOON + timedelta(minutes=2)
    assert services.flag_due(now=due) == 1
    assert timed_toy.row.flag_at is None, "a caretaker has no clock"
    assert services.flag_due(now=due) == 0
    timed_toy.now = due
    timed_toy.bots_play()
    assert (timed_toy.row.status, timed_toy.mover) == ("running", "ben")
    assert timed_toy.row.flag_at == timed_toy.now + timedelta(minutes=2)
    plays_to_the_end(timed_toy)
    assert result(timed_toy)[1] == "rules"
    assert result(timed_toy)[2][0] == 3
    assert timed_toy.row.rating_due
    assert timed_toy.sound()


def test_when_all_but_one_have_gone_the_last_one_wins(timed_toy: Played) -> None:
    timed_toy.everybody_acts()
    for left in (2, 1):
        due = timed_toy.row.flag_at
        assert due and services.flag_due(now=due) == 1
        timed_toy.now = due
        if left == 2:
            timed_toy.bots_play()
    assert result(timed_toy) == ("ended", "flag", [3, 2, 1])
    assert timed_toy.row.rating_due
    assert timed_toy.sound()


def test_three_agree_on_a_draw_without_the_one_who_has_gone(timed_toy: Played) -> None:
    timed_toy.everybody_acts()
    does(timed_toy, "cal", "resign")
    does(timed_toy, "ann", "draw")
    does(timed_toy, "ben", "draw")
    assert result(timed_toy) == ("ended", "draw", [1, 1, 3])


def test_of_three_a_closed_account_leaves_too(toy_table: Played) -> None:
    services.release_seats(user=toy_table.cast["cal"], now=LATER)
    assert toy_table.status == "running"
    assert Seat.objects.get(table=toy_table.id, number=2).left_by == "resign"


def test_the_first_of_four_to_go_is_last_whichever_their_seats(
    cast: dict[str, User], toy_game: None
) -> None:
    table = toys(cast, "ann", "ben", "cal", "dee")
    does(table, "cal", "resign")
    does(table, "ben", "resign")
    plays_to_the_end(table)
    assert result(table)[2][1:3] == [3, 4]
    assert table.sound()
