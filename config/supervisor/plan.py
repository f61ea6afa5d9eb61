"""The supervisor's plan. `manage.py play` writes it and becomes `python -m config.supervisor.plan`,
which runs the parts without Django."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from config.supervisor.supervisor import STOP_SIGNALS, Part, Supervisor


@dataclass(frozen=True)
class Plan:
    """The parts of a site, and the lines for its host."""

    parts: list[Part]
    site: str
    """The name before each line for the host."""
    logs: str
    lock: int
    """A file descriptor, locked as long as any part lives."""
    address: tuple[str, int]
    host: str
    """The host name for which `/readyz` answers."""
    welcome: str
    goodbye: str
    leftover: str
    """A folder to remove at the end, if it is empty; or ""."""
    verbose: bool


def hand_over(plan: Plan) -> NoReturn:
    """Replace this process with the supervisor. A stop signal stays pending for it."""
    reading, writing = os.pipe()
    os.set_inheritable(reading, True)
    os.set_inheritable(plan.lock, True)
    with open(writing, "w") as pipe:
        json.dump(asdict(plan), pipe)
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    # -S: only the standard library is needed
    os.execv(sys.executable, [sys.executable, "-S", "-m", "config.supervisor.plan", str(reading)])


def read(pipe: int) -> Plan:
    """Read the plan."""
    with open(pipe) as written:
        facts: dict[str, Any] = json.load(written)
    parts = [Part(**part) for part in facts.pop("parts")]
    return Plan(**facts | {"parts": parts, "address": tuple(facts["address"])})


def run(plan: Plan) -> bool:
    """Run the site until a stop signal; return False if it never came up."""
    os.set_inheritable(plan.lock, False)

    def say(line: str) -> None:
        print(f"{plan.site}: {line}", flush=True)

    async def supervise() -> bool:
        supervisor = Supervisor(logs=Path(plan.logs), say=say, lock=plan.lock, verbose=plan.verbose)
        return await supervisor.run(
            plan.parts, lambda: site_answers(plan), lambda: say(plan.welcome)
        )

    well = asyncio.run(supervise())
    if plan.leftover:
        with suppress(OSError):  # another site uses it
            os.rmdir(plan.leftover)
    os.close(plan.lock)
    with suppress(OSError, ValueError):
        say(plan.goodbye)
    return well


async def site_answers(plan: Plan) -> bool:
    """Return whether /readyz answers 200."""
    try:
        async with asyncio.timeout(5):
            reader, writer = await asyncio.open_connection(*plan.address)
            writer.write(
                f"GET /readyz HTTP/1.1\r\nHost: {plan.host}\r\nConnection: close\r\n\r\n".encode()
            )
            status = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return b" 200 " in status


if __name__ == "__main__":
    sys.exit(0 if run(read(int(sys.argv[1]))) else 1)
