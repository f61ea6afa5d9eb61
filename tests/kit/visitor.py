"""A visitor by HTTP: forms, cookies, answers and pushes. All that is received is kept."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

PATIENCE = 60  # seconds
_ROOT = re.compile(r'<section id="board"[^>]*>')
_DATA = re.compile(r'data-([a-z]+)="([^"]*)"')
_CODE = re.compile(r'<button name="code" value="([^"]*)"')
_ALERT = re.compile(r'role="alert".*?<p class="do">(.*?)</p>', re.DOTALL)


@dataclass(frozen=True)
class Board:
    """A board's markup and the data attributes of its root."""

    html: str

    @property
    def data(self) -> dict[str, str]:
        root = _ROOT.search(self.html)
        assert root, f"no board in {self.html[:300]!r}"
        return dict(_DATA.findall(root[0]))

    @property
    def version(self) -> int:
        return int(self.data["version"])

    @property
    def ply(self) -> int:
        return int(self.data["ply"])

    @property
    def status(self) -> str:
        return self.data["status"]

    @property
    def codes(self) -> list[str]:
        return [unescape(code) for code in _CODE.findall(self.html)]

    @property
    def alert(self) -> str | None:
        found = _ALERT.search(self.html)
        return unescape(found[1]) if found else None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: str

    @property
    def location(self) -> str:
        return next(value for name, value in self.headers if name == "location")

    @property
    def board(self) -> Board:
        """Return the board, cut out of the page if there is one."""
        start = self.body.index('<section id="board"')
        page = self.body.find("\n</form>", start)
        return Board(self.body[start:page] if page >= 0 else self.body[start:])


@dataclass(frozen=True)
class Received:
    """A received text, and how it came."""

    how: str
    text: str


@dataclass(eq=False)
class Visitor:
    """A visitor of the site at `port`, from the network `address`."""

    port: int
    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    address: str = "127.0.0.1"

    # --- HTTP

    def get(self, path: str, htmx: bool = False) -> Answer:
        return self.request("GET", path, htmx=htmx)

    def post(self, path: str, htmx: bool = False, **fields: object) -> Answer:
        """Send a form, after a visit to the front page if a CSRF token is missing."""
        if "csrftoken" not in self.cookies:
            self.get("/")
        return self.request(
            "POST",
            path,
            urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}),
            htmx,
        )

    def request(
        self, method: str, path: str, body: str | None = None, htmx: bool = False
    ) -> Answer:
        connection = self._connection()
        try:
            connection.request(method, path, body, self._headers(htmx))
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        headers = tuple((name.lower(), value) for name, value in response.getheaders())
        self._remember(headers)
        self.received.append(
            Received(f"{method} {path}", "\n".join((*map(": ".join, headers), "", text)))
        )
        return Answer(response.status, headers, text)

    def sends(self, path: str, **fields: object) -> http.client.HTTPConnection:
        """Send a form and return its connection, without waiting for the answer."""
        connection = self._connection()
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields})
        connection.request("POST", path, body, self._headers(htmx=True))
        return connection

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0)
        )

    def _headers(self, htmx: bool) -> dict[str, str]:
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        return headers | ({"HX-Request": "true"} if htmx else {})

    def _remember(self, headers: tuple[tuple[str, str], ...]) -> None:
        for name, value in headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    # --- what people do

    def enters(self) -> Visitor:
        """Become a guest."""
        assert self.post("/accounts/guest/").status == 302
        return self

    def joins(self) -> Visitor:
        """Make an account with the visitor's name."""
        password = "correct horse battery"
        assert (
            self.post(
                "/accounts/signup/", username=self.name, password1=password, password2=password
            ).status
            == 302
        )
        return self

    def opens(self, **choices: object) -> str:
        """Open a table and return its id. By default its creator moves first."""
        form: dict[str, Any] = {
            "game": "lost_cities",
            "seats": 2,
            "clock": "untimed",
            "order": "seats",
            **choices,
        }
        answer = self.post("/tables/new/", **form)
        assert answer.status == 303, answer.body
        return urlsplit(answer.location).path.split("/")[2]

    def sits(self, table: str) -> None:
        assert self.post(f"/t/{table}/sit/").status == 303

    def looks(self, table: str) -> Board:
        answer = self.get(f"/t/{table}/", htmx=True)
        assert answer.status == 200
        return answer.board

    def acts(self, table: str, code: str, ply: int, htmx: bool = True) -> Answer:
        return self.post(f"/t/{table}/act/", htmx=htmx, code=code, ply=ply)

    def takes_a_turn(self, table: str) -> Board:
        """Play legal codes until another seat is to act."""
        board = self.looks(table)
        while board.codes and board.status == "running":
            answer = self.acts(
                table, "draw stock" if "draw stock" in board.codes else board.codes[0], board.ply
            )
            assert answer.status == 200, answer.body
            board = answer.board
        return board

    # --- pushes

    @contextmanager
    def listens(self, table: str, version: int | str = -1) -> Iterator[Socket]:
        url = f"ws://127.0.0.1:{self.port}/ws/t/{table}/?version={version}"
        origin = Origin(f"http://127.0.0.1:{self.port}")
        headers = {"Cookie": self.cookie}
        with connect(
            url,
            additional_headers=headers,
            origin=origin,
            open_timeout=PATIENCE,
            source_address=(self.address, 0),
        ) as socket:
            yield Socket(socket, self)


@dataclass
class Socket:
    connection: ClientConnection
    visitor: Visitor

    def hears(self, patience: float = PATIENCE) -> Board | None:
        """Return the next push; None if none comes or the connection is closed."""
        try:
            text = self.connection.recv(timeout=patience)
        except (TimeoutError, ConnectionClosed):
            return None
        assert isinstance(text, str)
        self.visitor.received.append(Received("push", text))
        return Board(text)

    def hears_of(self, version: int) -> Board:
        """Return the first push of at least this version."""
        while (board := self.hears()) is not None:
            if board.version >= version:
                return board
        raise AssertionError(f"{self.visitor.name} never heard of version {version}")
