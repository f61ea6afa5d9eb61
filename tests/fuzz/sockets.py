"""Handshakes and frames of WebSockets, as bytes."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tests.fuzz.cast import Cast
from tests.fuzz.requests import HOSTS, cookies, filled, joined, line, pairs
from tests.fuzz.values import value
from tests.kit.wire import PATIENCE, Request

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
CLOSE = b"\x88\x80\x00\x00\x00\x00"


@dataclass(frozen=True)
class Handshake:
    who: str
    request: Request
    frames: tuple[bytes, ...]


def handshake(dice: Random, cast: Cast, addresses: list[str]) -> Handshake:
    who = dice.choice(list(cast.people))
    target = b"/" + filled(dice.choice([*addresses, "ws/<name>/"]), dice, cast)
    if dice.random() < 0.6:
        target += b"?" + joined([*pairs(dice, 1), (b"version", value(dice))], dice)[:8000]
    ours = b"http://127.0.0.1:%d" % cast.port
    origin = (
        ours
        if dice.random() < 0.8
        else dice.choice(
            (
                b"null",
                b"http://evil.example",
                b"http://[::1",
                b"%ff",
                b"\xff",
                b"http://127.0.0.1:99999",
            )
        )
    )
    headers = [
        (b"Connection", b"Upgrade"),
        (b"Upgrade", b"websocket"),
        (b"Origin", origin),
        (b"Cookie", cookies(dice, cast.people[who].cookies)),
    ]
    version = b"13" if dice.random() < 0.95 else line(value(dice))
    headers += [
        (b"Sec-WebSocket-Version", version),
        (b"Sec-WebSocket-Key", KEY if dice.random() < 0.95 else line(value(dice))),
    ]
    if dice.random() < 0.05:
        headers.append((b"Host", dice.choice(HOSTS)))
    if dice.random() < 0.1:
        headers.append(
            (
                dice.choice((b"Sec-WebSocket-Extensions", b"Sec-WebSocket-Protocol")),
                line(value(dice)),
            )
        )
    frames = tuple(_frame(dice, cast) for _ in range(dice.randrange(4)))
    return Handshake(
        who, Request("GET", target, tuple(pair for pair in headers if pair[1])), frames
    )


def _frame(dice: Random, cast: Cast) -> bytes:
    data = dice.choice(
        (value(dice), dice.choice(cast.tables).encode(), dice.randbytes(200), b"x" * 70000)
    )
    first = dice.choice((0x81,) * 6 + (0x82, 0x01, 0x80, 0x89, 0x8A, 0x83, 0xC1, 0xF1))
    if len(data) < 126:
        return struct.pack("!BBI", first, 0x80 | len(data), 0) + data
    if len(data) < 2**16:
        return struct.pack("!BBHI", first, 0xFE, len(data), 0) + data
    return struct.pack("!BBQI", first, 0xFF, len(data), 0) + data


def shake(case: Handshake, port: int, address: str) -> tuple[int, bytes]:
    """Return the status of the answer, and all that came until the other side closed."""
    with socket.create_connection(
        ("127.0.0.1", port), PATIENCE, source_address=(address, 0)
    ) as connection:
        connection.sendall(case.request.bytes(port))
        came = connection.recv(65536)
        words = came.split(b" ", 2)
        status = int(words[1]) if len(words) > 2 and words[1].isdigit() else 0
        with suppress(ConnectionError):
            if status == 101:
                for frame in (*case.frames, CLOSE):
                    connection.sendall(frame)
            else:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                came += part
    return status, came
