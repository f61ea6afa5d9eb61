"""The host hears of what is wrong, once, and once more when it is well again."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Letter, State, User
from config.beat import Scheduler
from config.celery import app
from config.monitoring import checks, heartbeats
from config.monitoring.alerts import Watch
from config.supervisor.supervisor import Part, Supervisor
from games.notices.models import Kind, Notice
from games.tables import services
from games.tables.models import Table
from tests.kit.servers import Valkey, wait_until
from tests.kit.types import Log, Patch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def parts() -> dict[str, str]:
    answer = Client().get("/readyz/parts")
    words = dict(line.split(" ", 1) for line in answer.content.decode().splitlines())
    assert (answer.status_code == 200) == (set(words.values()) == {"ok"})
    return words


@pytest.fixture
def two_seats() -> Table:
    ann, ben = (User.objects.create_user(name, password=None) for name in ("ann", "ben"))
    table = services.open_table(
        creator=ann, game="lost_cities", clock="daily", order="seats", now=timezone.now()
    )
    services.sit(table_id=table.id, user=ben, now=timezone.now())
    return Table.objects.get(pk=table.id)


@pytest.fixture
def alive(redis_server: Valkey) -> None:
    for part in heartbeats.PARTS:
        heartbeats.write(part)


def test_all_is_well(alive: None) -> None:
    assert parts() == dict.fromkeys(
        ("database", "redis", "worker", "bots", "beat", "mail", "disk"), "ok"
    )


@pytest.mark.parametrize("part", heartbeats.PARTS)
def test_a_part_that_falls_silent_is_named_and_the_site_stays_ready(alive: None, part: str) -> None:
    checks.client().delete(heartbeats._key(part))
    assert [name for name, word in parts().items() if word == "not heard of"] == [part]
    assert Client().get("/readyz").status_code == 200


def test_a_sign_of_life_goes_by_itself(alive: None) -> None:
    assert 0 < checks.client().ttl(heartbeats._key("bots")) <= heartbeats.LASTS


def test_without_redis_nobody_is_blamed_but_redis(alive: None, redis_server: Valkey) -> None:
    redis_server.stop()
    try:
        words = parts()
    finally:
        redis_server.start()
    assert words["redis"] == "does not answer"
    assert {words["worker"], words["bots"], words["beat"]} == {
        "unknown while redis does not answer"
    }


def test_bots_that_are_far_behind_are_late(alive: None, two_seats: Table) -> None:
    Table.objects.filter(pk=two_seats.pk).update(bot_at=timezone.now() - timedelta(seconds=90))
    assert parts()["bots"].startswith("late, by 9")


def test_mail_that_is_refused_waits_where_the_host_sees_it(alive: None, two_seats: Table) -> None:
    user = two_seats.seats.get(number=0).user
    notice = Notice.objects.create(
        user=user,
        table=two_seats,
        kind=Kind.OVER,
        due_at=timezone.now(),
        tries=1,
        error="ConnectionRefusedError",
    )
    assert parts()["mail"] == "refused, 1 wait"
    now = timezone.now()
    Letter.objects.create(
        kind="password_reset_key",
        to="ann@example.org",
        written_at=now,
        due_at=now,
        tries=1,
        error="TimeoutError",
    )
    assert parts()["mail"] == "refused, 2 wait"
    Letter.objects.update(state=State.SENT)
    Notice.objects.filter(pk=notice.pk).update(state=State.SENT, error="")
    assert parts()["mail"] == "ok"


def test_the_host_is_told_once_and_once_when_it_is_over(caplog: Log) -> None:
    words = {"bots": "ok", "redis": "ok"}
    look = Watch(lambda: words).look

    def hears(times: int) -> list[str]:
        caplog.clear()
        for _ in range(times):
            look()
        return [record.getMessage().partition(" (")[0] for record in caplog.records]

    assert hears(9) == []
    words["bots"] = "not heard of"
    assert hears(2) == []  # a restart is no news
    assert hears(1) == ["bots not heard of."]
    assert hears(20) == []
    words["redis"] = "does not answer"
    words["bots"] = "unknown while redis does not answer"
    assert hears(9) == ["redis does not answer."]
    words.update(redis="ok", bots="late, by 70 s")
    assert hears(9) == ["bots late, by 70 s.", "redis ok again."]
    words["bots"] = "late, by 80 s"
    assert hears(9) == []
    words["bots"] = "ok"
    assert hears(9) == ["bots ok again."]


def test_make_play_prints_what_is_for_the_host(tmp_path: Path) -> None:
    said: list[str] = []
    code = (
        "import logging, os\n"
        "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'config.settings')\n"
        "import django; django.setup()\n"
        "from config.monitoring.alerts import Watch\n"
        "look = Watch(lambda: {'mail': 'refused, 3 wait'}).look\n"
        "for _ in range(5): look()\n"
        "logging.getLogger('other').warning('of no interest')\n"
        "import signal; signal.pause()"
    )

    async def run() -> None:
        supervisor = Supervisor(logs=tmp_path, say=say, lock=lock)

        async def up() -> bool:
            return (
                "of no interest" in (tmp_path / "worker.log").read_text()
                if (tmp_path / "worker.log").exists()
                else False
            )

        await supervisor.run(
            [Part("worker", [sys.executable, "-c", code], grace=5)], up, supervisor.stopping.set
        )

    def say(line: str) -> None:
        said.append(line)

    lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    asyncio.run(run())
    os.close(lock)
    assert said == [
        (
            "mail refused, 3 wait. (it is tried again; the worker's log has the kind of error,"
            " EMAIL_URL the server)"
        ),
        "Stopping.",
    ]


def test_the_scheduler_goes_on_when_its_disk_is_full(tmp_path: Path, caplog: Log) -> None:
    schedule = Scheduler(app=app, schedule_filename=str(tmp_path / "full" / "beat.json"))
    schedule.sync()
    assert "cannot note" in caplog.text
    (tmp_path / "full").mkdir()
    house = schedule.schedule["keep-house"]
    house.last_run_at -= timedelta(hours=30)
    schedule.sync()
    again = Scheduler(app=app, schedule_filename=str(tmp_path / "full" / "beat.json"))
    assert again.schedule["keep-house"].last_run_at == house.last_run_at
    assert again.schedule["keep-house"].is_due().is_due


def test_a_scheduler_that_has_ended_gives_no_more_signs(monkeypatch: Patch) -> None:
    """It is a thread of a worker that lives on."""
    monkeypatch.setattr(heartbeats, "EVERY", 0.001)
    monkeypatch.setattr(heartbeats, "write", lambda part: None)
    before = set(threading.enumerate())
    scheduler = threading.Thread(target=heartbeats.start, args=("beat",))
    scheduler.start()
    scheduler.join()
    wait_until(lambda: not set(threading.enumerate()) - before, "the signs end")
