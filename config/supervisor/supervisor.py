"""The supervisor: starts the parts of the site, logs their output, restarts one that dies, and
stops all in order.

One event loop in one thread starts all children: on Linux they die with the thread that started
them.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import SubprocessError

from config.supervisor.children import Child, Children, Loader
from config.supervisor.part_logs import Log

# seconds before a dead part restarts; doubled each time
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
# seconds after which a part counts as healthy, and the pause starts over
STEADY = 60.0
FAILED_STARTS = 5  # deaths in a row before the site was ever ready: then give up
LINE_BYTES = 1_000_000
# seconds to wait for a dead part's output, which a child of it may hold open
OUTPUT_TIMEOUT = 5.0
FOR_HOST = b" host: "  # in lines of config.monitoring.alerts
LOADER = "loader"  # the part that forks the others (config.supervisor.fork_server)
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Part:
    """One process. `grace`: seconds to finish when the site stops. `base`: the others depend on it,
    so it starts first and stops last. `forked`: the loader forks it, if there is one; its command
    begins with `python -m`."""

    name: str
    command: list[str]
    grace: float
    base: bool = False
    forked: bool = False


class Supervisor:
    """Keeps the parts running until a stop signal. `say` prints a line for the host. `lock`: a file
    descriptor, locked as long as any part lives."""

    def __init__(
        self, *, logs: Path, say: Callable[[str], None], lock: int, verbose: bool = False
    ) -> None:
        self.logs, self.print, self.lock, self.verbose = logs, say, lock, verbose
        self.stopping = asyncio.Event()
        self.idle = asyncio.Event()  # set when all parts but the base have stopped
        self.ready = False
        self.failed = False
        self.loader: Loader | None = None

    async def run(
        self,
        parts: Sequence[Part],
        answers: Callable[[], Awaitable[bool]],
        on_ready: Callable[[], None],
    ) -> bool:
        """Run the parts until a stop signal. `answers` returns whether the site is up. Return False
        if it never came up."""
        for number in STOP_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self.stopping.set)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)  # config.supervisor.plan
        self.children = Children([self.lock])
        base = [
            asyncio.create_task(self._keep_running(part, self.idle)) for part in parts if part.base
        ]
        others = [
            asyncio.create_task(self._keep_running(part, self.stopping))
            for part in parts
            if not part.base
        ]
        while not self.stopping.is_set() and not self.ready:
            self.ready = await answers()
            if not self.ready:
                await _first(self.stopping.wait(), asyncio.sleep(0.1))
        if self.ready:
            with suppress(OSError, ValueError):  # as in `say`
                on_ready()
        await self.stopping.wait()
        self.say("Stopping.")
        await asyncio.gather(*others)
        if self.loader:
            self.loader.close()
        self.idle.set()
        await asyncio.gather(*base)
        return not self.failed

    def say(self, line: str) -> None:
        """Print a line for the host, unless the output is a full disk or a closed pipe."""
        with suppress(OSError, ValueError):
            self.print(line)

    async def _keep_running(self, part: Part, stop: asyncio.Event) -> None:
        log = Log(self.logs / f"{part.name}.log", self.say)
        pause, deaths = FIRST_PAUSE, 0
        while not stop.is_set():
            began = time.monotonic()
            try:
                end = await self._run_once(part, log, stop)
            except Exception as error:  # whatever goes wrong, the part restarts
                end = f"could not be supervised ({_reason(error)})"
            if stop.is_set():
                break
            steady = time.monotonic() - began > STEADY
            pause, deaths = (FIRST_PAUSE, 1) if steady else (pause, deaths + 1)
            if deaths >= FAILED_STARTS and not self.ready:
                self._give_up(part, log)
            else:
                self.say(
                    f"{part.name} {end}; starting it again in {pause:g} s. Its log is {log.path}."
                )
                await _first(stop.wait(), asyncio.sleep(pause))
                pause = min(2 * pause, LONGEST_PAUSE)
        log.close()

    async def _run_once(self, part: Part, log: Log, stop: asyncio.Event) -> str:
        """Run a part until it dies or is stopped; return how it ended, in words."""
        # asyncio's own takes a process to live as long as a child of it holds the pipe
        reading, writing = os.pipe()
        listening = asyncio.create_task(self._listen(part, reading, log))
        try:
            child = await self._start(part, writing)
        # no such program, or no room for a process
        except (OSError, SubprocessError) as error:
            return f"could not be started ({_reason(error)})"
        finally:
            os.close(writing)
        try:
            await _first(asyncio.shield(child.ended), stop.wait())
            if not child.ended.done():
                os.kill(child.pid, signal.SIGTERM)
                await _first(asyncio.shield(child.ended), asyncio.sleep(part.grace))
        finally:
            with suppress(ProcessLookupError, PermissionError):
                # the part if it hangs, and children that outlived it
                os.killpg(child.pid, signal.SIGKILL)
        code = await child.ended
        with suppress(TimeoutError):
            await asyncio.wait_for(listening, OUTPUT_TIMEOUT)
        return (
            f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        )

    async def _start(self, part: Part, writing: int) -> Child:
        if part.name == LOADER:
            self.loader = self.loader or Loader(part.command, self.children)
            return self.loader.start(writing)
        forked = None
        if part.forked and self.loader:
            forked = await self.loader.fork(part.name, part.command[2:], writing)
        return forked or self.children.spawn(part.command, writing)

    async def _listen(self, part: Part, reading: int, log: Log) -> None:
        reader = asyncio.StreamReader(limit=LINE_BYTES)
        pipe = os.fdopen(reading, "rb", buffering=0)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), pipe
        )
        try:
            while not reader.at_eof():
                try:
                    line = await reader.readline()
                except ValueError:  # an overlong line is dropped
                    continue
                if line:
                    log.write(line)
                    if FOR_HOST in line:
                        self.say(line.partition(FOR_HOST)[2].decode(errors="replace").rstrip())
                    elif self.verbose:
                        self.say(f"{part.name}: {line.decode(errors='replace').rstrip()}")
        finally:
            # a part may die of a closed pipe, which is better than blocking on a full one
            transport.close()

    def _give_up(self, part: Part, log: Log) -> None:
        self.failed = True
        self.stopping.set()
        self.idle.set()
        self.say(f"{part.name} does not start. The last lines of its log, {log.path}:")
        for line in log.recent:
            self.say(f"    {line}")


async def _first(*waits: Awaitable[object]) -> None:
    """Wait for the first of several awaitables, and cancel the others."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
