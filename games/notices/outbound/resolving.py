"""Names of hosts to addresses, within a time."""

from __future__ import annotations

import queue
import socket
import threading
from ipaddress import IPv4Address, IPv6Address, ip_address

from games.notices.outbound.faults import Fault, Undelivered

MOST = 64  # addresses of one name


def resolve(host: str, seconds: float) -> list[IPv4Address | IPv6Address]:
    """Return the addresses of a host, as the system knows them. Raises Undelivered. The system's
    resolver knows no limit of time, so it is left behind when that has passed."""
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
