"""A thousand sockets of one address and 550 requests that were never finished stood open until the
process had no files left: from then on nobody else got in. Each address and each person holds so
many now, and half a request has to be finished in time."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.kit.servers import PATIENCE, wait_until
from tests.kit.visitor import Visitor
from tests.kit.web import Web, running

MALLORY = "127.0.11.2"
LIMITS = {
    "RATE_LIMITS": "on",
    "LIMIT_CONNECTIONS": "60",
    "LIMIT_CONNECTIONS_OF_ADDRESS": "20",
    "LIMIT_SOCKETS_OF_ADDRESS": "8",
    "LIMIT_SOCKETS_OF_PERSON": "6",
    "LIMIT_HEADER_SECONDS": "1",
    "LIMIT_BODY_SECONDS": "2",
}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """With limits that a test reaches soon."""
    with running(tmp_path_factory.mktemp("crowds"), **LIMITS) as web:
        yield web


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def sends(opened: ExitStack, web: Web, text: str, address: str = MALLORY) -> socket.socket:
    """Return a connection on which that was said, and nothing else."""
    connection = socket.create_connection(
        ("127.0.0.1", web.port), PATIENCE, source_address=(address, 0)
    )
    opened.callback(connection.close)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection


def test_a_handshake_that_nobody_can_read_holds_no_place(opened: ExitStack, web: Web) -> None:
    """Found by the fuzzer: it was neither answered nor counted, so it stood for ever."""
    asked = (
        "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key:"
        " dGhlIHNhbXBsZSBub25jZQ==\n"
    )
    head = f"Host: localhost\n{asked}\n"
    for line in (
        f"GET /ws/{'x' * 9000}/ HTTP/1.1\n",
        f"GET /ws/lobby/ HTTP/1.1\nX-Long: {'x' * 9000}\n",
    ):
        assert rest(sends(opened, web, line + head)).startswith(b"HTTP/1.1 4")


def rest(connection: socket.socket) -> bytes:
    """All that comes until the other side closes: this waits for it."""
    said = b""
    while True:
        try:
            more = connection.recv(65536)
        except ConnectionResetError:
            return said
        if not more:
            return said
        said += more


def handshake(web: Web, path: str, cookie: str = "") -> str:
    host = f"127.0.0.1:{web.port}"
    key = (
        "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Key:"
        " dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13"
    )
    return f"GET {path} HTTP/1.1\nHost: {host}\nOrigin: http://{host}\nCookie: {cookie}\n{key}\n\n"


def stays(connection: socket.socket) -> bool:
    """Return whether a socket was opened, and not closed at once with 4429 or refused: the first
    bytes tell."""
    said = b""
    while b"\r\n\r\n" not in said or (
        said.startswith(b"HTTP/1.1 101") and said.endswith(b"\r\n\r\n")
    ):
        more = connection.recv(65536)  # an open one sends its list or its count
        if not more:
            return False
        said += more
    head, _, frame = said.partition(b"\r\n\r\n")
    return head.startswith(b"HTTP/1.1 101") and frame[:1] != b"\x88"


def stay(opened: ExitStack, web: Web, ask: str, addresses: list[str]) -> list[bool]:
    """Return which of several sockets were opened, one after the other."""
    return [
        stays(connection)
        for connection in [sends(opened, web, ask, address) for address in addresses]
    ]


@pytest.mark.parametrize(
    "half",
    [
        "",
        "GET / HTTP/1.1\nHost: 127.0.0.1\nX-A: b",
        "\n",
        "POST /accounts/guest/ HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 500\n\na=b",
        "GET /static/css/ui.css HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 500\n\na=b",
        "GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\nGET /healthz HTTP/1.1\nHost: 127",
        "GET /ws/lobby/ HTTP/1.1\nHost: 127.0.0.1\nUpgrade: websocket\nConnection: Upgrade\n",
    ],
)
def test_half_a_request_is_not_waited_for(web: Web, opened: ExitStack, half: str) -> None:
    connection = sends(opened, web, half)
    said = rest(connection)
    if half.startswith(("GET / ", "POST")):
        assert said.startswith(b"HTTP/1.1 408 ") and b"connection: close" in said


def test_drops_of_a_request_buy_no_time(web: Web, opened: ExitStack) -> None:
    connection = sends(opened, web, "GET / HTTP/1.1\n")
    connection.settimeout(0.1)
    for number in range(10 * PATIENCE):
        try:
            connection.sendall(f"X-{number}: a\r\n".encode())
            if not connection.recv(100).startswith(b"HTTP/1.1 408 "):
                break
        except TimeoutError:
            continue
        except ConnectionError:
            break
        return
    else:
        raise AssertionError("it is still waited for")


def test_a_slow_form_arrives(web: Web, opened: ExitStack) -> None:
    """As over a telephone: in pieces, but in time."""
    connection = sends(
        opened,
        web,
        "POST /healthz HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 3\nConnection: close\n\na",
        "127.0.11.3",
    )
    connection.sendall(b"=")
    connection.sendall(b"b")
    assert rest(connection).startswith(b"HTTP/1.1 403 ")  # read, and refused for want of a token


def test_who_holds_many_connections_loses_the_oldest_and_others_get_in(
    web: Web, opened: ExitStack
) -> None:
    held = [sends(opened, web, "GET / HTTP/1.1\nHost: a") for _ in range(100)]
    ann = Visitor(web.port, "ann", address="127.0.11.4")
    assert ann.get("/").status == 200
    assert Visitor(web.port, "mallory", address=MALLORY).get("/healthz").status == 200
    assert [rest(connection) for connection in held[:70]] == [b""] * 70, (
        "without a word, and long before their time"
    )


def test_a_crowd_from_everywhere_does_not_shut_the_door(web: Web, opened: ExitStack) -> None:
    for number in range(150):
        sends(opened, web, "GET / HTTP/1.1\nHost: a", f"127.0.12.{2 + number % 15}")
    assert Visitor(web.port, "ann", address="127.0.11.5").get("/").status == 200


def test_one_address_opens_so_many_sockets(web: Web, opened: ExitStack) -> None:
    ask = handshake(web, "/ws/lobby/")
    assert sum(stay(opened, web, ask, [MALLORY] * 12)) == 8
    assert stay(opened, web, ask, ["127.0.11.6"]) == [True], "nobody else notices"


def test_one_person_opens_so_many_sockets_wherever_from(web: Web, opened: ExitStack) -> None:
    mallory = Visitor(web.port, "mallory", address="127.0.11.7").enters()
    mallory.get("/")
    ask = handshake(web, "/ws/turns/", mallory.cookie)
    assert sum(stay(opened, web, ask, [f"127.0.13.{number + 2}" for number in range(9)])) == 6


def test_places_are_given_back(web: Web) -> None:
    def full() -> bool:
        with ExitStack() as opened:
            return all(stay(opened, web, handshake(web, "/ws/lobby/"), ["127.0.11.8"] * 8))

    for _ in range(3):
        wait_until(full, "the sockets that were closed are not counted any more")


def test_a_family_behind_an_unnamed_proxy_is_not_one_visitor(web: Web, opened: ExitStack) -> None:
    ask = handshake(web, "/ws/lobby/")
    assert all(
        stay(
            opened,
            web,
            ask.replace("Cookie: ", "X-Forwarded-For: 203.0.113.9\nCookie: "),
            ["127.0.11.9"] * 12,
        )
    )


def test_files_are_no_scarcer_than_the_machine_allows(web: Web) -> None:
    (line,) = [
        line
        for line in Path(f"/proc/{web.pid}/limits").read_text().splitlines()
        if line.startswith("Max open files")
    ]
    soft, hard = line.split()[3:5]
    assert soft == hard or int(soft) >= 65_536
