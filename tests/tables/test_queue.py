"""The queue of the bots: lost messages are sent again, a queue without workers does not grow, and
while it is long no new game begins.

The messages are real ones, in the tests' Redis.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import redis

from accounts.models import User
from config.beat import ENOUGH, Scheduler
from config.celery import app
from games.tables import services
from games.tables.errors import BotsAway, BotsBusy, NotPossible
from games.tables.models import Table
from games.tables.services import bot_queue, task_queue
from tests.kit.played import sits_down
from tests.kit.servers import Valkey
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Owes = Callable[..., Played]
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def owes(cast: dict[str, User], django_capture_on_commit_callbacks: Any) -> Owes:
    """Return a function that deals games in which it is a bot's turn, due at noon, each with its
    message."""

    def deal(level: str = "club", **terms: Any) -> Played:
        User.objects.update(bots_pause=False)
        told = {"order": "seats", "seat": 1, "bots": {0: level}} | terms
        with django_capture_on_commit_callbacks(execute=True):
            return sits_down(cast, "ann", **told)

    return deal


def waiting() -> int:
    count = task_queue.waiting(task_queue.BOTS)
    assert count is not None
    return count


def lose_messages() -> None:
    task_queue.empty(task_queue.BOTS)


def sweeps(seconds: int, since: timedelta = timedelta()) -> None:
    """Run the sweeper every two seconds, as the site does."""
    for second in range(0, seconds, 2):
        services.ask_overdue(now=NOON + since + second * SECOND)


# --- being asked again ---


def test_a_lost_message_is_made_up_for(owes: Owes) -> None:
    table = owes()
    assert waiting() == 1
    lose_messages()
    assert services.ask_overdue(now=NOON + 3 * SECOND) == 0
    late = NOON + bot_queue.OVERDUE
    assert services.ask_overdue(now=late) == 1 == waiting()
    assert (table.row.bot_at, table.row.bot_asked_at, table.row.bot_tries) == (NOON, late, 1)
    lose_messages()
    assert services.ask_overdue(now=late + 3 * SECOND) == 0, "it has just been asked"
    assert services.ask_overdue(now=late + bot_queue.OVERDUE) == 1
    table.bots_play()
    assert (table.row.bot_tries, table.row.bot_at) == (0, None)


def test_those_that_wait_longest_are_taken_to_be_lost(owes: Owes) -> None:
    """Messages leave the queue in the order in which tables began to wait."""
    tables = [owes(now=NOON + number * SECOND) for number in range(3)]
    lose_messages()
    for table in tables[1:]:
        task_queue.send(task_queue.PLAY, table.id, table.ply)
    assert services.ask_overdue(now=NOON + MINUTE) == 1
    assert [table.row.bot_tries for table in tables] == [1, 0, 0]


@pytest.mark.parametrize("lost", [False, True])
def test_a_queue_that_nobody_serves_stays_short(owes: Owes, lost: bool) -> None:
    tables = [owes() for _ in range(3)]
    if lost:
        lose_messages()
    sweeps(120)
    sweeps(120, since=DAY)
    assert waiting() <= len(tables) + bot_queue.SPARE
    assert all(table.row.bot_tries <= 1 for table in tables), (
        "the bots are not to blame, and play as well as ever when they are back"
    )


def test_messages_about_games_long_over_are_thrown_away(
    owes: Owes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_queue, "STALE", 5)
    table = owes()
    for _ in range(6):
        task_queue.send(task_queue.PLAY, table.id, 0)
    assert services.ask_overdue(now=NOON + MINUTE) == 1 == waiting()


def test_without_redis_nobody_is_blamed(owes: Owes, redis_server: Valkey) -> None:
    table = owes()
    redis_server.stop()
    try:
        assert services.ask_overdue(now=NOON + MINUTE) == 0
    finally:
        redis_server.start()
    assert (table.row.bot_tries, table.row.bot_asked_at) == (0, None)


# --- beat's own messages ---


def test_the_scheduler_adds_nothing_to_a_queue_that_nobody_empties(
    redis_server: Valkey, tmp_path: Any
) -> None:
    beat = Scheduler(app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    beat.setup_schedule()
    entries = [entry for entry in beat.schedule.values() if entry.name in app.conf.beat_schedule]
    assert len(entries) == len(app.conf.beat_schedule)
    for _ in range(2 * ENOUGH // len(entries) + 1):
        for entry in entries:
            beat.apply_entry(entry, producer=beat.producer)
    assert task_queue.waiting("celery") == ENOUGH
    assert waiting() == 0, "and nothing of it to the queue of the bots"
    task_queue.empty("celery")
    beat.apply_entry(entries[0], producer=beat.producer)
    assert task_queue.waiting("celery") == 1
    beat.close()


def test_the_key_is_celerys_own(owes: Owes, redis_server: Valkey, settings: Any) -> None:
    owes()
    with redis.Redis(unix_socket_path=str(redis_server.socket)) as client:
        assert client.llen(f"{settings.REDIS_PREFIX}:bots") == 1


# --- new games ---


def test_while_bots_are_behind_no_new_game_begins_and_those_that_run_go_on(
    owes: Owes, cast: dict[str, User]
) -> None:
    ben, over = cast["ben"], owes()
    over.does("ann", "resign")
    table = owes()
    plays = partial(services.play_now, user=ben)
    assert plays(game="lost_cities", now=NOON + 5 * SECOND).status == "running"
    late = NOON + 6 * SECOND
    Table.objects.exclude(pk=table.id).update(bot_at=None)
    for begins in (
        lambda: plays(game="odin", now=late),
        lambda: sits_down(cast, "ben", game="odin", seats=2, bots={1: "expert"}, now=late),
        lambda: over.lets("ann", "rematch", now=late),
    ):
        with pytest.raises(BotsBusy, match="busy"):
            begins()
    begun = plays(game="lost_cities", now=late)
    assert begun.creator == ben, "that one has begun already"
    assert sits_down(cast, "ben", game="odin", seats=2, now=late).status == "open"
    table.now = late
    table.bots_play()
    assert over.lets("ann", "rematch", now=late).status == "running"


def test_bots_that_are_far_behind_are_not_there(owes: Owes, cast: dict[str, User]) -> None:
    table = owes()
    with pytest.raises(BotsAway, match="unavailable"):
        services.play_now(user=cast["ben"], game="odin", now=NOON + 2 * MINUTE)
    table.does("ann", "resign", now=NOON + 2 * MINUTE)
    begun = services.play_now(user=cast["ben"], game="odin", now=NOON + 2 * MINUTE)
    assert begun.status == "running"


def test_a_table_at_which_bots_fail_again_and_again_shuts_nobody_out(
    owes: Owes, cast: dict[str, User]
) -> None:
    owes()
    for second in (4, 8, 12):
        lose_messages()
        assert services.ask_overdue(now=NOON + second * SECOND) == 1
    assert services.play_now(user=cast["ben"], game="odin", now=NOON + MINUTE).status == "running"


@pytest.mark.parametrize(("guest", "name"), [(False, "bot_tables"), (True, "guest_bot_tables")])
def test_nobody_keeps_all_bots_busy(
    owes: Owes, cast: dict[str, User], settings: Any, guest: bool, name: str
) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {name: 1}
    User.objects.update(is_guest=guest)
    cast["ann"].refresh_from_db()
    over = owes()
    over.does("ann", "resign")
    owes()
    for begins in (owes, partial(over.lets, "ann", "rematch")):
        with pytest.raises(NotPossible, match="Finish one"):
            begins()
