"""Sweeps of what is due: rows that stay due keep nobody's turn from coming."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import OperationalError

from accounts.models import User
from games.sweep import sweep
from games.tables import access, services, tasks
from games.tables.models import Seat, Status, Table
from games.tables.services import bot_queue, idle, task_queue
from tests.kit.played import sits_down
from tests.tables.conftest import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


def opens(cast: dict[str, User], *others: str, **terms: Any) -> Table:
    return sits_down(cast, "ann", *others, **terms).row


def breaks(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *broken: Table) -> None:
    """Let a function fail for these tables: `flag` or the like of a module."""
    real, ids = getattr(module, name), {table.id for table in broken}

    def does(*told: Any, **facts: Any) -> Any:
        if {*told[:1], facts.get("table_id")} & ids:
            raise ValueError("LC-R7 is among the cards")
        return real(*told, **facts)

    monkeypatch.setattr(module, name, does)


def test_the_bound_is_on_what_was_done_and_an_error_tells_no_card(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen = []

    def do(row: int) -> int:
        seen.append(row)
        if row < 3:
            raise ValueError("the ace of spades")
        return int(row > 5)

    assert sweep(range(100), do, limit=2, what="A row could not be swept") == 2
    assert seen == list(range(8)) and caplog.text.count("could not be swept (ValueError)") == 3
    assert "ace" not in caplog.text


def test_without_a_database_nothing_more_is_tried() -> None:
    seen = []

    def do(row: int) -> int:
        seen.append(row)
        raise OperationalError

    with pytest.raises(OperationalError):
        sweep(range(3), do, what="")
    assert seen == [0]


@pytest.mark.parametrize("gone", [True, False])
def test_flags_of_tables_that_fail_or_whose_game_is_gone_hold_no_other_up(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    first, second = (opens(cast, "ben", clock=clock) for clock in ("fast", "hours"))
    if gone:
        Table.objects.filter(pk=first.id).update(game="chess")
    else:
        breaks(monkeypatch, import_module("games.tables.services.flag"), "flag", first)
    assert services.flag_due(now=NOON + DAY, limit=1) == 1
    second.refresh_from_db()
    assert second.ended_by == "flag"


def test_idle_tables_and_games_that_fail_hold_no_other_up(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [opens(cast) for _ in range(2)]
    breaks(monkeypatch, access, "lock", tables[0])
    late = {"now": NOON + 8 * DAY, "after": 7 * DAY, "limit": 1}
    assert services.close_idle(live=timedelta(hours=3), **late) == 1  # type: ignore[arg-type]
    User.objects.filter(username="ben").update(is_guest=True)
    games = [opens(cast, "ben") for _ in range(2)]
    breaks(monkeypatch, idle, "_set", games[0])
    late |= {"now": NOON + 31 * DAY, "after": 30 * DAY}
    assert services.warn_idle(word=3 * DAY, **late) == 1  # type: ignore[arg-type]
    Table.objects.filter(pk=games[0].id).update(breaks_off_at=NOON)
    breaks(monkeypatch, idle, "_end", games[0])
    late["now"] = NOON + 40 * DAY
    assert services.end_idle(**late) == 1  # type: ignore[arg-type]


def test_bots_that_fail_again_and_again_do_not_have_the_others_wait(
    cast: dict[str, User], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    terms = {"order": "seats", "seat": 1, "bots": {0: "club"}}
    with django_capture_on_commit_callbacks(execute=True):
        tables = [opens(cast, **terms, now=NOON + each * SECOND) for each in range(4)]
    asked, now = set(), NOON + 10 * SECOND
    for _ in range(4):
        task_queue.empty(task_queue.BOTS)  # taken, and failed
        assert services.ask_overdue(now=now, limit=1) == 1
        asked |= set(Table.objects.filter(bot_asked_at=now).values_list("pk", flat=True))
        now += bot_queue.OVERDUE
    assert asked == {table.id for table in tables}


def test_a_closed_account_that_cannot_be_taken_away_holds_no_other_up(
    cast: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = opens(cast, "ben"), opens(cast, "cal")
    Table.objects.filter(pk=one.id).update(game="chess")
    User.objects.filter(username__in=("ann", "cal")).update(is_active=False)
    tasks.release_leftover_seats()
    other.refresh_from_db()
    assert other.status == Status.ENDED
    assert Seat.objects.filter(table=one, ended_at=None).count() == 2
