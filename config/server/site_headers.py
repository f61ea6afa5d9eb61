"""The outermost application: the headers of every answer, and the page of last resort."""

from __future__ import annotations

import logging
from typing import Any

from config.server.headers import HEADERS
from games.lobby.views import error_500

log = logging.getLogger(__name__)


class SiteHeaders:
    """Wraps the HTTP application: adds the headers to pages, fragments, files and refusals that
    have none of their own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request with the headers, and with error 500 if everything else fails."""
        started = False

        async def send_on(event: Any) -> None:
            nonlocal started
            if event["type"] == "http.response.start":
                started = True
                there = {name for name, _ in event["headers"]}
                event = event | {
                    "headers": [
                        *event["headers"],
                        *[pair for pair in self.headers if pair[0] not in there],
                    ]
                }
            await send(event)

        try:
            await self.app(scope, receive, send_on)
        except Exception:
            log.exception("A request was answered by nobody.")
            if started:
                raise
            answer = error_500()
            headers = [
                (b"content-type", answer["Content-Type"].encode()),
                (b"content-length", str(len(answer.content)).encode()),
                (b"fairdeal-error", answer["Fairdeal-Error"].encode()),
            ]
            await send_on({"type": "http.response.start", "status": 500, "headers": headers})
            await send_on({"type": "http.response.body", "body": answer.content})
