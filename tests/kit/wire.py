"""HTTP as bytes, for requests that no correct client sends."""

from __future__ import annotations

import http.client
import socket
from contextlib import suppress
from dataclasses import dataclass, field

PATIENCE = 60  # seconds
FORM = "application/x-www-form-urlencoded"
ALWAYS = (
    *("content-security-policy", "cross-origin-opener-policy", "cross-origin-resource-policy"),
    *("referrer-policy", "x-content-type-options", "x-frame-options"),
)


@dataclass(frozen=True)
class Request:
    """A request with arbitrary bytes in `target` and headers."""

    method: str = "GET"
    target: bytes = b"/"
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    def bytes(self, port: int) -> bytes:
        names = {name.lower() for name, _ in self.headers}
        ours = [
            (b"Host", b"127.0.0.1:%d" % port),
            (b"Content-Length", b"%d" % len(self.body)),
            (b"Connection", b"close"),
        ]
        headers = [
            *self.headers,
            *[(name, value) for name, value in ours if name.lower() not in names],
        ]
        lines = [
            b"%s %s HTTP/1.1" % (self.method.encode(), self.target),
            *[b"%s: %s" % pair for pair in headers],
        ]
        return b"\r\n".join((*lines, b"", self.body))


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = field(repr=False)

    def __getitem__(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def send(port: int, request: Request, address: str = "127.0.0.1") -> Answer:
    """Send a request over a new connection and return the answer. Raises OSError without one."""
    with socket.create_connection(
        ("127.0.0.1", port), PATIENCE, source_address=(address, 0)
    ) as connection:
        return exchange(connection, request, port)


def exchange(connection: socket.socket, request: Request, port: int) -> Answer:
    # the server may answer before it has read the whole request
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(request.bytes(port))
    response = http.client.HTTPResponse(connection, method=request.method)
    try:
        response.begin()
        body = response.read()
    except http.client.HTTPException as error:
        raise OSError(f"no answer that can be read: {error!r}") from error
    finally:
        response.close()
    headers = tuple((name.lower(), value) for name, value in response.headers.items())
    return Answer(response.status, headers, body)
