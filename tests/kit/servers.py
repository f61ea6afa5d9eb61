"""Real servers in temporary folders: Valkey and the site itself."""

from __future__ import annotations

import http.client
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis

from config.supervisor import processes, valkey
from tests.kit import environment, migrated
from tests.kit.ledger import counted

PATIENCE = 180  # seconds


def wait_until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for a condition. Raises AssertionError after `patience` seconds."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s in vain until {what}")
        time.sleep(0.05)


class Valkey:
    """The embedded Valkey, run as the site runs it."""

    def __init__(self, folder: Path, socket: Path) -> None:
        self.folder, self.socket = folder, socket
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        valkey.make_folders(self.folder, self.socket)
        command = valkey.command(self.folder, self.socket)
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, preexec_fn=processes.die_with_parent()
        )
        wait_until(self.answers, "Valkey answers")

    def answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def empty(self) -> None:
        """Delete all keys, by a plain socket, which is faster than a client."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(self.socket))
            line.sendall(b"FLUSHALL\r\n")
            assert line.recv(16) == b"+OK\r\n"

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()


class Site:
    """The whole site on its own data, as `make play` runs it. A `new` one migrates its database."""

    def __init__(self, data: Path, *, new: bool = False, **settings: str) -> None:
        self.data, self.new = data, new
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.output = data / "output.txt"
        ours = {
            "DATA_DIR": str(data),
            "PORT": str(self.port),
            "STATIC_ROOT": str(environment.STATIC_ROOT),
        }
        self.environ = environment.bare() | ours | settings
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the site without waiting."""
        assert not self.running, "it is still running"
        self.data.mkdir(parents=True, exist_ok=True)
        if not self.new and not self.environ.get("DATABASE_URL"):
            migrated.copy_to(self.data / "db.sqlite3")
        counted["site starts"] += 1
        command = [sys.executable, "manage.py", "play"]
        with self.output.open("wb") as output:
            streams: dict[str, Any] = {
                "stdout": output,
                "stderr": subprocess.STDOUT,
                "preexec_fn": processes.die_with_parent(),
            }
            self.process = subprocess.Popen(
                command, cwd=environment.ROOT, env=self.environ, **streams
            )

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def run(self) -> None:
        """Start the site and wait until it answers."""
        self.start()
        with self.killed_on_failure():
            wait_until(self.printed("Ready."), "the site is up")

    @contextmanager
    def killed_on_failure(self) -> Iterator[None]:
        """Kill the site if the block raises."""
        try:
            yield
        except BaseException:
            if self.process:
                self.process.kill()
                self.process.wait()
            raise

    def printed(self, words: str) -> Callable[[], bool]:
        def check() -> bool:
            text = self.output.read_text()
            if words not in text and self.process and self.process.poll() is not None:
                raise AssertionError(f"the site ended before it said {words!r}:\n{text}")
            return words in text

        return check

    def stop(self) -> int:
        """Stop the site if it runs; return its exit code."""
        assert self.process
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE)

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Send a GET; return status, headers by lower-case name, and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(
                "GET",
                path,
                headers={name.replace("_", "-"): value for name, value in headers.items()},
            )
            response = connection.getresponse()
            return (
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                response.read(),
            )
        finally:
            connection.close()

    def answers(self, path: str = "/readyz", status: int = 200) -> bool:
        try:
            return self.get(path)[0] == status
        except OSError:
            return False


PARTS = {"valkey-server": "valkey"} | {
    f"fairdeal-{part}": part for part in ("loader", "web", "worker", "bots")
}


def children(pid: int) -> dict[str, int]:
    """Return the process ids of the parts of a running site by name."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int(folder.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            name = folder.joinpath("comm").read_text().strip()
        except (OSError, ValueError):
            continue
        if parent == pid:
            found[PARTS.get(name, name)] = int(folder.name)
    return found


def free_port() -> int:
    """Return a free port outside the range of outgoing connections, one of which might take it."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
