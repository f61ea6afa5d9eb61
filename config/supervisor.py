"""Runs the parts of the site as children: starts them, writes down what they say, restarts one that dies, stops all in order.

One event loop in one thread; children are started from it, since Linux tells a child of the death of the thread that started it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.processes import die_with_parent

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a part that died is started again; doubled each time
STEADY = 60.0  # seconds after which a part counts as healthy, and its next pause is the first one again
HOPELESS = 5  # deaths in a row before the site was ready even once
LOG_BYTES = 5_000_000  # of a log file before it makes room; one older file is kept
LINE_BYTES = 1_000_000
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Part:
    """One process. `grace`: seconds that it gets to finish when the site stops. `base`: the others lean on it, so it
    starts first and stops last."""

    name: str
    command: list[str]
    grace: float
    base: bool = False


class Log:
    """What a part says, in a file of limited size."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recent: deque[str] = deque(maxlen=12)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        self.file = path.open("ab")

    def write(self, line: bytes) -> None:
        self.recent.append(line.decode(errors="replace").rstrip())
        self.file.write(line)
        self.file.flush()
        if self.file.tell() > LOG_BYTES:
            self.file.close()
            self.path.replace(self.path.with_suffix(".log.1"))
            self.file = self.path.open("ab")

    def close(self) -> None:
        self.file.close()


class Supervisor:
    """Keeps parts running until it is told to stop. `say` prints a line for the host. `lock` is a file that stays locked as long
    as any part lives."""

    def __init__(self, *, logs: Path, say: Callable[[str], None], lock: int, verbose: bool = False) -> None:
        self.logs, self.say, self.lock, self.verbose = logs, say, lock, verbose
        self.stopping = asyncio.Event()
        self.idle = asyncio.Event()  # all parts but the base have stopped
        self.ready = False
        self.hopeless = False

    async def run(self, parts: Sequence[Part], answers: Callable[[], Awaitable[bool]], on_ready: Callable[[], None]) -> bool:
        """Runs until a stop signal. `answers` says whether the site is up. False if it never came up and was given up."""
        for number in STOP_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)
        base = [asyncio.create_task(self._keep(part, self.idle)) for part in parts if part.base]
        others = [asyncio.create_task(self._keep(part, self.stopping)) for part in parts if not part.base]
        while not self.stopping.is_set() and not self.ready:
            self.ready = await answers()
            if not self.ready:
                await _first(self.stopping.wait(), asyncio.sleep(0.1))
        if self.ready:
            on_ready()
        await self.stopping.wait()
        self.say("Stopping.")
        await asyncio.gather(*others)
        self.idle.set()
        await asyncio.gather(*base)
        return not self.hopeless

    async def _keep(self, part: Part, stop: asyncio.Event) -> None:
        log = Log(self.logs / f"{part.name}.log")
        pause, deaths = FIRST_PAUSE, 0
        while not stop.is_set():
            began = time.monotonic()
            end = await self._live(part, log, stop)
            if stop.is_set():
                break
            steady = time.monotonic() - began > STEADY
            pause, deaths = (FIRST_PAUSE, 1) if steady else (pause, deaths + 1)
            if deaths >= HOPELESS and not self.ready:
                self._give_up(part, log)
            else:
                self.say(f"{part.name} {end}; starting it again in {pause:g} s. Its log is {log.path}.")
                await _first(stop.wait(), asyncio.sleep(pause))
                pause = min(2 * pause, LONGEST_PAUSE)
        log.close()

    async def _live(self, part: Part, log: Log, stop: asyncio.Event) -> str:
        """One life of a part, until it dies or has to stop: what ended it, in words."""
        said, saying = os.pipe()  # not asyncio's own: it takes a process for alive as long as a child of it holds the pipe
        listening = asyncio.create_task(self._listen(part, said, log))
        try:
            process = await asyncio.create_subprocess_exec(
                *part.command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=saying,
                stderr=saying,
                pass_fds=[self.lock],
                start_new_session=True,  # Ctrl-C in the terminal reaches the supervisor alone, which stops its children in order
                preexec_fn=die_with_parent(),
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        except OSError as error:
            return f"could not be started ({error.strerror})"
        finally:
            os.close(saying)
        await _first(process.wait(), stop.wait())
        if process.returncode is None:
            process.terminate()
            await _first(process.wait(), asyncio.sleep(part.grace))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # itself if it is stuck, and children that outlived it
        code = await process.wait()
        await listening
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"

    async def _listen(self, part: Part, said: int, log: Log) -> None:
        reader = asyncio.StreamReader(limit=LINE_BYTES)
        pipe = os.fdopen(said, "rb", buffering=0)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        while not reader.at_eof():
            try:
                line = await reader.readline()
            except ValueError:  # no end of line in sight: what was read is dropped
                continue
            if line:
                log.write(line)
                if self.verbose:
                    self.say(f"{part.name}: {line.decode(errors='replace').rstrip()}")
        transport.close()

    def _give_up(self, part: Part, log: Log) -> None:
        self.hopeless = True
        self.stopping.set()
        self.idle.set()
        self.say(f"{part.name} does not start. The last lines of its log, {log.path}:")
        for line in log.recent:
            self.say(f"    {line}")


async def _first(*waits: Awaitable[object]) -> None:
    """Waits for one of several things, and drops the others."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
