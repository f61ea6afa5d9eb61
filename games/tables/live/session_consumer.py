"""Sockets that live as long as the session that they came with: told when it may have ended, and
looking again now and then by themselves, as what tells them may get lost.
"""

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

# the session is not good (any more); turns.js does not come back after this, live.js loads the page
# again
GONE = 4401
CHECKED = 120.0  # seconds after which a session is looked at again, about


def cookies(scope: Any) -> str:
    """Return the Cookie header of a request for a socket."""
    return next(
        (value.decode("latin1") for name, value in scope["headers"] if name == b"cookie"), ""
    )


def is_good(claim: Visitor) -> bool:
    """Return whether the session still is good. One query."""
    return sessions.prove(claim) is not None


class SignedInConsumer(AsyncWebsocketConsumer):
    """A socket of somebody, or of nobody. `in_pool` runs a function in the consumer's own
    threads."""

    in_pool: Callable[..., asyncio.Future[Any]]
    claim = NOBODY
    user_id: int | None = None
    again: asyncio.TimerHandle | None = None
    checking: asyncio.Task[None] | None = None  # asyncio holds tasks weakly

    async def sign_in(self) -> int | None:
        """Find out whose socket this is, and stay informed about it; None if the session is
        nobody's."""
        claim = sessions.visitor_of_cookies(cookies(self.scope))
        if claim.user_id is None:
            return None
        # Join before looking: a ring between looking and joining would be lost.
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
        wait = uniform(0.75, 1.25) * CHECKED  # apart from each other, also when all came at once
        self.again = asyncio.get_running_loop().call_later(wait, self._check_now)

    def _check_now(self) -> None:
        self.checking = asyncio.create_task(self._check_again())

    async def _check_again(self) -> None:
        try:
            await self.check()
        except Exception as error:  # the database is away, say: what is pushed needs it as well
            log.warning("A session could not be looked at (%s).", type(error).__name__)
        self._check_later()

    async def sign_off(self) -> None:
        """Stop caring: the socket has closed."""
        if self.again is not None:
            self.again.cancel()
        if self.checking is not None:
            self.checking.cancel()
        if self.claim.user_id is not None:
            await self.channel_layer.group_discard(
                user_group(self.claim.user_id), self.channel_name
            )
