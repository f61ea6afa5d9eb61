"""Sockets that close when their session ends. A message tells them that it may have ended; since
messages may be lost, they also check now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import uniform
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import sessions
from accounts.sessions import NOBODY, Visitor
from games.tables.live.broadcast import user_group

log = logging.getLogger(__name__)

# The close code for a session that is not valid: turns.js does not connect again, and live.js loads
# the page again.
GONE = 4401
CHECKED = 120.0  # seconds from one check of a session to the next, about


def cookies(scope: Any) -> str:
    """Return the Cookie header of a request for a socket."""
    return next(
        (value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"), ""
    )


def is_good(claim: Visitor) -> bool:
    """Return whether the session is still valid. One query."""
    return sessions.validate(claim) is not None


class SignedInConsumer(AsyncWebsocketConsumer):
    """A socket of a user or of a visitor without a session. `in_pool` runs a function in the
    consumer's own threads."""

    in_pool: Callable[..., asyncio.Future[Any]]
    claim = NOBODY
    user_id: int | None = None
    again: asyncio.TimerHandle | None = None
    checking: asyncio.Task[None] | None = None  # asyncio keeps weak references only

    async def sign_in(self) -> int | None:
        """Return the id of the socket's user, and follow the session from then on; None without a
        valid session."""
        claim = sessions.visitor_of_cookies(cookies(self.scope))
        if claim.user_id is None:
            return None
        # Join before looking: a message between looking and joining would be lost.
        await self.channel_layer.group_add(user_group(claim.user_id), self.channel_name)
        self.claim = claim
        if await self.in_pool(is_good, claim):
            self.user_id = claim.user_id
            self._check_later()
        return self.user_id

    async def check(self) -> None:
        """Close the socket if the session has ended."""
        if self.user_id is not None and not await self.in_pool(is_good, self.claim):
            await self.close(GONE)

    def _check_later(self) -> None:
        wait = uniform(0.75, 1.25) * CHECKED  # random, so that not all sockets check at once
        self.again = asyncio.get_running_loop().call_later(wait, self._check_now)

    def _check_now(self) -> None:
        self.checking = asyncio.create_task(self._check_again())

    async def _check_again(self) -> None:
        try:
            await self.check()
        except Exception as error:  # the database may be away; without it no board is sent either
            log.warning("A session could not be looked at (%s).", type(error).__name__)
        self._check_later()

    async def sign_off(self) -> None:
        """Stop following the session: the socket has closed."""
        if self.again is not None:
            self.again.cancel()
        if self.checking is not None:
            self.checking.cancel()
        if self.claim.user_id is not None:
            await self.channel_layer.group_discard(
                user_group(self.claim.user_id), self.channel_name
            )
