"""Companies: people who play one game after another with each other, and with bots."""

from __future__ import annotations

import asyncio
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.chaos.journal import Journal
from tests.chaos.people import LOST, Manners, Person, Screen
from tests.chaos.play import players
from tests.chaos.site import Site

FLAGS = "custom 30+5"  # the shortest clock there is: who goes away loses soon


@dataclass(frozen=True)
class Kind:
    """A kind of game to play. Without a clock nothing is rated, and with bots neither."""

    game: str
    people: int
    clock: str
    bots: int = 0
    sleeps: float = 0.0  # how often somebody goes away in the middle of a game
    options: dict[str, str] = field(default_factory=dict)

    @property
    def rated(self) -> bool:
        """Tell whether the games of this company are rated."""
        return self.clock != "untimed" and not self.bots and self.people > 1


KINDS = (
    Kind("lost_cities", 2, "normal"),
    Kind("odin", 3, "fast"),
    Kind("schotten_totten", 2, "daily", options={"tactics": "on"}),
    Kind("exhibition", 1, "untimed", bots=2),
    Kind("lost_cities", 2, FLAGS, sleeps=0.08),
    Kind("odin", 2, "untimed", bots=1),
    Kind("exhibition", 3, "hours"),
    Kind("odin", 3, FLAGS, sleeps=0.08),
    Kind("lost_cities", 1, "normal", bots=1),
    Kind("schotten_totten", 1, "untimed", bots=1),
    Kind("lost_cities", 2, "weekly"),
    Kind("schotten_totten", 2, "slow"),
    Kind("exhibition", 2, "normal"),
    Kind("odin", 4, "daily"),
    Kind("lost_cities", 2, "fast"),
    Kind("odin", 5, "normal"),
)
"""All four games, live, by correspondence and without a clock, with people and bots."""


class Company:
    """Some people at one table after another."""

    def __init__(self, kind: Kind, people: list[Person], watcher: Person | None) -> None:
        self.kind, self.people, self.watcher = kind, people, watcher
        self.at: list[Screen] = []
        self.finished: list[list[Screen]] = []

    async def keep_playing(self) -> None:
        """Play games until the run is over. Pages of the game before stay open."""
        manners = self.people[0].manners
        await asyncio.gather(*[self.enter(person) for person in self.people])
        while not manners.over:
            with suppress(TimeoutError, *LOST):
                table = await self.open()
                seated = players(self.people, table)
                for player in seated:
                    player.sleeps = self.kind.sleeps
                watching: list[Screen] = [Screen(self.watcher, table, None)] if self.watcher else []
                self.at = [*seated, *watching]
                await asyncio.gather(*[player.play() for player in seated])
                if not manners.over:
                    await asyncio.sleep(1)
                    self.finished.append(self.at)
                    await self.leave_old_pages()
                    continue
            await asyncio.sleep(0.5)

    async def enter(self, person: Person) -> None:
        """Let somebody in, however long the site refuses."""
        while not person.manners.over:
            with suppress(TimeoutError):
                return await person.enter(member=self.kind.rated)

    async def leave_old_pages(self) -> None:
        """Close all finished pages but the newest."""
        while len(self.finished) > 1:
            await asyncio.gather(*[screen.close() for screen in self.finished.pop(0)])

    async def open(self) -> str:
        """Open a table, and let all sit down; return its id. Each form may be sent twice."""
        host, kind = self.people[0], self.kind
        form: dict[str, object] = {
            "game": kind.game,
            "seats": kind.people + kind.bots,
            "clock": kind.clock,
            "key": secrets.token_hex(8),
            "rated": "on" if kind.rated else "",
            **kind.options,
        }
        if kind.people == 1 and kind.bots:
            form["bot"] = "beginner"
        answer = await host.insists("POST", "/tables/new/", form)
        if answer.status != 303:
            alert = re.search(r'role="alert"[^>]*>(.*?)<', answer.text, re.DOTALL)
            said = alert[1].strip() if alert else ""
            host.journal.answers[f"no table of {kind.game}: {answer.status} {said}"] += 1
            await asyncio.sleep(5)
            raise TimeoutError
        table = urlsplit(answer.headers["Location"]).path.split("/")[2]
        host.journal.note("opened", table, host.name, 0, 0, said=kind.game)
        for number, person in enumerate(self.people[1:], 1):
            await person.insists("POST", f"/t/{table}/sit/", {"seat": number})
        if kind.people > 1:
            for number in range(kind.people, kind.people + kind.bots):
                level = {"seat": number, f"bot-{number}": "beginner"}
                await host.insists("POST", f"/t/{table}/bot/", level)
        return table

    @property
    def screens(self) -> list[Screen]:
        """Return all open pages."""
        return [*self.at, *[screen for screens in self.finished for screen in screens]]


def name(number: int) -> str:
    """Return a name that looks like no other one, since the site refuses those."""
    syllables = ("ba", "de", "fu", "ga", "he", "ju", "ka", "me", "nu", "pa")
    return "".join(syllables[int(digit)] for digit in f"{number:04}")


def companies(
    site: Site, journal: Journal, manners: Manners, count: int, seed: int
) -> list[Company]:
    """Return companies of all kinds in turn; every third has a spectator."""
    found, parts, born = [], [*site.ports.values()], 0

    def person() -> Person:
        nonlocal born
        born += 1
        address = f"127.{1 + seed % 200}.{born // 250}.{1 + born % 250}"
        return Person(name(born), address, site.front, parts, journal, manners)

    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        watcher = person() if number % 3 == 0 else None
        found.append(Company(kind, [person() for _ in range(kind.people)], watcher))
    return found
