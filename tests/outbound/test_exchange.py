"""Requests to a real server on this machine, under names that a test resolves."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import pytest

from games.notices.outbound import LARGEST, Answer, Fault, Undelivered, send
from games.notices.outbound.exchange import resolve
from tests.outbound.server import FINE, Server, request, trust

PUBLIC = "93.184.215.14"
HERE = [ip_network("127.0.0.0/8")]
URL = "https://example.org/hook?key=1"


def names(*addresses: str) -> Callable[[str, float], list[IPv4Address | IPv6Address]]:
    return lambda host, seconds: [ip_address(address) for address in addresses]


def asks(server: Server, url: str = URL, **facts: Any) -> Answer:
    facts = {"resolve": names(PUBLIC), "dial": server.dial, "trust": trust()} | facts
    return send(url, headers={"Content-Type": "text/plain"}, body=b"Your turn", **facts)


def fault(server: Server, url: str = URL, **facts: Any) -> Fault:
    with pytest.raises(Undelivered) as error:
        asks(server, url, **facts)
    return error.value.fault


def test_a_request_arrives_with_its_name_and_its_host() -> None:
    with Server() as server:
        answer = asks(server)
    head, _, body = server.heard[0].partition(b"\r\n\r\n")
    assert (answer.status, answer.body) == (200, b"ok")
    assert head.startswith(b"POST /hook?key=1 HTTP/1.1\r\nHost: example.org\r\n")
    assert body == b"Your turn" and server.named == ["example.org"]


def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    """A name that leads elsewhere the second time is looked up once."""
    answers = itertools.chain([[ip_address(PUBLIC)]], itertools.repeat([ip_address("127.0.0.1")]))
    dialled = []
    with Server() as server:

        def dial(place: tuple[str, int], seconds: float) -> socket.socket:
            dialled.append(place)
            return server.dial(place, seconds)

        asks(server, resolve=lambda host, seconds: next(answers), dial=dial)
    assert dialled == [(PUBLIC, 443)] and server.named == ["example.org"]


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["10.0.0.1", PUBLIC], ["::ffff:127.0.0.1"], ["::1"]],
)
def test_nobody_is_called_where_a_name_leads_inside(addresses: list[str]) -> None:
    with Server() as server:
        assert fault(server, resolve=names(*addresses)) == Fault.PRIVATE
    assert not server.heard and not server.named


def test_a_host_may_allow_its_own_network() -> None:
    with Server(secure=False) as server:
        url = f"http://box.lan:{server.port}/hook"
        answer = asks(server, url, resolve=names("127.0.0.1"), networks=HERE, dial=_connect)
        assert answer.status == 200 and b"Host: box.lan:" in server.heard[0]
        assert fault(server, url, resolve=names("127.0.0.1"), dial=_connect) == Fault.PLAIN


def _connect(place: tuple[str, int], seconds: float) -> socket.socket:
    return socket.create_connection(place, seconds)


def test_the_next_address_is_tried_if_nobody_answers_at_one() -> None:
    dialled = []
    with Server() as server:

        def dial(place: tuple[str, int], seconds: float) -> socket.socket:
            dialled.append((place[0], round(seconds, 1)))
            if len(dialled) == 1:
                raise ConnectionRefusedError
            return server.dial(place, seconds)

        answer = asks(
            server, resolve=names("2606:4700:4700::1111", PUBLIC), dial=dial, clock=lambda: 0.0
        )
    assert answer.status == 200
    assert dialled == [("2606:4700:4700::1111", 2.5), (PUBLIC, 5.0)]


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    head = b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
    with Server(head) as server:
        answer = asks(server)
    assert (answer.status, answer.headers["location"]) == (302, "https://127.0.0.1/")
    assert len(server.heard) == 1


def test_a_certificate_for_another_name_is_refused() -> None:
    with Server() as server:
        assert fault(server, "https://example.com/") == Fault.TLS
        assert fault(server, trust=None) == Fault.TLS
    assert not server.heard


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with Server() as server:
        assert asks(server).status == 200


def test_no_more_than_64_kb_are_read() -> None:
    def pours(line: socket.socket) -> None:
        request(line)
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:  # until the other side has had enough
            line.sendall(b"a" * 65536)

    with Server(pours) as server:
        answer = asks(server)
    assert answer.status == 200 and 0 < len(answer.body) <= LARGEST


def test_nor_a_head_without_end() -> None:
    def pours(line: socket.socket) -> None:
        request(line)
        line.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            line.sendall(b"X-Long: " + b"a" * 1000 + b"\r\n")

    def waits(line: socket.socket) -> None:
        request(line)
        while True:
            line.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")

    for answer in (pours, waits):
        with Server(answer) as server:
            assert fault(server) == Fault.GARBLED


def test_five_seconds_are_all_there_is_however_many_bytes_come_in_time() -> None:
    """Each byte comes at once, and takes half a second by the clock."""
    ticks = itertools.count()

    def drips(line: socket.socket) -> None:
        request(line)
        for byte in FINE:
            line.sendall(bytes([byte]))

    with Server(drips) as server:
        assert fault(server, clock=lambda: next(ticks) / 2) == Fault.SILENT


def test_a_server_that_says_nothing_is_left() -> None:
    with Server(_listens) as server:
        assert fault(server, seconds=0.2) == Fault.SILENT
    with Server(_listens, secure=False) as server:  # nothing but silence where TLS should begin
        assert fault(server, seconds=0.2) == Fault.SILENT


def _listens(line: socket.socket) -> None:
    while line.recv(65536):
        pass


def test_a_resolver_that_says_nothing_is_left_too(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **facts: gate.wait(5) and [])
    with pytest.raises(Undelivered) as error:
        resolve("example.org", 0.05)
    gate.set()
    assert error.value.fault == Fault.SILENT


def test_the_resolver_of_the_system_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(2, 1, 6, "", (PUBLIC, 0)), (10, 1, 6, "", ("fe80::1%eth0", 0, 0, 2))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **facts: rows)
    assert [str(found) for found in resolve("example.org", 1)] == [PUBLIC, "fe80::1"]
    monkeypatch.setattr(socket, "getaddrinfo", _unknown)
    with pytest.raises(Undelivered) as error:
        resolve("example.org", 1)
    assert error.value.fault == Fault.UNKNOWN


def _unknown(*args: object, **facts: object) -> list[Any]:
    raise socket.gaierror


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 200 OK\r\nContent-"])
def test_what_does_not_speak_http_is_named_so(answer: bytes) -> None:
    with Server(answer) as server:
        assert fault(server) == (Fault.GARBLED if answer else Fault.CLOSED)


def test_a_closed_door_is_named_so() -> None:
    with Server() as server:
        pass
    assert fault(server) == Fault.CLOSED


def test_headers_cannot_be_forged() -> None:
    with Server() as server, pytest.raises(Undelivered):
        send(
            URL,
            headers={"Title": "Ann\r\nHost: other"},
            body=b"",
            resolve=names(PUBLIC),
            dial=server.dial,
            trust=trust(),
        )
    assert not server.heard


def test_what_is_said_of_an_error_holds_no_address() -> None:
    with Server() as server, pytest.raises(Undelivered) as error:
        asks(server, resolve=names("10.0.0.1"))
    assert str(error.value) == "private"
