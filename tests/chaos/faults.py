"""Kills of every part of a site, and troubles that pass."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import redis

from tests.chaos import points
from tests.chaos.flags import Jump
from tests.chaos.site import WEB, Site

KILLS = {
    "web part": 4,
    "web part, before the commit": 3,
    "web part, between commit and message": 4,
    "web part, between message and answer": 4,
    "worker": 2,
    "worker, before the commit": 1,
    "worker, after the commit": 1,
    "bots": 2,
    "bots, before the commit": 1,
    "bots, between commit and message": 1,
    "scheduler": 1,
    "Valkey": 1,
    "PostgreSQL, one session cut": 3,
    "PostgreSQL, one session killed": 1,
    "PostgreSQL, immediate shutdown": 2,
}
"""Kills, each with how often it comes beside the others."""

TROUBLES = {
    "Valkey emptied": 2,
    "web part stopped for seconds": 2,
    "disk full for seconds": 1,
    "database slow for seconds": 1,
    "a clock jumps": 2,
}
"""Troubles that pass by themselves. One comes on top of every five kills."""

POINT = {
    "before the commit": "before-commit",
    "between commit and message": "before-message",
    "after the commit": "before-message",
    "between message and answer": "before-answer",
}
ARMED = {"web": 3.0, "worker": 12.0, "bots": 6.0}  # seconds that a death waits at a point
CLEAR = 1.5  # seconds between two deaths of the same part


class Faults:
    """Chooses what goes wrong next, does it, and counts."""

    def __init__(self, site: Site, seed: int, only: str = "") -> None:
        self.site, self.dice = site, random.Random(seed)
        self.kills = {name: weight for name, weight in KILLS.items() if only in name}
        self.done: Counter[str] = Counter()
        self.running: set[asyncio.Task[None]] = set()
        self.busy: set[str] = set()
        self.jumps: list[Jump] = []

    @property
    def killed(self) -> int:
        """Return the number of kills so far."""
        return sum(count for name, count in self.done.items() if name in KILLS)

    async def rage(self, kills: int, pause: float) -> None:
        """Kill until so many kills are counted, with troubles in between, and wait until the last
        trouble has passed."""
        troubles = 0
        while self.killed < kills:
            begin = [self._pick(self.kills)]
            if len(self.kills) == len(KILLS) and self.killed // 5 > troubles:
                troubles += 1
                begin.append(self._pick(TROUBLES))
            for name in begin:
                task = asyncio.create_task(self.do(name))
                self.running.add(task)
                task.add_done_callback(self.running.discard)
            await asyncio.sleep(pause * (0.4 + 1.2 * self.dice.random()))
            while len(self.running) > 8:
                await asyncio.sleep(0.05)
        while self.running:
            await asyncio.wait(set(self.running))

    def _pick(self, weights: dict[str, int]) -> str:
        return self.dice.choices(list(weights), list(weights.values()))[0]

    async def do(self, name: str) -> None:
        """Do one thing and count it if it was done."""
        what, _, where = name.partition(", ")
        ways: dict[str, Callable[[], Awaitable[bool]]] = {
            "Valkey": self._valkey,
            "Valkey emptied": self._flush,
            "PostgreSQL, one session cut": self._cut,
            "PostgreSQL, one session killed": self._kill_session,
            "PostgreSQL, immediate shutdown": self._immediate,
            "web part stopped for seconds": self._stopped,
            "disk full for seconds": self._disk_full,
            "database slow for seconds": self._slow,
            "a clock jumps": self._clock,
        }
        kinds = {"web part": "web", "worker": "worker", "bots": "bots", "scheduler": "beat"}
        if name in ways:
            done = await ways[name]()
        else:
            part = self._part(kinds[what])
            done = part is not None and await self._kill(part, POINT.get(where, ""))
        self.done[name] += done

    def _part(self, kind: str) -> str | None:
        living = [
            name for name in self.site.pids if name.startswith(kind) and name not in self.busy
        ]
        return self.dice.choice(sorted(living)) if living else None

    async def _kill(self, part: str, point: str) -> bool:
        """Kill a part now, or let it die at a point."""
        site, pid = self.site, self.site.pids[part]
        self.busy.add(part)
        try:
            if not point:
                return site.kill(part)
            file = points.arm(site.points, part, point)
            for _ in range(int(ARMED[part.rstrip("12")] / 0.05)):
                await asyncio.sleep(0.05)
                if site.pids.get(part) != pid:
                    break
            with suppress(FileNotFoundError):
                file.unlink()  # nobody came by
                return False
            return True
        finally:
            asyncio.get_running_loop().call_later(CLEAR, self.busy.discard, part)

    async def _valkey(self) -> bool:
        process = self.site.valkey.process
        if process is None or process.poll() is not None:
            return False
        process.kill()
        return True

    async def _flush(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.site.valkey.socket), socket_timeout=2)
        with suppress(redis.RedisError):
            await asyncio.to_thread(client.flushall)
            return True
        return False

    # --- PostgreSQL

    async def _sessions(self) -> list[int]:
        sql = (
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND pid <> pg_backend_pid() ORDER BY pid"
        )
        with suppress(psycopg.Error):
            return [pid for (pid,) in await asyncio.to_thread(self.site.asks, sql)]
        return []

    async def _cut(self) -> bool:
        if not (sessions := await self._sessions()):
            return False
        with suppress(psycopg.Error):
            await asyncio.to_thread(
                self.site.asks, "SELECT pg_terminate_backend(%s)", self.dice.choice(sessions)
            )
            return True
        return False

    async def _kill_session(self) -> bool:
        """Kill the process of a session: PostgreSQL then ends all others, and recovers."""
        if not (sessions := await self._sessions()):
            return False
        with suppress(ProcessLookupError):
            os.kill(self.dice.choice(sessions), signal.SIGKILL)
            return True
        return False

    async def _immediate(self) -> bool:
        """Shut PostgreSQL down in the mode `immediate`: nothing is written any more, and the start
        after it recovers from the log."""
        process = self.site.database.process
        if process is None or process.poll() is not None or not await self._sessions():
            return False
        process.send_signal(signal.SIGQUIT)
        return True

    async def _slow(self) -> bool:
        """Stop the processes of PostgreSQL for most of the time."""
        process = self.site.database.process
        if process is None or process.poll() is not None or "postgres" in self.busy:
            return False
        self.busy.add("postgres")
        try:
            for _ in range(20):
                pids = [child.pid for child in _children(process.pid)]
                _send(pids, signal.SIGSTOP)
                await asyncio.sleep(0.12)
                _send(pids, signal.SIGCONT)
                await asyncio.sleep(0.03)
        finally:
            self.busy.discard("postgres")
        return True

    async def _disk_full(self) -> bool:
        """Fill the disk under the database to the last byte."""
        if self.site.disk is None or "disk" in self.busy:
            return False
        self.busy.add("disk")
        ballast = self.site.disk / "ballast"
        try:
            await asyncio.to_thread(_fill, ballast)
            await asyncio.sleep(1.5 + 2 * self.dice.random())
        finally:
            ballast.unlink(missing_ok=True)
            self.busy.discard("disk")
        return True

    # --- others

    async def _stopped(self) -> bool:
        """Stop a web part, which neither dies nor answers."""
        part = self._part("web")
        if part is None:
            return False
        self.busy.add(part)
        stopped = self.site.kill(part, signal.SIGSTOP)
        await asyncio.sleep(1 + 4 * self.dice.random())
        self.site.kill(part, signal.SIGCONT)
        self.busy.discard(part)
        return stopped

    async def _clock(self) -> bool:
        """Let the clock of one machine jump, ahead or back, and set it right again."""
        part = self.dice.choice((*WEB, "worker1", "worker2", "bots1"))
        seconds, begun = self.dice.choice((-90, -20, -5, 3, 8)), time.time()
        points.set_clock(self.site.points, part, seconds)
        await asyncio.sleep(1 + 4 * self.dice.random())
        points.set_clock(self.site.points, part, 0)
        self.jumps.append(Jump(int(begun * 1000), int(time.time() * 1000), seconds * 1000))
        return True


def _children(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        found: list[psutil.Process] = psutil.Process(pid).children()
        return found
    return []


def _send(pids: list[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _fill(ballast: Path) -> None:
    piece = b"\0" * 65536
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(piece)
