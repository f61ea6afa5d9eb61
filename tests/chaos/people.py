"""Scripted people: cookies, forms, a socket for each table, and the habits of bad connections.

They know the site by its public addresses and markers only.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp

from tests.chaos.journal import Journal
from tests.kit.visitor import Board

LOST = (aiohttp.ClientError, OSError, TimeoutError)
PASSING = (429, 500, 502, 503, 504)  # tried again, as live.js does; 500 is noted as a fault
ENTERING = asyncio.Semaphore(2)  # hashing passwords takes long
VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the site."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def board(self) -> Board | None:
        """Return the board in it, cut out of its page; None if there is none."""
        start = self.text.find('<section id="board"')
        if start < 0:
            return None
        page = self.text.find("\n</form>", start)
        return Board(self.text[start:page] if page >= 0 else self.text[start:])

    @property
    def receipt(self) -> str:
        """Return the receipt of a move; "" if nothing was acknowledged."""
        return self.headers.get("Fairdeal-Receipt", "")


@dataclass
class Manners:
    """Manners of all people just now.

    `mischief`: how often a request is repeated, doubled or cut off. `strict`: a request that fails
    is not sent again, and counts as a failure.
    """

    seed: int = 0
    mischief: float = 0.4
    strict: bool = False
    pause: float = 1.0
    patience: float = 12.0  # seconds that a browser waits here for an answer
    tries: float = 45.0  # seconds for which a request without an answer is sent again
    over: bool = False
    sleepy: bool = True
    measuring: bool = False
    failures: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    moves: int = 0


class Person:
    """A person with a browser, at an address of the network of their own."""

    def __init__(
        self,
        name: str,
        address: str,
        front: int,
        parts: list[int],
        journal: Journal,
        manners: Manners,
    ) -> None:
        self.name, self.address, self.journal, self.manners = name, address, journal, manners
        self.front, self.parts = (
            f"http://127.0.0.1:{front}",
            [f"http://127.0.0.1:{p}" for p in parts],
        )
        self.dice = random.Random(f"{manners.seed} {name}")
        self.http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(local_addr=(address, 0), limit=0),
            cookie_jar=aiohttp.CookieJar(unsafe=True),
            timeout=aiohttp.ClientTimeout(total=manners.patience),
        )

    async def enter(self, *, member: bool) -> None:
        """Become a guest, or make an account; log in if an answer was lost that said it was
        made."""
        await self.insists("GET", "/")
        if not member:
            await self.insists("POST", "/accounts/guest/", {})
            return
        password = "correct horse battery"
        fields = {"username": self.name, "password1": password, "password2": password}
        async with ENTERING:
            made = await self.insists("POST", "/accounts/signup/", fields)
            if made.status == 200:
                known = {"login": self.name, "password": password}
                made = await self.insists("POST", "/accounts/login/", known)
        assert made.status in (302, 403), f"{self.name} has no account: {made.status}"

    async def asks(
        self,
        method: str,
        path: str,
        fields: Mapping[str, Any] | None = None,
        *,
        htmx: bool = False,
        base: str = "",
    ) -> Answer:
        """Send one request. Raises one of LOST if there is no answer."""
        data = None
        if fields is not None:
            data = {"csrfmiddlewaretoken": self.token, **fields}
        headers = {"HX-Request": "true"} if htmx else {}
        async with self.http.request(
            method, (base or self.front) + path, data=data, headers=headers, allow_redirects=False
        ) as response:
            text = await response.text()
            self.journal.answers[f"{method} {kind(path)} {response.status}"] += 1
            return Answer(response.status, response.headers, text)

    async def insists(
        self, method: str, path: str, fields: Mapping[str, Any] | None = None, *, htmx: bool = False
    ) -> Answer:
        """Send a request until it is answered. Raises TimeoutError."""
        async with asyncio.timeout(self.manners.tries):
            while True:
                with suppress(*LOST):  # no answer is what people expect here, and try again
                    answer = await self.asks(method, path, fields, htmx=htmx)
                    if answer.status not in PASSING:
                        return answer
                await asyncio.sleep(0.3 + self.dice.random())

    async def cuts_off(self, path: str, fields: Mapping[str, Any]) -> None:
        """Send a form and hang up: in the middle of its body, or before the answer is there."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.front[7:]}\r\nCookie: {self.cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode()
        port = int(self.front.rpartition(":")[2])
        sent = body if self.dice.random() < 0.7 else body[: len(body) // 2]
        with suppress(*LOST):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(self.address, 0)
            )
            writer.write(head + sent)
            await writer.drain()
            await asyncio.sleep(self.dice.random() * 0.05)
            writer.transport.abort()

    @property
    def token(self) -> str:
        """Return the token for forms."""
        return self._cookies.get("csrftoken", "")

    @property
    def cookie(self) -> str:
        """Return the header with all cookies."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    @property
    def _cookies(self) -> dict[str, str]:
        return {cookie.key: cookie.value for cookie in self.http.cookie_jar}


def kind(path: str) -> str:
    """Return the kind of a page, without the table."""
    return re.sub(r"^/t/[^/]+", "/t", path)


@dataclass
class Moments:
    """Moments at which the moves of a table were sent, and other screens showed them: before the
    answer, often."""

    sent: dict[int, float] = field(default_factory=dict)
    seen: dict[int, list[float]] = field(default_factory=dict)

    def moved(self, version: int, at: float, manners: Manners) -> None:
        """Note when the move was sent that led to a version."""
        if self.sent.setdefault(version, at) == at and manners.measuring:
            manners.delays += [seen - at for seen in self.seen.pop(version, [])]

    def shown(self, version: int, at: float, manners: Manners) -> None:
        """Note when a screen showed a version."""
        if version not in self.sent:
            self.seen.setdefault(version, []).append(at)
        elif manners.measuring:
            manners.delays.append(at - self.sent[version])


class Screen:
    """An open page of one table: the newest board, kept up by a socket as live.js does it."""

    def __init__(
        self, person: Person, table: str, seat: int | None, moments: Moments | None = None
    ) -> None:
        self.person, self.table, self.seat = person, table, seat
        self.board = Board('<section id="board" data-version="-1" data-ply="0" data-status="">')
        self.version = -1
        self.changed = asyncio.Event()
        self.moments = moments or Moments()
        self.task = asyncio.create_task(self.watch())

    async def watch(self) -> None:
        """Keep a socket open, and look once after each return."""
        while not self.person.manners.over:
            with suppress(*LOST):
                await self.look()
                await self._listen()
            await asyncio.sleep(0.2 + self.person.dice.random())

    async def _listen(self) -> None:
        person = self.person
        async with person.http.ws_connect(
            f"{person.front}/ws/t/{self.table}/?version={self.version}",
            headers={"Origin": person.front},
            heartbeat=8,
            max_msg_size=0,
        ) as socket:
            async for message in socket:
                if message.type != aiohttp.WSMsgType.TEXT:
                    continue
                if '<section id="board"' in message.data:
                    self.saw(Board(message.data), "push")
                elif (newer := VERSION.search(message.data)) and int(newer[1]) > self.version:
                    await self.look()

    async def look(self) -> None:
        """Fetch the board."""
        answer = await self.person.asks("GET", f"/t/{self.table}/", htmx=True)
        if answer.status == 200 and answer.board:
            self.saw(answer.board, "look")

    def saw(self, board: Board, how: str) -> None:
        """Take note of a board, and show it if it is newer."""
        data, person = board.data, self.person
        version = int(data["version"])
        if version <= self.version:
            return
        if how == "push":
            self.moments.shown(version, asyncio.get_running_loop().time(), person.manners)
        self.version, self.board = version, board
        person.journal.note(
            "seen",
            self.table,
            person.name,
            self.seat,
            board.ply,
            version=version,
            hash=data.get("receipt", ""),
            said=f"{how} {board.status}",
        )
        self.changed.set()

    async def news(self, patience: float) -> None:
        """Wait until the board changes."""
        self.changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.changed.wait()

    async def close(self) -> None:
        """Close the page."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
