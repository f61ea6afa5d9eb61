"""Real servers for the tests, each in a temporary folder: Valkey, PostgreSQL, and the site itself."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import redis

from config import processes, valkey

PATIENCE = 60  # seconds; only ever waited for in full when something is broken


def wait_until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Waits for a condition; a test never relies on how long something takes."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s in vain until {what}")
        time.sleep(0.05)


class Valkey:
    """The embedded Redis-protocol server, run just as the site runs it."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self.folder, self.socket = folder, socket
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        valkey.make_folders(self.folder, self.socket)
        command = valkey.command(self.folder, self.socket)
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=processes.die_with_parent())
        wait_until(self.answers, "Valkey answers")

    def answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()
