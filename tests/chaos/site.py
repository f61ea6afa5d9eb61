"""A site as docs/hosting/many-machines.md describes it, on this machine: PostgreSQL, Valkey, two
web parts behind nginx, two workers, two parts for bots, one scheduler. Whatever dies is started
again at once, as a service manager does."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests.kit import environment, nginx, postgres
from tests.kit.servers import PATIENCE, Valkey, free_port

WEB = ("web1", "web2")
PARTS = (*WEB, "worker1", "worker2", "bots1", "bots2", "beat")
DISK = 400  # megabytes of the database's disk
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18
# PostgreSQL as it comes, except that its log is cut into small files: a small disk is soon full
DATABASE = {"fsync": "on", "max_wal_size": "64MB", "log_min_messages": "fatal"}
CARELESS = {"synchronous_commit": "off", "wal_writer_delay": "10s"}


class Site:
    """The running site. `without` names a safeguard that is left out."""

    def __init__(self, without: str = "") -> None:
        self.stack = ExitStack()
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        self.points = self.folder / "points"
        self.points.mkdir()
        self.without = without
        self.front = free_port()
        self.ports = {name: free_port() for name in WEB}
        self.pids: dict[str, int] = {}
        self.closing = False
        self.disk: Path | None = None
        self.database = self._database()
        self.valkey = Valkey(self.folder / "valkey", self.folder / "valkey.sock")
        self.nursery: asyncio.subprocess.Process | None = None
        self.tasks: list[asyncio.Task[None]] = []
        self.bring_back = asyncio.Lock()

    def _database(self) -> postgres.Server:
        place = self.folder / "pg"
        place.mkdir()
        os.chmod(self.folder, 0o711)  # as root its server is another user
        options = DATABASE | (CARELESS if self.without == "fsync" else {})
        server = postgres.Server(place, options)
        if self._own_disk(place / "disk"):
            self.disk = place / "disk"
            server.data = Path(shutil.move(server.data, self.disk))
            postgres.give_away(self.disk)
        return server

    def _own_disk(self, place: Path) -> bool:
        """Give the database a small disk of its own, which goes with this process; return whether
        this user may."""
        place.mkdir()
        libc = ctypes.CDLL(None, use_errno=True)
        if not sys.platform.startswith("linux") or os.geteuid() or libc.unshare(CLONE_NEWNS):
            return False
        libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(place)]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            return False
        self.stack.callback(subprocess.run, ["umount", "--lazy", str(place)], check=False)
        return True

    # --- start and stop

    async def start(self) -> None:
        """Start everything, and wait until moves can be played."""
        await asyncio.to_thread(self.database.start)
        self.stack.callback(self.database.stop)
        if self.without == "version":
            self.asks("ALTER TABLE tables_action DROP CONSTRAINT one_action_a_ply")
        await asyncio.to_thread(self.valkey.start)
        self.stack.callback(self.valkey.stop)
        self.stack.enter_context(nginx.running(self.folder, self.front, [*self.ports.values()]))
        self.nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.chaos.nursery"),
            cwd=environment.ROOT,
            env=self.environ,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.nursery.stdout
        assert await self.nursery.stdout.readline(), "the parts cannot be loaded: see above"
        self.tasks = [asyncio.create_task(task()) for task in (self._hear, self._guard)]
        for name in PARTS:
            self.spawn(name)
        await self.ready()

    @property
    def environ(self) -> dict[str, str]:
        """Return the environment of all parts."""
        return environment.bare() | {
            "DJANGO_SETTINGS_MODULE": "tests.chaos.settings",
            "DATABASE_URL": self.database.url,
            "REDIS_URL": f"unix://{self.valkey.socket}",
            "SECRET_KEY": "only-for-chaos",
            "BASE_URL": f"http://127.0.0.1:{self.front}",
            "TRUSTED_PROXIES": "127.0.0.1",
            "DATA_DIR": str(self.folder),
            "STATIC_ROOT": str(environment.STATIC_ROOT),
            "BOT_PROCESSES": "1",
            "CHAOS_POINTS": str(self.points),
            "CHAOS_WITHOUT": self.without,
        }

    async def ready(self) -> None:
        """Wait until both web parts can play moves."""
        for name in WEB:
            await until(partial(self.answers, name), f"{name} is ready")

    async def restart(self, name: str) -> None:
        """Restart a web part as a service manager does, and wait until it is ready again."""
        old = self.pids[name]
        self.kill(name, signal.SIGTERM)
        await until(lambda: self.pids.get(name) not in (old, None), f"{name} has ended")
        await until(partial(self.answers, name), f"{name} is back")

    async def answers(self, name: str) -> bool:
        """Return whether a web part says that it is ready."""
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.ports[name])
                writer.write(
                    b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                )
                line = await reader.readline()
                writer.close()
                return b" 200 " in line
        return False

    async def halt(self) -> None:
        """Kill all parts, and start none again."""
        self.closing = True
        for name in list(self.pids):
            self.kill(name)
        await until(lambda: not self.pids, "all parts have ended")

    async def stop(self) -> None:
        """Stop everything."""
        self.closing = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.nursery and self.nursery.stdin:
            self.nursery.stdin.close()
            await self.nursery.wait()
        self.stack.close()

    # --- parts

    def spawn(self, name: str) -> None:
        """Start a part."""
        assert self.nursery and self.nursery.stdin
        if not self.closing:
            self.nursery.stdin.write(f"{name} {self.ports.get(name, 0)}\n".encode())

    def kill(self, name: str, number: int = signal.SIGKILL) -> bool:
        """Send a signal to all processes of a part; return whether it was there."""
        pid = self.pids.get(name)
        if pid is None:
            return False
        with suppress(ProcessLookupError):
            os.killpg(pid, number)
            return True
        return False

    async def _hear(self) -> None:
        """Note births and deaths, and start again what died."""
        assert self.nursery and self.nursery.stdout
        while line := await self.nursery.stdout.readline():
            what, name, number = line.decode().split()
            if what == "born":
                self.pids[name] = int(number)
                if self.closing:
                    self.kill(name)
            elif self.pids.get(name) == int(number):
                del self.pids[name]
                with suppress(ProcessLookupError):
                    os.killpg(int(number), signal.SIGKILL)  # what it has started itself
                asyncio.get_running_loop().call_later(0.1, self.spawn, name)

    async def _guard(self) -> None:
        """Start PostgreSQL and Valkey again when they have ended."""
        while True:
            await asyncio.sleep(0.1)
            async with self.bring_back:
                # a start may fail, as on a full disk; the next one comes at once
                if self.database.process is None or self.database.process.poll() is not None:
                    with suppress(Exception):
                        await asyncio.to_thread(self.database.start)
                if self.valkey.process is None or self.valkey.process.poll() is not None:
                    with suppress(Exception):
                        await asyncio.to_thread(self.valkey.start)

    # --- the database

    @property
    def dsn(self) -> str:
        """Return the address of the database for psycopg."""
        return f"host={self.database.folder} user=fairdeal dbname=postgres"

    def asks(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with psycopg.connect(self.dsn, autocommit=True, connect_timeout=10) as connection:
            found = connection.execute(sql, values)
            return list(found.fetchall()) if found.description else []

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a management command."""
        return environment.manage(self.environ, *words)


async def until(condition: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait for a condition, which may be a coroutine. Raises AssertionError."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    while True:
        holds = condition()
        if asyncio.iscoroutine(holds):
            holds = await holds
        if holds:
            return
        assert loop.time() < end, f"waited {patience} s in vain until {what}"
        await asyncio.sleep(0.1)
