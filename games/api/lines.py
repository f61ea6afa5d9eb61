"""Lists as lines: with `Accept: application/x-ndjson` all pages of a list are sent, an item a line.
Each page is an inner request, with the same rights and limits, and memory holds one page."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

ACCEPT, PLAIN = b"application/x-ndjson", b"text/plain"
GAMES = ("/games", "/archive")
PATIENCE = 60  # tries of a page that a limit refuses
HIDDEN = (b"if-none-match", b"accept-encoding", b"accept")


@dataclass
class Page:
    """The answer to a request for one page."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def wait(self) -> int:
        """Return the seconds to wait after a refusal."""
        value = dict(self.headers).get(b"retry-after", b"1")
        return min(int(value), 60) if value.isdigit() else 1


class Lines:
    """An ASGI application that answers requests for lines."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request for lines; pass all others on."""
        headers = dict(scope["headers"])
        is_api = scope["method"] == "GET" and scope["path"].startswith("/api/1/")
        wanted = headers.get(b"accept", b"")
        plain = wanted == PLAIN and scope["path"].endswith(GAMES)
        if not is_api or not (plain or ACCEPT in wanted):
            await self.app(scope, receive, send)
            return
        inner = {**scope, "headers": [one for one in scope["headers"] if one[0] not in HIDDEN]}
        if plain:
            inner["query_string"] += b"&transcripts=true"
        first = await self._page(inner)
        found = json.loads(first.body) if first.status == 200 else None
        if not isinstance(found, dict) or "items" not in found:
            await _send(send, first)
            return
        gone = asyncio.create_task(until_gone(receive))
        try:
            packed = b"gzip" in headers.get(b"accept-encoding", b"")
            await self._stream(inner, found, send, gone, packed, plain)
        finally:
            gone.cancel()

    async def _stream(
        self, scope: Any, found: Any, send: Any, gone: asyncio.Task[None], packed: bool, plain: bool
    ) -> None:
        pack = zlib.compressobj(6, wbits=31) if packed else None
        headers = [
            (b"content-type", b"text/plain; charset=utf-8" if plain else ACCEPT),
            (b"cache-control", b"no-store"),
        ]
        headers += [(b"content-encoding", b"gzip")] if pack else []
        headers += [(b"vary", b"Accept, Accept-Encoding, Authorization")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for items in self._pages(scope, found):
            if gone.done():
                return
            text = "".join(map(_transcript if plain else _line, items)).encode()
            body = pack.compress(text) + pack.flush(zlib.Z_SYNC_FLUSH) if pack else text
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": pack.flush() if pack else b""})

    async def _pages(self, scope: Any, found: Any) -> AsyncIterator[list[Any]]:
        yield found["items"]
        tries = 0
        while found["next"] and tries < PATIENCE:
            query = urlsplit(found["next"]).query.encode()
            page = await self._page({**scope, "query_string": query})
            if page.status == 200:
                found, tries = json.loads(page.body), 0
                yield found["items"]
            else:
                tries += 1
                await asyncio.sleep(page.wait)

    async def _page(self, scope: Any) -> Page:
        page = Page(500, [], b"")

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(event: Any) -> None:
            if event["type"] == "http.response.start":
                page.status, page.headers = event["status"], list(event["headers"])
            else:
                page.body += event.get("body", b"")

        await self.app(scope, receive, send)
        return page


def _line(item: Any) -> str:
    return f"{json.dumps(item, ensure_ascii=False)}\n"


def _transcript(item: Any) -> str:
    """Return the transcript of a game after a comment with its players; "" without one."""
    if not item["transcript"]:
        return ""
    names = ", ".join(item["players"]).replace("\n", " ")
    return f"# {item['url']} {names}, {item['ended_at']}\n{item['transcript']}\n"


async def _send(send: Any, page: Page) -> None:
    await send({"type": "http.response.start", "status": page.status, "headers": page.headers})
    await send({"type": "http.response.body", "body": page.body})


async def until_gone(receive: Any) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
