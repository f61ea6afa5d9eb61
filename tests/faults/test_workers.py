"""Redis dies under a worker that holds messages of bots which wait for their moment: it comes back
with Redis, as the same process. And under one that is just starting: it can still be stopped."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import celery
import pytest
import redis

from config.supervisor import parts, processes
from config.supervisor.parts import Part
from tests.kit import environment
from tests.kit.servers import Valkey, wait_until

HELD = 20


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Valkey]:
    server = Valkey(tmp_path / "valkey", tmp_path / "valkey" / "socket")
    server.start()
    yield server
    server.stop()


def waiting(redis_server: Valkey) -> int:
    with closing(
        redis.Redis(unix_socket_path=str(redis_server.socket), socket_timeout=5)
    ) as client:
        return int(client.llen("fairdeal:bots"))  # type: ignore[arg-type]


def asks(redis_server: Valkey) -> None:
    """Messages as a web process sends them: some for now, some for a moment later. Their task does
    nothing."""
    app = celery.Celery(broker=f"redis+socket://{redis_server.socket}", set_as_current=False)
    app.conf.broker_transport_options = {"global_keyprefix": "fairdeal:"}
    with app.connection_for_write() as broker:
        for number in range(HELD):
            app.send_task(
                "celery.accumulate", countdown=number % 3 * 30, queue="bots", connection=broker
            )


def test_the_bots_survive_a_redis_that_dies(own_redis: Valkey, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    env = environment.bare() | {
        "DATA_DIR": str(data),
        "REDIS_URL": f"unix://{own_redis.socket}",
        "BOT_PROCESSES": "1",
    }
    log = tmp_path / "bots.txt"
    with log.open("wb") as output:
        command = [sys.executable, "manage.py", "play", "bots"]
        streams = {
            "stdout": output,
            "stderr": subprocess.STDOUT,
            "preexec_fn": processes.die_with_parent(),
        }
        bots = subprocess.Popen(command, cwd=environment.ROOT, env=env, **streams)  # type: ignore[call-overload]
    try:
        asks(own_redis)
        wait_until(lambda: waiting(own_redis) == 0, "the worker holds the messages")
        asks(own_redis)  # and is taking others
        assert own_redis.process
        own_redis.process.kill()
        own_redis.process.wait()
        wait_until(
            lambda: "Redis does not answer" in log.read_text() or bots.poll() is not None,
            "the worker has noticed",
        )
        own_redis.start()
        asks(own_redis)
        wait_until(
            lambda: waiting(own_redis) == 0 or bots.poll() is not None,
            "the worker takes messages again",
        )
        assert bots.poll() is None and "Traceback" not in log.read_text(), log.read_text()
    finally:
        bots.terminate()
        bots.wait()


@pytest.mark.parametrize("part", [parts.worker, parts.worker_with_beat, parts.bots])
def test_a_worker_that_loses_redis_as_it_starts_can_be_stopped(
    part: Callable[[], Part], own_redis: Valkey, tmp_path: Path
) -> None:
    """As when a supervisor is killed, and Redis goes first."""
    data, held = tmp_path / "data", tmp_path / "held"
    data.mkdir()
    env = environment.bare() | {
        "DATA_DIR": str(data),
        "REDIS_URL": f"unix://{own_redis.socket}",
        "PYTHONPATH": str(Path(__file__).parent / "held"),
        "HELD_AT": str(held),
    }
    worker = subprocess.Popen(
        part().command, cwd=environment.ROOT, env=env, preexec_fn=processes.die_with_parent()
    )
    try:
        wait_until(held.exists, "the worker has connected")
        own_redis.stop()
        held.unlink()
        worker.terminate()
        assert worker.wait(timeout=30) is not None
    finally:
        worker.kill()
        worker.wait()
