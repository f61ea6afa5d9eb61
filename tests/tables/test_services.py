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


def test_a_whole_game_ends_by_the_rules(table: Played) -> None:
    table.plays_on()
    row = table.row
    assert (row.status, row.ended_by, row.to_act) == ("ended", "rules", "")
    assert [seat.score for seat in row.seats.order_by("number")] == [0, 0]
    assert [seat.place for seat in row.seats.order_by("number")] == [1, 1]


def test_the_same_request_twice_counts_once(table: Played) -> None:
    code, ply, mover = table.legal()[0], table.row.ply, table.mover
    first = table.plays(f"{mover} {code}", ply=ply)
    again = table.plays(f"{mover} {code}", ply=ply)
    assert first.version == again.version
    assert table.row.ply == ply + 1


def test_another_code_for_a_ply_that_is_past_is_stale(table: Played) -> None:
    codes, ply, mover = table.legal(), table.row.ply, table.mover
    table.plays(f"{mover} {codes[0]}")
    with pytest.raises(StalePly):
        table.plays(f"{mover} {codes[1]}", ply=ply)
    with pytest.raises(StalePly):
        table.plays(f"{mover} draw stock", ply=ply + 7)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "play",
        "play Q9",
        "draw stock",
        "undo",
        "deal S0 S1",
        "play R7 ",
        "PLAY R7",
        "x" * 5000,
        "play \x00",
    ],
)
def test_what_is_not_legal_is_not_played(table: Played, code: str) -> None:
    with pytest.raises(NotPossible):
        table.plays(f"{table.mover} {code}")
    assert table.row.ply == 2


def test_out_of_turn_says_whose_turn_it_is(table: Played) -> None:
    with pytest.raises(NotPossible, match=f"{table.mover} is to move"):
        table.plays(f"{table.waiter} draw stock")


def test_only_the_seated_move(table: Played) -> None:
    with pytest.raises(NotYourSeat):
        table.plays(f"cal {table.legal()[0]}")
    with pytest.raises(NotYourSeat):
        services.act(table_id=table.id, user_id=None, code="draw stock", ply=2, now=NOON)
    with pytest.raises(NoSuchTable):
        services.act(
            table_id="nowhere", user_id=table.cast["ann"].pk, code="draw stock", ply=2, now=NOON
        )


def test_a_private_table_does_not_exist_for_strangers_who_would_move(cast: dict[str, User]) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", private=True, now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    with pytest.raises(NoSuchTable):
        Played(opened.id, cast).plays("dee draw stock")


def test_an_old_session_does_not_move(table: Played) -> None:
    mover = table.cast[table.mover]
    stamp = Stamp(mover.get_session_auth_hash())
    mover.set_password("another one")
    mover.save()
    with pytest.raises(NotYourSeat):
        services.act(
            table_id=table.id, user_id=mover.pk, code=table.legal()[0], ply=2, now=NOON, stamp=stamp
        )


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


def test_after_the_end_nothing_is_played(table: Played) -> None:
    table.plays_on()
    with pytest.raises(Over):
        table.plays("ann draw stock")
    with pytest.raises(Over):
        services.resign(table_id=table.id, user_id=table.cast["ann"].pk, now=NOON)


def test_who_resigns_loses(table: Played) -> None:
    services.resign(table_id=table.id, user_id=table.cast["ann"].pk, now=NOON)
    row = table.row
    assert (row.status, row.ended_by) == ("ended", "resign")
    assert [seat.place for seat in row.seats.order_by("number")] == [2, 1]


# --- before the start ---


@pytest.fixture
def opened(cast: dict[str, User]) -> Table:
    return services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "chess"},
        {"seats": 3},
        {"seats": 0},
        {"options": {"rounds": "2"}},
        {"options": {"jokers": "on"}},
        {"order": "oldest"},
        {"clock": "hourglass"},
        {"rated": True},
        {"seat": 2},
        {"seat": -1},
    ],
)
def test_a_table_that_cannot_be_is_refused(cast: dict[str, User], terms: dict) -> None:
    with pytest.raises(NotPossible):
        services.open_table(**{"creator": cast["ann"], "game": "lost_cities", "now": NOON} | terms)
    assert not Table.objects.exists()


@pytest.mark.parametrize(("guest", "most"), [(False, 6), (True, 2)])
def test_nobody_fills_the_lobby_alone(cast: dict[str, User], guest: bool, most: int) -> None:
    ann = cast["ann"]
    ann.is_guest = guest
    ann.save()
    tables = [
        services.open_table(creator=ann, game="lost_cities", private=number == 0, now=NOON)
        for number in range(most)
    ]
    with pytest.raises(NotPossible, match="Close one") as refused:
        services.open_table(creator=ann, game="lost_cities", now=NOON)
    assert ("make an account" in str(refused.value)) is guest
    assert (
        services.open_table(creator=ann, game="lost_cities", bots={1: "club"}, now=NOON).status
        == "running"
    ), "it waits for nobody"
    services.stand(table_id=tables[0].id, user=ann, now=NOON)
    assert services.open_table(creator=ann, game="lost_cities", now=NOON).status == "open"


def test_a_rematch_takes_no_place_in_the_lobby(table: Played, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"open_tables": 1}
    ann = table.cast["ann"]
    services.resign(table_id=table.id, user_id=ann.pk, now=NOON)
    services.open_table(creator=ann, game="lost_cities", now=NOON)
    assert services.rematch(table_id=table.id, user=ann, now=NOON).status == "open"


def test_nobody_waits_everywhere(cast: dict[str, User], settings: Any, toy_game: None) -> None:
    """Without this limit two users could have tables without end: one opens each, the other sits
    down, the first stands up again."""
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"waiting_seats": 2}
    for number in range(3):
        opened = services.open_table(creator=cast["ann"], game="toy", seats=3, now=NOON)
        if number < 2:
            services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
            services.stand(table_id=opened.id, user=cast["ann"], now=NOON)
    with pytest.raises(NotPossible, match="Leave one"):
        services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    two = services.open_table(creator=cast["cal"], game="lost_cities", now=NOON)
    services.sit(table_id=two.id, user=cast["ben"], now=NOON)
    two.refresh_from_db()
    assert two.status == "running", "where the last seat is taken nobody waits"


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
    told: dict[str, Any] = {
        "creator": cast["ann"],
        "game": "toy",
        "seats": 3,
        "now": NOON,
        "key": "k",
    }
    first = services.open_table(**told)
    services.stand(table_id=first.id, user=cast["ann"], now=NOON)
    second = services.open_table(**told)
    services.sit(table_id=second.id, user=cast["ben"], now=NOON)
    services.open_table(**told | {"creator": cast["ben"]})
    services.stand(table_id=second.id, user=cast["ann"], now=NOON)
    third = services.open_table(**told)
    assert len({first.id, second.id, third.id}) == 3


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_open_one_table(
    cast: dict[str, User], together: Callable[..., list[Any]]
) -> None:
    def click() -> str:
        return services.open_table(creator=cast["ann"], game="lost_cities", key="k", now=NOON).id

    assert len(set(together(click, click, click))) == 1 == Table.objects.count()


def test_sitting_down_twice_is_sitting_down_once(opened: Table, cast: dict[str, User]) -> None:
    services.sit(table_id=opened.id, user=cast["ann"], now=NOON)
    assert Seat.objects.filter(table=opened).count() == 1


def test_a_taken_seat_is_taken(opened: Table, cast: dict[str, User]) -> None:
    with pytest.raises(StalePly):
        services.sit(table_id=opened.id, user=cast["ben"], number=0, now=NOON)


def test_a_full_table_is_full(table: Played, cast: dict[str, User]) -> None:
    with pytest.raises(Over):
        services.sit(table_id=table.id, user=cast["cal"], now=NOON)
    with pytest.raises(Over):
        services.stand(table_id=table.id, user=cast["ann"], now=NOON)


def test_the_last_to_leave_closes_the_table(opened: Table, cast: dict[str, User]) -> None:
    services.stand(table_id=opened.id, user=cast["ann"], now=NOON)
    opened.refresh_from_db()
    assert (opened.status, opened.ended_by) == ("ended", "closed")
    with pytest.raises(Over):
        services.sit(table_id=opened.id, user=cast["ben"], now=NOON)


def test_the_creator_chooses_a_seat_and_the_order(cast: dict[str, User]) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", seat=1, order="seats", now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    played = Played(opened.id, cast)
    assert (played.seat("ann"), played.seat("ben")) == (1, 0)
    assert played.log[0] == "None deal S0 S1"
    assert played.mover == "ben"


def test_two_are_needed(opened: Table, cast: dict[str, User]) -> None:
    with pytest.raises(NotPossible):
        services.start(table_id=opened.id, user=cast["ann"], now=NOON)
    with pytest.raises(NotYourSeat):
        services.start(table_id=opened.id, user=cast["ben"], now=NOON)


def test_idle_tables_close(opened: Table) -> None:
    day = timedelta(days=1)
    assert services.close_idle(now=NOON + day, after=2 * day, live=day / 2) == 0
    assert services.close_idle(now=NOON + 3 * day, after=2 * day, live=day / 2) == 1
    opened.refresh_from_db()
    assert opened.ended_by == "closed"


@pytest.mark.parametrize("clock", ["fast", "custom 300+20"])
def test_idle_live_tables_close_sooner(cast: dict[str, User], clock: str) -> None:
    live = services.open_table(creator=cast["ann"], game="lost_cities", clock=clock, now=NOON)
    slow = services.open_table(
        creator=cast["ben"], game="lost_cities", clock="custom 48h+24h/120h", now=NOON
    )
    assert (
        services.close_idle(
            now=NOON + timedelta(hours=5), after=timedelta(days=7), live=timedelta(hours=4)
        )
        == 1
    )
    assert [Table.objects.get(pk=table.pk).status for table in (live, slow)] == ["ended", "open"]


def test_a_closed_account_leaves_its_tables(table: Played, cast: dict[str, User]) -> None:
    waiting = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    services.release_seats(user=cast["ann"], now=NOON)
    waiting.refresh_from_db()
    assert waiting.ended_by == "closed"
    assert table.row.ended_by == "resign"
    assert Seat.objects.get(table=table.id, user=cast["ben"]).place == 1


def nonces(table: Table) -> list[str]:
    return list(Seat.objects.filter(table=table).order_by("number").values_list("nonce", flat=True))


def test_players_bring_their_own_numbers_and_nobody_draws_for_them(
    opened: Table, cast: dict[str, User]
) -> None:
    services.sit(table_id=opened.id, user=cast["ben"], nonce="a" * 32, now=NOON)
    assert nonces(opened) == ["-", "a" * 32]


def test_the_host_adds_a_number_once_the_seal_was_seen(
    opened: Table, cast: dict[str, User]
) -> None:
    services.sit(table_id=opened.id, user=cast["ann"], nonce="b" * 32, now=NOON)
    services.sit(table_id=opened.id, user=cast["ann"], nonce="c" * 32, now=NOON)
    assert nonces(opened) == ["b" * 32]
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], nonce="c" * 32, now=NOON)
    assert nonces(opened) == ["b" * 32, "-"]


@pytest.mark.parametrize("nonce", ["", "a b", "é", "x" * 65, "\n"])
def test_what_is_no_number_is_none(opened: Table, cast: dict[str, User], nonce: str) -> None:
    services.sit(table_id=opened.id, user=cast["ben"], nonce=nonce, now=NOON)
    assert nonces(opened) == ["-", "-"]


def test_the_log_is_a_chain(table: Played) -> None:
    table.plays(f"{table.mover} {table.legal()[0]}")
    actions = list(Action.objects.filter(table=table.id).order_by("ply"))
    assert actions[0].prev == table.row.commitment
    assert [action.prev for action in actions[1:]] == [action.hash for action in actions[:-1]]
