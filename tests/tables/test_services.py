"""All services that change a table, and all their refusals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.sessions import Stamp
from games.tables import services
from games.tables.errors import NoSuchTable, NotPossible, NotYourSeat, Over, StalePly
from games.tables.models import Action, Seat, Table
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_the_last_to_sit_down_starts_the_game(table: Played) -> None:
    row = table.row
    assert (row.status, row.ply) == ("running", 2)
    assert [line.split()[:2] for line in table.log] == [["None", "deal"], ["None", "deal"]]
    assert row.to_act in ("0", "1")


def test_a_turn_is_two_entries_and_passes_on(table: Played) -> None:
    first = table.mover
    table.plays(f"{first} {table.legal()[0]}")
    assert table.mover == first
    table.plays(f"{first} draw stock")
    assert table.mover != first
    assert (table.row.ply, table.row.version) == (4, table.snapshot.version)


def test_a_whole_game_ends_by_the_rules(played_out: Played) -> None:
    row = played_out.row
    assert (row.status, row.ended_by, row.to_act) == ("ended", "rules", "")
    assert (played_out.seats("score"), played_out.places) == ([0, 0], [1, 1])
    with pytest.raises(Over):
        played_out.plays("ann draw stock")
    with pytest.raises(Over):
        played_out.does("ann", "resign")


def test_the_same_request_twice_counts_once(table: Played) -> None:
    code, ply, mover = table.legal()[0], table.ply, table.mover
    first = table.plays(f"{mover} {code}", ply=ply)
    again = table.plays(f"{mover} {code}", ply=ply)
    assert first.version == again.version
    assert table.ply == ply + 1


def test_another_code_for_a_ply_that_is_past_is_stale(table: Played) -> None:
    codes, ply, mover = table.legal(), table.ply, table.mover
    table.plays(f"{mover} {codes[0]}")
    with pytest.raises(StalePly):
        table.plays(f"{mover} {codes[1]}", ply=ply)
    with pytest.raises(StalePly):
        table.plays(f"{mover} draw stock", ply=ply + 7)


def test_what_is_not_legal_is_not_played(table: Played) -> None:
    long = "x" * 5000
    for code in (
        *("", "play", "play Q9", "draw stock", "undo", "deal S0 S1", "play R7 ", "PLAY R7"),
        *(long, "play \x00"),
    ):
        with pytest.raises(NotPossible):
            table.plays(f"{table.mover} {code}")
    assert table.ply == 2


def test_out_of_turn_says_whose_turn_it_is(table: Played) -> None:
    with pytest.raises(NotPossible, match=f"{table.mover} is to move"):
        table.plays(f"{table.waiter} draw stock")


def test_only_the_seated_move(table: Played) -> None:
    with pytest.raises(NotYourSeat):
        table.plays(f"cal {table.legal()[0]}")
    nobody = {"user_id": None, "code": "draw stock", "ply": 2, "now": NOON}
    with pytest.raises(NotYourSeat):
        services.act(table_id=table.id, **nobody)
    with pytest.raises(NoSuchTable):
        services.act(table_id="nowhere", **nobody | {"user_id": table.cast["ann"].pk})


def test_a_private_table_does_not_exist_for_strangers_who_would_move(cast: dict[str, User]) -> None:
    with pytest.raises(NoSuchTable):
        sits_down(cast, "ann", "ben", private=True).plays("dee draw stock")


def test_an_old_session_does_not_move(table: Played) -> None:
    mover = table.cast[table.mover]
    stamp = Stamp(mover.get_session_auth_hash())
    mover.set_password("another one")
    mover.save()
    with pytest.raises(NotYourSeat):
        table.does(table.mover, "act", code=table.legal()[0], ply=2, stamp=stamp)


def test_what_was_put_down_may_be_taken_back(table: Played) -> None:
    mover, before = table.mover, table.snapshot
    table.plays(f"{mover} {table.legal()[0]}")
    after = table.takes_back(mover)
    assert after.position is not None and before.position is not None
    assert after.position.state == before.position.state
    assert after.ply == before.ply + 2
    assert table.log[-1].endswith(" undo")
    again = table.takes_back(mover, ply=after.ply - 1)
    assert again.version == after.version


def test_what_was_drawn_is_not_given_back(table: Played) -> None:
    mover = table.mover
    table.plays(f"{mover} {table.legal()[0]}", f"{mover} draw stock")
    with pytest.raises(NotPossible):
        table.takes_back(mover)


def test_nobody_takes_back_for_another(table: Played) -> None:
    table.plays(f"{table.mover} {table.legal()[0]}")
    with pytest.raises(NotPossible):
        table.takes_back(table.waiter)


# --- before the start ---


@pytest.fixture
def opened(cast: dict[str, User]) -> Played:
    return sits_down(cast, "ann")


def test_a_table_that_cannot_be_is_refused(cast: dict[str, User]) -> None:
    for terms in (
        *({"game": "chess"}, {"seats": 3}, {"seats": 0}, {"seat": 2}, {"seat": -1}),
        *({"options": {"rounds": "2"}}, {"options": {"jokers": "on"}}),
        *({"order": "oldest"}, {"clock": "hourglass"}, {"rated": True}),
    ):
        with pytest.raises(NotPossible):
            sits_down(cast, "ann", **terms)
    assert not Table.objects.exists()


@pytest.mark.parametrize(("guest", "most"), [(False, 6), (True, 2)])
def test_nobody_fills_the_lobby_alone(cast: dict[str, User], guest: bool, most: int) -> None:
    ann = cast["ann"]
    ann.is_guest = guest
    ann.save()
    tables = [sits_down(cast, "ann", private=number == 0) for number in range(most)]
    with pytest.raises(NotPossible, match="Close one") as refused:
        sits_down(cast, "ann")
    assert ("create an account" in str(refused.value)) is guest
    assert sits_down(cast, "ann", bots={1: "club"}).status == "running", "it waits for nobody"
    tables[0].lets("ann", "stand")
    assert sits_down(cast, "ann").status == "open"


def test_a_rematch_takes_no_place_in_the_lobby(table: Played, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"open_tables": 1}
    table.does("ann", "resign")
    sits_down(table.cast, "ann")
    assert table.again("ann").status == "open"


def test_nobody_waits_everywhere(cast: dict[str, User], settings: Any, toy_game: None) -> None:
    """Without this limit two users could have tables without end: one opens each, the other sits
    down, the first stands up again."""
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"waiting_seats": 2}
    for number in range(3):
        opened = sits_down(cast, "ann", game="toy", seats=3)
        if number < 2:
            opened.lets("ben", "sit")
            opened.lets("ann", "stand")
    with pytest.raises(NotPossible, match="Leave one"):
        opened.lets("ben", "sit")
    assert sits_down(cast, "cal", "ben").status == "running", "nobody waits for a last seat"


# --- a form that is sent twice ---


def test_the_same_form_twice_opens_one_table(cast: dict[str, User]) -> None:
    told: dict[str, Any] = {"creator": cast["ann"], "game": "lost_cities", "now": NOON}
    first = services.open_table(**told, key="k1")
    assert services.open_table(**told, key="k1", nonce="another").id == first.id
    others = [
        services.open_table(**told, key="k2"),
        services.open_table(**told | {"options": {"suits": "6"}}, key="k1"),
        services.open_table(**told),
        services.open_table(**told),
        services.open_table(**told | {"creator": cast["ben"]}, key="k1"),
    ]
    assert len({first.id, *[other.id for other in others]}) == 6


def test_a_form_opens_another_table_once_its_first_has_ended_or_gone_to_somebody_else(
    cast: dict[str, User], toy_game: None
) -> None:
    told: dict[str, Any] = {"game": "toy", "seats": 3, "key": "k"}
    first = sits_down(cast, "ann", **told)
    first.lets("ann", "stand")
    second = sits_down(cast, "ann", "ben", **told)
    sits_down(cast, "ben", **told)
    second.lets("ann", "stand")
    assert len({first.id, second.id, sits_down(cast, "ann", **told).id}) == 3


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_open_one_table(
    cast: dict[str, User], together: Callable[..., list[Any]]
) -> None:
    def click() -> str:
        return services.open_table(creator=cast["ann"], game="lost_cities", key="k", now=NOON).id

    assert len(set(together(click, click, click))) == 1 == Table.objects.count()


def test_a_seat_is_taken_once(opened: Played, table: Played) -> None:
    opened.lets("ann", "sit")
    assert Seat.objects.filter(table=opened.id).count() == 1
    with pytest.raises(StalePly):
        opened.lets("ben", "sit", number=0)
    for name, service in (("cal", "sit"), ("ann", "stand")):  # where all seats are taken
        with pytest.raises(Over):
            table.lets(name, service)


def test_the_last_to_leave_closes_the_table(opened: Played) -> None:
    opened.lets("ann", "stand")
    assert (opened.status, opened.row.ended_by) == ("ended", "closed")
    with pytest.raises(Over):
        opened.lets("ben", "sit")


def test_the_creator_chooses_a_seat_and_the_order(cast: dict[str, User]) -> None:
    played = sits_down(cast, "ann", "ben", seat=1, order="seats")
    assert (played.seat("ann"), played.seat("ben")) == (1, 0)
    assert played.log[0] == "None deal S0 S1"
    assert played.mover == "ben"


def test_two_are_needed(opened: Played) -> None:
    with pytest.raises(NotPossible):
        opened.lets("ann", "start")
    with pytest.raises(NotYourSeat):
        opened.lets("ben", "start")


def test_idle_tables_close(opened: Played) -> None:
    day = timedelta(days=1)
    assert services.close_idle(now=NOON + day, after=2 * day, live=day / 2) == 0
    assert services.close_idle(now=NOON + 3 * day, after=2 * day, live=day / 2) == 1
    assert opened.row.ended_by == "closed"


@pytest.mark.parametrize("clock", ["fast", "custom 300+20"])
def test_idle_live_tables_close_sooner(cast: dict[str, User], clock: str) -> None:
    live = sits_down(cast, "ann", clock=clock)
    slow = sits_down(cast, "ben", clock="custom 48h+24h/120h")
    sooner = {"after": timedelta(days=7), "live": timedelta(hours=4)}
    assert services.close_idle(now=NOON + timedelta(hours=5), **sooner) == 1
    assert (live.status, slow.status) == ("ended", "open")


def test_a_closed_account_leaves_its_tables(table: Played, cast: dict[str, User]) -> None:
    waiting = sits_down(cast, "ann")
    services.release_seats(user=cast["ann"], now=NOON)
    assert (waiting.row.ended_by, table.row.ended_by) == ("closed", "resign")
    assert table.places == [2, 1]


def test_players_bring_their_own_numbers_and_nobody_draws_for_them(opened: Played) -> None:
    opened.lets("ben", "sit", nonce="a" * 32)
    assert opened.seats("nonce") == ["-", "a" * 32]


def test_the_host_adds_a_number_once_the_seal_was_seen(opened: Played) -> None:
    for nonce in ("b" * 32, "c" * 32):
        opened.lets("ann", "sit", nonce=nonce)
    assert opened.seats("nonce") == ["b" * 32]
    opened.lets("ben", "sit")
    opened.lets("ben", "sit", nonce="c" * 32)
    assert opened.seats("nonce") == ["b" * 32, "-"]


@pytest.mark.parametrize("nonce", ["", "a b", "é", "x" * 65, "\n"])
def test_what_is_no_number_is_none(opened: Played, nonce: str) -> None:
    opened.lets("ben", "sit", nonce=nonce)
    assert opened.seats("nonce") == ["-", "-"]


def test_the_log_is_a_chain(table: Played) -> None:
    table.plays(f"{table.mover} {table.legal()[0]}")
    actions = list(Action.objects.filter(table=table.id).order_by("ply"))
    assert actions[0].prev == table.row.commitment
    assert [action.prev for action in actions[1:]] == [action.hash for action in actions[:-1]]
