"""A run in which a safeguard is left out, until the checker notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import psycopg

from tests.chaos import checker
from tests.chaos.journal import Fault
from tests.chaos.run import UNHURRIED, Run
from tests.chaos.site import until

PLAYED = 12  # acknowledgements from one look to the next
LOOKS = 60  # after which the checker has noticed nothing


class Unguarded(Run):
    """People play, with a kill where the safeguard is against kills, until there is a fault."""

    async def story(self) -> None:
        """Play and look by turns, and stop at the first fault."""
        look = {"fsync": self._lost, "version": self._twice, "message": self._late}[
            self.plan.without
        ]
        for _ in range(LOOKS):
            enough = partial(self._played, self.manners.moves + PLAYED)
            await until(enough, "people have played", UNHURRIED)
            self.found = await look()
            if self.found:
                break
        self.say(f"{len(self.found)} faults after {self.manners.moves} acknowledgements")

    def _played(self, moves: int) -> bool:
        return self.manners.moves >= moves

    async def _lost(self) -> list[Fault]:
        """Let PostgreSQL lose what it has not written, and look once it is back."""
        before, killed = self.site.database.process, self.faults.killed
        await self.faults.do("PostgreSQL, immediate shutdown")
        if before is None or self.faults.killed == killed:
            return []
        await until(lambda: before.poll() is not None, "PostgreSQL has ended")
        return await self._looked(
            lambda: [*checker.acknowledged(self.journal, checker.logs(self.site))]
        )

    async def _twice(self) -> list[Fault]:
        return await self._looked(lambda: [*checker.once(checker.logs(self.site))])

    async def _late(self) -> list[Fault]:
        # Who moves as soon as the news are there waits longest for the next time that all ask.
        self.manners.mischief, self.manners.pause = 0.0, 0.2
        await self.measured(16)
        return [*checker.prompt(self.manners.delays)]

    async def _looked(self, look: Callable[[], list[Fault]]) -> list[Fault]:
        while True:
            with suppress(psycopg.Error):
                return await asyncio.to_thread(look)
            await asyncio.sleep(0.1)
