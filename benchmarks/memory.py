"""Measure memory: of `make play` while nobody plays, and of an open board's socket beside a minimal
one.

    python -m benchmarks.memory                     both, some five minutes; leave the machine alone
    python -m benchmarks.memory idle --seconds 60
    python -m benchmarks.memory sockets --sockets 500 --rounds 3

Idle: the site is started twice on new data, and looked at the second time, one minute after it was
ready. PSS counts a page that processes share as a share of it each, so the sum over all parts is
what they take together. Pages of libraries that programs of others use at the moment count less.

Sockets: a web part alone with its SQLite and Valkey, and `benchmarks.bare_socket` under the same
server with the same options. Running tables, each with two players and two spectators, have been
looked at before, so their boards are in memory. Two hundred sockets are open before the first
look; what the process has more of after the others, in anonymous memory, is divided by their
number.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import aiohttp

from tests.kit import environment, migrated
from tests.kit import servers as real
from tests.kit.servers import PATIENCE, free_port, wait_until
from tests.kit.visitor import Visitor

MOST_IDLE, MOST_TIMES = 200, 2.0
FIRST = 200  # sockets that are open before the first look
SEATS = 4  # of a table: two players, two who look on
BROWSER = {
    "User-Agent": (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
        " Chrome/140.0.0.0 Safari/537.36"
    ),
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9,de;q=0.8",
    "Cache-Control": "no-cache",
    "Pragma": "no-cache",
}


def rolled_up(pid: int) -> dict[str, float]:
    """Return a process's memory in megabytes, as Linux reports it."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines}


def family(pid: int) -> list[int]:
    """Return a process and all below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(fields[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def idle(options: argparse.Namespace) -> None:
    """Print the memory of each part of an idle site, and the sum."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-") as folder:
        site = real.Site(Path(folder), new=True)
        site.run()
        site.stop()
        began = time.monotonic()
        site.run()
        ready = time.monotonic() - began
        time.sleep(options.seconds)
        assert site.process
        print("\n| part | PSS, MB | shared by none, MB |\n| --- | ---: | ---: |")
        total = 0.0
        for pid in family(site.process.pid):
            name = Path(f"/proc/{pid}/comm").read_text().strip()
            name = "supervisor" if pid == site.process.pid else name
            found = rolled_up(pid)
            total += found["Pss"]
            print(f"| {name} | {found['Pss']:.1f} | {found['Private_Dirty']:.1f} |")
        print(f"| all (at most {MOST_IDLE}) | {total:.1f} | |")
        print(f"\nReady {ready:.1f} s after the start.\n")
        site.stop()


def server(stack: ExitStack, application: str, env: dict[str, str]) -> tuple[int, int]:
    """Start an application as the site's web part is started. Return port and process id."""
    port = free_port()
    env = env | {"PORT": str(port), "DJANGO_SETTINGS_MODULE": "config.settings"}
    code = (
        "import django; django.setup(); from config.server import static; static.collect();"
        " from config.supervisor import parts; print(*parts.web().command, sep='\\n')"
    )
    words = subprocess.run(
        [sys.executable, "-c", code], cwd=environment.ROOT, env=env, capture_output=True, check=True
    )
    command = words.stdout.decode().replace("config.asgi:application", application).splitlines()
    process = subprocess.Popen(command, cwd=environment.ROOT, env=env)
    stack.callback(process.wait, PATIENCE)
    stack.callback(process.terminate)
    ask = ["curl", "-sf", "-o", "/dev/null", f"http://localhost:{port}/readyz"]
    wait_until(lambda: subprocess.run(ask, check=False).returncode == 0, "the server answers")
    return port, process.pid


def lookers(port: int, count: int) -> list[tuple[str, str]]:
    """Return address and cookies for so many sockets, at running tables whose boards were shown
    before."""
    found = []
    for number in range(count // SEATS):
        visitors = [Visitor(port, f"{number}-{seat}").enters() for seat in range(SEATS)]
        table = visitors[0].opens()
        visitors[1].sits(table)
        for visitor in visitors:
            version = visitor.looks(table).version
            found.append((f"/ws/t/{table}/?version={version}", visitor.cookie))
    return found


async def each(port: int, pid: int, wanted: list[tuple[str, str]], settle: float) -> float:
    """Open the sockets, and return by how many kilobytes of its own the process grew for each,
    without the first."""
    origin = f"http://localhost:{port}"
    sockets = []
    before = 0.0
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        for number, (address, cookies) in enumerate(wanted):
            if number == FIRST:
                await asyncio.sleep(settle)
                before = rolled_up(pid)["Anonymous"]
            headers = BROWSER | {"Origin": origin, "Cookie": cookies}
            sockets.append(await session.ws_connect(origin + address, headers=headers))
        await asyncio.sleep(settle)
        grown = rolled_up(pid)["Anonymous"] - before
        assert not [socket for socket in sockets if socket.closed]
        for socket in sockets:
            await socket.close()
    return grown * 1024 / (len(wanted) - FIRST)


def sockets(options: argparse.Namespace) -> None:
    """Print the memory of an open socket, of the site and of a minimal application."""
    rounds: dict[str, list[float]] = {"board": [], "head of a page": [], "least": []}
    for _ in range(options.rounds):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
            migrated.copy_to(folder / "db.sqlite3")
            redis = real.Valkey(folder / "valkey", folder / "valkey.sock")
            redis.start()
            stack.callback(redis.stop)
            env = environment.bare() | {
                "DATA_DIR": str(folder),
                "REDIS_URL": f"unix://{redis.socket}",
                "RATE_LIMITS": "off",
            }

            def measure(kind: str, port: int, pid: int, wanted: list[tuple[str, str]]) -> None:
                rounds[kind].append(asyncio.run(each(port, pid, wanted, options.settle)))

            site = server(stack, "config.asgi:application", env)
            boards = lookers(site[0], FIRST + options.sockets)
            measure("board", *site, boards)
            heads = [("/ws/turns/", cookies) for _, cookies in boards]
            measure("head of a page", *server(stack, "config.asgi:application", env), heads)
            measure("least", *server(stack, "benchmarks.bare_socket:application", env), boards)
    print("\n| socket | kB, median | times the least | rounds |\n| --- | ---: | ---: | --- |")
    least = statistics.median(rounds["least"])
    for name, found in rounds.items():
        said = ", ".join(f"{kilobytes:.1f}" for kilobytes in found)
        times = statistics.median(found) / least
        print(f"| {name} | {statistics.median(found):.1f} | {times:.2f} | {said} |")
    print(f"\nA board's socket takes at most {MOST_TIMES} times the least.")


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="?", choices=["idle", "sockets"])
    parser.add_argument("--seconds", type=float, default=60, help="from ready to the look: idle")
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--settle", type=float, default=10, help="seconds before each look")
    options = parser.parse_args()
    if options.what != "sockets":
        idle(options)
    if options.what != "idle":
        sockets(options)


if __name__ == "__main__":
    main()
