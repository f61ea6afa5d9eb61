"""Play random legal moves, and measure from the mover's send to the arrival at the opponent's
socket.

Both ends are in this process, so one clock measures them. A site is known by its public addresses
and markers only.
    python -m benchmarks.load site http://localhost:8000 --matches 50 --seconds 10
    python -m benchmarks.load limit http://localhost:18100 --matches 100 --think 1
Several web parts of a site are named with commas between them. Prints one line of JSON. `--pids`
are the processes of the server's side; their CPU time (with children) is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import os
import random
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

VERSION = re.compile(r'data-version="(\d+)"')
PLY = re.compile(r'data-ply="(\d+)"')
CODE = re.compile(r'name="code"[^>]*?value="([^"]+)"')


@dataclass
class Client:
    """A seat: its cookies, its socket, and the last state that it saw."""

    seat: int
    http: aiohttp.ClientSession
    socket: Any = None
    version: int = -1
    ply: int = 0
    codes: list[str] = field(default_factory=list)
    arrival: asyncio.Future[float] | None = None
    wanted: int = 1 << 60
    table_number: int = 0

    def saw(self, version: int) -> bool:
        """Store a version; return False unless it is newer."""
        if version <= self.version:
            return False
        self.version = version
        if version >= self.wanted and self.arrival is not None and not self.arrival.done():
            self.arrival.set_result(time.perf_counter())
        return True


class Limit:
    """The server of `benchmarks.limit`."""

    def __init__(
        self, url: str, options: argparse.Namespace, shared: aiohttp.ClientSession
    ) -> None:
        self.url, self.options, self.shared = url, options, shared

    async def prepare(self) -> None:
        """Create the matches on the server."""
        async with self.shared.post(f"{self.url}/setup/{self.options.matches}") as answer:
            answer.raise_for_status()

    async def open(self, number: int) -> list[Client]:
        """Return the two clients of a match."""
        clients = [Client(seat, self.shared, version=0) for seat in (0, 1)]
        for client in clients:
            client.socket = await self.shared.ws_connect(f"{self.url}/ws/{number}")
            client.ply = number
        return clients

    def read(self, client: Client, text: str) -> None:
        """Take note of a message from the server."""
        client.saw(json.loads(text)["version"])

    def mover(self, clients: list[Client]) -> int | None:
        """Return the seat that is to move, None at the end."""
        return clients[0].version % 2

    async def move(self, client: Client, dice: random.Random) -> None:
        """Send a move."""
        body = {
            "version": client.version,
            "action": [dice.randrange(8), dice.randrange(2), dice.randrange(6)],
        }
        async with self.shared.post(
            f"{self.url}/move/{client.ply}/{client.seat}", json=body
        ) as answer:
            if answer.status != 204:
                raise RuntimeError(f"the limit answered {answer.status}")

    async def again(self, clients: list[Client]) -> list[Client]:
        """Return the same clients: a match has no end."""
        return clients


class Site:
    """A Fairdeal site, played as a browser plays it."""

    def __init__(
        self, url: str, options: argparse.Namespace, shared: aiohttp.ClientSession
    ) -> None:
        self.urls, self.options, self.shared = url.split(","), options, shared

    async def prepare(self) -> None:
        """Do nothing: tables are opened one by one."""

    def url(self, client: Client, ply: int = 0) -> str:
        """Return the web part that serves a client, by table or by seat, or in turn for each
        move."""
        way = {"table": client.table_number, "seat": client.seat, "move": client.seat + ply}[
            self.options.spread
        ]
        return self.urls[way % len(self.urls)]

    async def open(self, number: int) -> list[Client]:
        """Return the two clients of a new table."""
        clients = []
        for seat in range(self.options.seats):
            jar = aiohttp.CookieJar(unsafe=True)
            session = aiohttp.ClientSession(
                connector=self.shared.connector, connector_owner=False, cookie_jar=jar
            )
            client = Client(seat, session, table_number=number)
            async with client.http.get(f"{self.url(client)}/") as page:
                await page.read()
            await self.post(client, "/accounts/guest/", {})
            clients.append(client)
        return await self.sit_down(clients)

    async def sit_down(self, clients: list[Client]) -> list[Client]:
        """Open a table and seat both clients."""
        terms = {"game": self.options.game, "seats": len(clients), "private": "on"}
        answer, _body = await self.post(clients[0], "/tables/new/", terms)
        self_url = answer.headers["Location"]
        for client in clients[1:]:
            await self.post(client, f"{self_url}sit/", {})
        for client in clients:
            client.version, client.table = -1, self_url  # type: ignore[attr-defined]
            url = self.url(client)
            client.socket = await client.http.ws_connect(
                f"{url}/ws{self_url}", headers={"Origin": url}, max_msg_size=0
            )
            async with client.http.get(url + self_url) as page:
                self.read(client, await page.text())
        return clients

    async def post(
        self, client: Client, address: str, data: dict[str, Any]
    ) -> tuple[aiohttp.ClientResponse, str]:
        """Send a form and return the answer."""
        url = self.url(client, data.get("ply", 0))
        token = next(
            (cookie.value for cookie in client.http.cookie_jar if cookie.key == "csrftoken"), ""
        )
        headers = {"X-CSRFToken": token, "HX-Request": "true", "Referer": f"{url}/"}
        if self.options.browser and client.version >= 0:  # as static/js/live.js does
            headers |= {"Fairdeal-Version": str(client.version), "Fairdeal-Socket": "open"}
        async with client.http.post(
            url + address, data=data, headers=headers, allow_redirects=False
        ) as answer:
            body = await answer.text()
            if answer.status >= 400:
                raise RuntimeError(
                    f"{address.rsplit('/', 2)[-2]} was answered with {answer.status}"
                )
            return answer, body

    def read(self, client: Client, text: str) -> None:
        """Take note of a board."""
        if (version := VERSION.search(text)) and client.saw(int(version[1])):
            ply = PLY.search(text)
            client.ply = int(ply[1]) if ply else 0
            client.codes = [html.unescape(code) for code in CODE.findall(text)]

    def mover(self, clients: list[Client]) -> int | None:
        """Return the seat that is to move, None at the end."""
        return next((client.seat for client in clients if client.codes), None)

    async def move(self, client: Client, dice: random.Random) -> None:
        """Send one of the legal codes."""
        code, ply = dice.choice(client.codes), client.ply
        _answer, body = await self.post(client, f"{client.table}act/", {"code": code, "ply": ply})  # type: ignore[attr-defined]
        self.read(client, body)

    async def again(self, clients: list[Client]) -> list[Client]:
        """Return the clients of the next table."""
        for client in clients:
            await client.socket.close()
        return await self.sit_down(clients)


class Run:
    """A run of the load: all matches at once, and the measurements."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.measuring = self.stopping = False
        self.latencies: list[float] = []
        self.moves = 0
        self.errors: dict[str, int] = {}

    async def listen(self, client: Client) -> None:
        """Read a client's socket until it closes."""
        async for message in client.socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                self.side.read(client, message.data)

    async def play(self, number: int, clients: list[Client]) -> None:
        """Play a match until the run ends."""
        dice, loop = random.Random(number), asyncio.get_running_loop()
        listeners = [asyncio.create_task(self.listen(client)) for client in clients]
        await asyncio.sleep(dice.random() * (2 * self.options.think or 0.3))
        while not self.stopping:  # a cancellation alone may be lost between two awaits
            mover = self.side.mover(clients)
            if mover is None:
                for listener in listeners:
                    listener.cancel()
                clients = await self.side.again(clients)
                listeners = [asyncio.create_task(self.listen(client)) for client in clients]
                continue
            for client in clients:
                client.wanted, client.arrival = clients[mover].version + 1, loop.create_future()
            counted, begin = self.measuring, time.perf_counter()
            await self.side.move(clients[mover], dice)
            arrivals = await asyncio.wait_for(
                asyncio.gather(*(client.arrival for client in clients if client.arrival)), 30
            )
            if counted and self.measuring:
                self.moves += 1
                self.latencies += [
                    arrival - begin for seat, arrival in enumerate(arrivals) if seat != mover
                ]
            if self.options.think:
                await asyncio.sleep(self.options.think * (0.5 + dice.random()))

    async def guarded(self, number: int, clients: list[Client]) -> None:
        """Play a match; count an error that ends it."""
        try:
            await self.play(number, clients)
        except Exception as error:
            name = f"{type(error).__name__}: {error}"[:100]
            self.errors[name] = self.errors.get(name, 0) + 1

    async def main(self) -> dict[str, Any]:
        """Run, and return the figures."""
        options = self.options
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=60)
        async with aiohttp.ClientSession(
            connector=connector, cookie_jar=aiohttp.DummyCookieJar()
        ) as shared:
            side = Site if options.side == "site" else Limit
            self.side: Site | Limit = side(options.url.rstrip("/"), options, shared)
            await self.side.prepare()
            matches = [await self.side.open(number) for number in range(options.matches)]
            games = [
                asyncio.create_task(self.guarded(number, clients))
                for number, clients in enumerate(matches)
            ]
            await asyncio.sleep(max(2.0, 2 * options.think))
            cpu, web, begin = (
                cpu_seconds(options.pids),
                cpu_seconds(options.web),
                time.perf_counter(),
            )
            self.measuring = True
            await asyncio.sleep(options.seconds)
            self.measuring = False
            took, used = time.perf_counter() - begin, cpu_seconds(options.pids) - cpu
            web = cpu_seconds(options.web) - web
            self.stopping = True
            _done, late = await asyncio.wait(games, timeout=3)
            for game in late:
                game.cancel()
            for client in {
                id(client.http): client for clients in matches for client in clients
            }.values():
                if client.http is not shared:
                    await client.http.close()
        slow = sorted(self.latencies)
        return {
            "side": options.side,
            "matches": options.matches,
            "think": options.think,
            "moves_per_second": round(self.moves / took, 1),
            "cpu_ms_per_move": round(1000 * used / max(1, self.moves), 3),
            "web_cpu_ms_per_move": round(1000 * web / max(1, self.moves), 3),
            "p50_ms": _share(slow, 0.5),
            "p95_ms": _share(slow, 0.95),
            "errors": self.errors,
        }


def _share(ordered: list[float], share: float) -> float | None:
    return (
        round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)
        if ordered
        else None
    )


def cpu_seconds(roots: list[int]) -> float:
    """CPU time of these processes and all below them, from /proc."""
    children: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(entry.name))
            ticks[int(entry.name)] = int(fields[11]) + int(fields[12])
    total, waiting = 0, list(roots)
    while waiting:
        process = waiting.pop()
        total += ticks.get(process, 0)
        waiting += children.get(process, [])
    return total / os.sysconf("SC_CLK_TCK")


def _pids(text: str) -> list[int]:
    return [int(pid) for pid in text.split(",") if pid]


def main() -> None:
    """Read the options, run and print the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("side", choices=["site", "limit"])
    parser.add_argument("url")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument(
        "--think",
        type=float,
        default=0,
        help="seconds between the moves of a match; 0: as fast as it goes",
    )
    parser.add_argument("--game", default="lost_cities")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--spread",
        choices=["table", "seat", "move"],
        default="table",
        help="which of several web parts serves whom",
    )
    parser.add_argument(
        "--whole",
        dest="browser",
        action="store_false",
        help="ask for the whole board after each move, as a page without a socket does",
    )
    parser.add_argument("--pids", type=_pids, default=[], help="of the server's side")
    parser.add_argument("--web", type=_pids, default=[], help="of its web parts alone")
    print(json.dumps(asyncio.run(Run(parser.parse_args()).main())))


if __name__ == "__main__":
    main()
