"""uvicorn's protocols with limits: a client that sends half a request, or reads nothing, is cut
off.

uvicorn waits for the rest of a request forever, and accepts connections until the process has no
files left.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from config.server import visitors
from config.server.headers import HEADERS

# seconds, and the bytes that a client must read in them
READ_WITHIN, READ_LEAST = 30.0, 16 * 1024
GOODBYE = 5.0  # seconds for the last bytes
TICKS = 5  # tenths of a second between two checks whether the server must stop
HEAD, BODY = "header_seconds", "body_seconds"
ANSWER = (
    "HTTP/1.1 {}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\nconnection:"
    " close\r\n{}\r\n{}"
)
ALWAYS = "".join(f"{name.lower()}: {value}\r\n" for name, value in HEADERS.items())


async def _main_loop(server: Server) -> None:
    """Replace uvicorn's own loop, which wakes ten times a second, a third of an idle site's
    work."""
    counter = 0
    while not await server.on_tick(counter):
        counter = (counter + TICKS) % 864_000
        await asyncio.sleep(TICKS / 10)


Server.main_loop = _main_loop  # type: ignore[assignment, method-assign]


def _answer(status: str, sentence: str) -> bytes:
    return ANSWER.format(status, len(sentence), ALWAYS, sentence).encode()


TOO_LATE = _answer("408 Request Timeout", "The request did not come in time.\n")
NO_HTTP = _answer("400 Bad Request", "This could not be read.\n")
FULL = _answer("503 Service Unavailable", "Too many connections are open. Try again later.\n")


class _Read:
    """Part of a protocol: cuts off a client that reads nothing."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Name a visitor who reaches a dual-stack socket over IPv4 by the plain address."""
        super().connection_made(transport)  # type: ignore[misc]
        if self.client:
            self.client = (self.client[0].removeprefix("::ffff:"), self.client[1])

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self.watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.stop_watching()

    def watch_reader(self, within: float = READ_WITHIN) -> None:
        self.stop_watching()
        self.unread = self.loop.call_later(
            within, self._still, self.transport.get_write_buffer_size()
        )

    def stop_watching(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def _still(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting > max(before - READ_LEAST, 0):
            self.transport.abort()
        elif waiting:
            self.watch_reader()


class Places:
    """The HTTP connections of this process, by visitor. `waiting` are those that have no whole
    request, the longest waiting first."""

    def __init__(self) -> None:
        self.of: dict[str, set[Protocol]] = {}
        self.waiting: OrderedDict[Protocol, None] = OrderedDict()

    def come(self, one: Protocol) -> bool:
        """Give a new connection a place, perhaps that of one that waits; False if there is none."""
        mine = self.of.setdefault(one.who, set()) if one.who else set()
        room = len(mine) < settings.LIMIT_COUNTS["connections_of_address"] or self._free(mine)
        room = room and (len(one.connections) <= visitors.room() or self._free(None))
        if room:
            mine.add(one)
            self.waiting[one] = None
        return room

    def go(self, one: Protocol) -> None:
        """Remove a connection."""
        self.waiting.pop(one, None)
        if one.who and one.who in self.of:
            self.of[one.who].discard(one)
            if not self.of[one.who]:
                del self.of[one.who]

    def _free(self, among: set[Protocol] | None) -> bool:
        """Cut off the connection that has waited longest, among these or among all."""
        longest = next((one for one in self.waiting if among is None or one in among), None)
        if longest is None:
            return False
        self.go(longest)
        longest.transport.abort()
        return True


places = Places()


class Protocol(_Read, HttpToolsProtocol):
    """HTTP. Head and body must arrive in time. Without room, the connection that has waited longest
    is cut off."""

    who: str | None = None
    # the limit for what has to come next: head or body of a request that has begun
    due: str | None = None
    late: asyncio.TimerHandle | None = None
    late_by: str | None = None  # the limit that `late` watches over

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give the connection a place, or answer that there is none."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.who = None if visitors.is_proxy(address) else visitors.who(address)
        if places.come(self):
            self._expect(HEAD)
        else:
            self._close(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the place."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read some bytes. Nearly always they are a whole request, and no timer is set."""
        super().data_received(data)
        due = self.due or (HEAD if self in places.waiting else None)
        if due != self.late_by:
            self._expect(due)

    def shutdown(self) -> None:
        """Close a connection, also one with a stream, which would not end."""
        super().shutdown()
        if (
            self.scope
            and self.scope["path"].endswith("/stream")
            and not self.transport.is_closing()
        ):
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP."""
        self._close(NO_HTTP)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to the protocol for sockets."""
        self.due = None
        self._leave()  # config.server.socket_limits counts it from here on
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        """Expect the head of a request."""
        super().on_message_begin()
        self.due = HEAD

    def on_headers_complete(self) -> None:
        """Expect the body of a request."""
        super().on_headers_complete()
        self.due = BODY

    def on_message_complete(self) -> None:
        """Expect nothing until it is answered."""
        super().on_message_complete()
        self.due = None
        if self.cycle is not None and not self.cycle.response_complete:
            places.waiting.pop(self, None)

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the reader to take the answer."""
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            places.waiting[self] = None
        if self.transport.get_write_buffer_size():
            self.watch_reader()

    def _expect(self, due: str | None) -> None:
        """Start the timer of the limit of this name."""
        if self.late is not None:
            self.late.cancel()
        self.late_by = due
        self.late = (
            None
            if due is None
            else self.loop.call_later(settings.LIMIT_COUNTS[due], self._too_late)
        )

    def _too_late(self) -> None:
        if self.flow.read_paused:  # it is we who do not read, as an answer is being made
            self._expect(self.late_by)
        elif not self.transport.is_closing():
            answering = (
                self.cycle is not None
                and self.cycle.response_started
                and not self.cycle.response_complete
            )
            self._close(TOO_LATE if self.due and not answering else b"")

    def _close(self, last_words: bytes) -> None:
        self.transport.write(last_words)
        self.transport.close()
        self.watch_reader(GOODBYE)

    def _leave(self) -> None:
        places.go(self)
        self._expect(None)
        self.stop_watching()


# Boards are sent compressed, a quarter of their length. Each message is compressed by itself: what
# remembers the messages before it would take 31 KiB for each open board.
COMPRESSED = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    compress_settings={"level": 4},  # half the time of the usual 6, and 5 % more bytes
)


class Socket(_Read, WebSocketsSansIOProtocol):
    """A WebSocket. One that does not answer a ping is closed, and cut off if that does not reach
    it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn.available_extensions = [COMPRESSED]

    def data_received(self, data: bytes) -> None:
        """Read some bytes. Close the connection after a bad handshake, such as an endless address:
        uvicorn would wait on."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self.watch_reader(GOODBYE)

    def keepalive_timeout(self) -> None:
        """Close a socket that does not answer."""
        super().keepalive_timeout()
        self.watch_reader(GOODBYE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self.stop_watching()
        super().connection_lost(exc)
