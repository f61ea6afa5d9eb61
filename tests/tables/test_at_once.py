"""A move in one statement (PostgreSQL). It may rely on the values in memory only if the statement
confirms them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Device, User
from accounts.sessions import Stamp
from games.tables import services
from games.tables.errors import NotYourSeat, Over, StalePly, TableError
from games.tables.models import Action, Seat
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from games.tables.state.snapshot import Snapshot
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
AT_ONCE = connection.vendor == "postgresql"


def planned() -> int:
    """Return how often this connection has run the statement of a move without parsing it again."""
    if not AT_ONCE:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(generic_plans + custom_plans) FROM pg_prepared_statements"
            " WHERE statement LIKE 'WITH moved %'"
        )
        return int(cursor.fetchone()[0] or 0)


def stamp(user: User) -> Stamp:
    """Return the stamp of a session whose device is known."""
    facts = {"user": user, "first_seen": NOON.date(), "last_seen": NOON.date()}
    device, _ = Device.objects.get_or_create(key=f"of {user.pk}", defaults=facts)
    return Stamp(user.get_session_auth_hash(), device.key, old=False)


def move(table: Played, name: str, code: str, ply: int | None = None) -> Callable[[], Any]:
    user = table.cast[name]
    at = table.row.ply if ply is None else ply
    facts = {
        "table_id": table.id,
        "user_id": user.pk,
        "stamp": stamp(user),
        "ply": at,
        "now": table.now,
    }
    return partial(services.act, code=code, **facts)


def plays(table: Played, code: str | None = None) -> Snapshot:
    table.now += timedelta(seconds=3)
    return move(table, table.mover, code or table.legal()[0])()


@pytest.fixture
def warm(table: Played) -> Played:
    """Return a table at which both have moved, so that the process has their sessions in memory."""
    for _ in range(4):
        plays(table)
    return table


def test_it_is_one_statement_and_the_log_is_sound(warm: Played) -> None:
    plays(warm)
    act, before = move(warm, warm.mover, warm.legal()[0]), planned()
    with CaptureQueriesContext(connection) as asked:
        after = act()
    # The driver sends the statement, so Django sends none.
    assert (len(asked) == 0) == AT_ONCE, [query["sql"] for query in asked]
    assert planned() == before + AT_ONCE
    assert (after.ply, after.version) == (warm.row.ply, warm.row.version)
    assert list(audit.faults(warm.row)) == []


def test_what_another_process_has_played_is_not_played_over(warm: Played) -> None:
    """The process has an older version of the table in memory."""
    mover, codes, old = warm.mover, warm.legal(), warm.snapshot
    late = move(warm, mover, codes[1])
    move(warm, mover, codes[0])()
    snapshot_cache.forget()
    snapshot_cache.remember(old)
    with pytest.raises(StalePly):
        late()
    assert Action.objects.filter(table=warm.id, ply=old.ply).get().code == codes[0]
    assert list(audit.faults(warm.row)) == []


def test_a_move_after_the_flag_lets_it_fall(cast: dict[str, User]) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", clock="normal", now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    timed = Played(opened.id, cast)
    for _ in range(4):
        plays(timed)
    mover, code, due, ply = timed.mover, timed.legal()[0], timed.row.flag_at, timed.row.ply
    assert due is not None
    timed.now = due
    with pytest.raises(Over):
        move(timed, mover, code)()
    assert timed.row.ended_by == "flag" and timed.row.ply == ply


@pytest.mark.parametrize(
    "change", [{"password": "another"}, {"is_active": False}, {"sign_outs": 1}]
)
def test_a_session_that_is_no_longer_good(warm: Played, change: dict[str, Any]) -> None:
    mover = warm.mover
    act = move(warm, mover, warm.legal()[0])
    User.objects.filter(pk=warm.cast[mover].pk).update(**change)
    with pytest.raises(NotYourSeat):
        act()
    assert warm.row.ply == 6


@pytest.mark.parametrize(
    "ends", [lambda device: device.update(ended=NOON), lambda device: device.delete()]
)
def test_a_device_that_has_ended(warm: Played, ends: Callable[[Any], Any]) -> None:
    mover = warm.mover
    act = move(warm, mover, warm.legal()[0])
    ends(Device.objects.filter(user=warm.cast[mover]))
    with pytest.raises(NotYourSeat):
        act()
    assert warm.row.ply == 6


def test_somebody_else_s_device_proves_nothing(warm: Played) -> None:
    mover, waiter = warm.cast[warm.mover], warm.cast[warm.waiter]
    theirs = replace(stamp(mover), device=stamp(waiter).device)
    with pytest.raises(NotYourSeat):
        services.act(
            table_id=warm.id,
            user_id=mover.pk,
            code=warm.legal()[0],
            ply=warm.row.ply,
            now=warm.now,
            stamp=theirs,
        )


def test_a_seat_that_has_gone_to_somebody_else(warm: Played) -> None:
    mover = warm.mover
    act = move(warm, mover, warm.legal()[0])
    Seat.objects.filter(table=warm.id, user=warm.cast[mover]).update(user=warm.cast["dee"])
    with pytest.raises(NotYourSeat):
        act()


def test_two_at_once_and_the_same_one_twice(
    warm: Played, together: Callable[..., list[Any]]
) -> None:
    for _ in range(6):
        mover, codes, ply = warm.mover, warm.legal(), warm.row.ply
        if len(codes) < 2:
            plays(warm)
            continue
        answers = together(
            move(warm, mover, codes[0]), move(warm, mover, codes[1]), move(warm, mover, codes[0])
        )
        refused = [answer for answer in answers if isinstance(answer, TableError)]
        assert {type(error) for error in refused} == {StalePly} and len(refused) in (1, 2)
        assert warm.row.ply == ply + 1
    assert list(audit.faults(warm.row)) == []


def test_clocks_and_deals_are_written_with_it(cast: dict[str, User]) -> None:
    opened = services.open_table(
        creator=cast["ann"],
        game="lost_cities",
        options={"rounds": "3"},
        clock="custom 300+5",
        now=NOON,
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast)
    while [line.startswith("None deal") for line in table.log].count(True) < 3:
        codes = table.legal()
        plays(table, "draw stock" if "draw stock" in codes else codes[-1])
    assert list(audit.faults(table.row)) == []
    seats = [seat.clock_ms for seat in Seat.objects.filter(table=table.id).order_by("number")]
    assert seats == list(table.snapshot.budgets) and all(seats)


def test_the_last_move_ends_the_game(table: Played) -> None:
    while table.row.status == "running":
        codes = table.legal()
        plays(table, "draw stock" if "draw stock" in codes else codes[-1])
    assert table.row.ended_by == "rules" and list(audit.faults(table.row)) == []


def test_a_turn_that_comes_again_is_paid_once_by_the_short_way(cast: dict[str, User]) -> None:
    """Moves before and after a take-back are one statement each; another process that knew the
    table reads which turn it is now."""
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", clock="normal", order="seats", now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast)

    def plays(*codes: str) -> None:
        for code in codes:
            table.now += timedelta(seconds=1)
            move(table, table.mover, code)()

    discard = next(code for code in table.legal() if code.startswith("discard"))
    plays(discard, "draw stock")
    other = next(c for c in table.legal() if c.startswith("discard") and c[8] != discard[8])
    plays(other, f"draw {discard[8]}")
    seat, paid = table.seat(table.waiter), table.snapshot.budgets
    known = table.snapshot
    for name in (table.waiter, table.mover):
        table.does(name, "take_back_together", ply=table.row.ply)
    now = table.snapshot
    assert now.budgets[seat] == paid[seat] - now.control.increment
    snapshot_cache.forget()
    snapshot_cache.remember(replace(known, loaded=now.loaded))
    assert table.snapshot.players == now.players and {p.renewed for p in now.players} == {now.ply}
    plays(f"draw {discard[8]}")
    assert table.snapshot.budgets[seat] == paid[seat] - 1000
    assert list(audit.faults(table.row)) == []
