"""One request and its answer: HTTP/1.1 by h11 over a socket of our own, with one deadline.

HTTP libraries resolve names themselves, follow redirects, use proxies of the environment, and
restart their time-out with each byte.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address

import h11

from games.notices.outbound import addresses
from games.notices.outbound.faults import Fault, Undelivered

MOST = 64  # addresses of one name


def resolve(host: str, seconds: float) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a host from the system's resolver, abandoned after `seconds`: it has
    no time-out. Raises Undelivered."""
    found: queue.SimpleQueue[list[str] | OSError] = queue.SimpleQueue()
    threading.Thread(target=_look_up, args=(host, found), daemon=True).start()
    try:
        answer = found.get(timeout=max(seconds, 0.001))
    except queue.Empty:
        raise Undelivered(Fault.SILENT) from None
    if isinstance(answer, OSError) or not 0 < len(answer) <= MOST:
        raise Undelivered(Fault.UNKNOWN)
    return [ip_address(text.partition("%")[0]) for text in answer]


def _look_up(host: str, found: queue.SimpleQueue[list[str] | OSError]) -> None:
    try:
        rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as error:
        found.put(error if isinstance(error, OSError) else OSError())
    else:
        found.put(list(dict.fromkeys(str(row[4][0]) for row in rows)))


SECONDS = 5.0  # for name, connection, TLS, request and answer
LARGEST = 64 * 1024  # bytes that are read of an answer
PIECE = 16 * 1024

Resolve = Callable[[str, float], Sequence[IPv4Address | IPv6Address]]
Dial = Callable[[tuple[str, int], float], socket.socket]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, with the beginning of its body."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case, the last of each."""
    body: bytes


class Deadline:
    """The end of the time for a request."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self.clock, self.end = clock, clock() + seconds

    def left(self) -> float:
        """Return the seconds left. Raises Undelivered without any."""
        left = self.end - self.clock()
        if left <= 0:
            raise Undelivered(Fault.SILENT)
        return left


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def send(
    url: str,
    *,
    method: str = "POST",
    headers: Mapping[str, str],
    body: bytes,
    networks: addresses.Networks = (),
    resolve: Resolve = resolve,
    dial: Dial = socket.create_connection,
    trust: ssl.SSLContext | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Answer:
    """Send a request and return its answer. Does not follow redirects. Raises Undelivered."""
    called = addresses.target(url, networks)
    ends = Deadline(seconds, clock)
    found = resolve(called.host, ends.left())
    addresses.check(called, found, networks)
    try:
        with closing(_connect(called, found, dial, trust, ends)) as line:
            return _exchange(line, _request(called, method, headers, body), body, ends)
    except TimeoutError:
        raise Undelivered(Fault.SILENT) from None
    except ssl.SSLError:
        raise Undelivered(Fault.TLS) from None
    except OSError:
        raise Undelivered(Fault.CLOSED) from None
    except h11.ProtocolError:
        raise Undelivered(Fault.GARBLED) from None


def _connect(
    called: addresses.Target,
    found: Sequence[IPv4Address | IPv6Address],
    dial: Dial,
    trust: ssl.SSLContext | None,
    ends: Deadline,
) -> socket.socket:
    """Return a connection to the first checked address that accepts one. The name is used for the
    certificate, and not resolved again."""
    line = None
    for number, address in enumerate(found):
        try:
            line = dial((str(address), called.port), ends.left() / (len(found) - number))
            break
        except OSError:
            if number == len(found) - 1:
                raise
    assert line is not None  # a name has an address
    if called.scheme == "http":
        return line
    try:
        line.settimeout(ends.left())
        return (trust or _trust()).wrap_socket(line, server_hostname=called.host)
    except BaseException:
        line.close()
        raise


def _request(
    called: addresses.Target, method: str, headers: Mapping[str, str], body: bytes
) -> h11.Request:
    ours = {
        "Host": called.netloc,
        "Content-Length": str(len(body)),
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    return h11.Request(method=method, target=called.path, headers=[*(ours | dict(headers)).items()])


def _exchange(line: socket.socket, request: h11.Request, body: bytes, ends: Deadline) -> Answer:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=PIECE)
    line.settimeout(ends.left())
    events = (request, h11.Data(body), h11.EndOfMessage())
    line.sendall(b"".join(talk.send(event) or b"" for event in events))
    head: h11.Response | None = None
    pieces: list[bytes] = []
    read = 0
    while read <= LARGEST:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            line.settimeout(ends.left())
            data = line.recv(PIECE)
            if not data and not read:
                raise Undelivered(Fault.CLOSED)
            read += len(data)
            talk.receive_data(data)
        elif isinstance(event, h11.Response):
            head = event
        elif isinstance(event, h11.Data):
            pieces.append(bytes(event.data))
        elif not isinstance(event, h11.InformationalResponse):
            break  # the end, or the line was closed
    if head is None:
        raise Undelivered(Fault.GARBLED)
    known = {name.decode("ascii"): value.decode("latin-1") for name, value in head.headers}
    return Answer(head.status_code, known, b"".join(pieces)[:LARGEST])
