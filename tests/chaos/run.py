"""One run: the site starts, people play, parts are killed, all is calm, and the checker looks."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import psycopg

from tests.chaos import checker, flags
from tests.chaos.company import Company, companies
from tests.chaos.faults import Faults
from tests.chaos.journal import Fault, Journal
from tests.chaos.people import Manners
from tests.chaos.site import WEB, Site, until

GO_ON = 30.0  # seconds within which every table that runs has to go on
UNHURRIED = 600.0  # seconds; only ever waited for in full when something is broken
ROLLING = 20.0  # moves a second while the web parts are restarted one by one
T = TypeVar("T")


@dataclass
class Plan:
    """The plan of a run."""

    kills: int
    seed: int
    companies: int
    pause: float = 0.6  # seconds from one kill to the next, on average
    only: str = ""  # only kills with these words in their name
    without: str = ""  # a safeguard that is left out
    unhurried: bool = False  # nothing is a fault for being slow, as on a busy machine
    folder: Path = Path(".")


@dataclass
class Result:
    """All that became of a plan."""

    faults: list[Fault]
    done: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    rolling: str = ""
    people: int = 0
    seconds: float = 0.0
    versions: dict[str, str] = field(default_factory=dict)


class Run:
    """A run of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.site, self.manners = plan, Site(plan.without), Manners(plan.seed)
        self.patience = GO_ON
        if plan.unhurried:
            self.patience = self.manners.tries = self.manners.patience = UNHURRIED
        self.journal = Journal(plan.folder / "journal.jsonl")
        self.faults = Faults(self.site, plan.seed, plan.only)
        self.found: list[Fault] = []
        self.companies: list[Company] = []
        self.playing: list[asyncio.Task[None]] = []
        self.rolled = ""

    async def whole(self) -> Result:
        """Do the whole plan, and return what was found."""
        begun = time.monotonic()
        try:
            await self.site.start()
            for sql in flags.JOURNAL:
                self.site.asks(sql)
            self.companies = companies(
                self.site, self.journal, self.manners, self.plan.companies, self.plan.seed
            )
            self.playing = [asyncio.create_task(each.keep_playing()) for each in self.companies]
            await self._settled_in()
            self.say(f"{self.people} people play")
            await self.story()
            return await asyncio.to_thread(self._result, time.monotonic() - begun)
        finally:
            self.manners.over = True
            for task in self.playing:
                task.cancel()
            for company in self.companies:
                for person in [*company.people, *filter(None, [company.watcher])]:
                    await person.http.close()
            await self.site.stop()

    async def story(self) -> None:
        """Kill while people play, then leave all in peace, and look."""
        telling = asyncio.create_task(self._tell_now_and_then())
        await self.faults.rage(self.plan.kills, self.plan.pause)
        telling.cancel()
        await self._calm()
        await self._rolling()
        await self._last_look()
        await self._over()
        self.found += await asyncio.to_thread(
            checker.check, self.site, self.journal, self.faults.jumps
        )

    @property
    def people(self) -> int:
        """Return the number of people, spectators included."""
        return sum(len(each.people) + (each.watcher is not None) for each in self.companies)

    def say(self, text: str) -> None:
        """Print a line about how far the run is."""
        print(f"{self.journal.now:7.1f} s  {text}", flush=True)

    async def _tell_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(60)
            self.say(f"{self.faults.killed} kills, {self.manners.moves:,} acknowledgements")

    async def _settled_in(self) -> None:
        """Wait until most companies have begun to play."""
        await until(
            lambda: sum(bool(each.at) for each in self.companies) > 0.7 * len(self.companies),
            "people sit down",
            UNHURRIED,
        )

    async def _calm(self) -> None:
        """Let nothing go wrong any more: every table that runs has to go on."""
        self.say(f"{self.faults.killed} kills; now all is left in peace")
        manners, begun = self.manners, time.monotonic()
        manners.mischief, manners.sleepy, manners.pause = 0.0, False, 0.5
        await self.site.ready()
        stood = await self._plies()
        standing = set(stood)
        while standing and time.monotonic() < begun + self.patience:
            await asyncio.sleep(0.5)
            now = await self._plies()
            standing = {table for table in standing if now.get(table) == stood[table]}
        self.found += [
            Fault(table, f"did not go on within {self.patience} s") for table in standing
        ]
        self.say(
            f"all tables went on after {time.monotonic() - begun:.1f} s"
            if not standing
            else "tables stand still"
        )
        if not self.plan.unhurried:
            await self.measured()
            self.found += checker.prompt(manners.delays)

    async def measured(self, enough: int = 60) -> None:
        """Measure how long moves take to other screens, until there are enough of them."""
        manners = self.manners
        manners.measuring = True
        with suppress(AssertionError):
            await until(lambda: len(manners.delays) > enough, "screens show moves", self.patience)
        manners.measuring = False

    async def _plies(self) -> dict[str, int]:
        """Return the plies of the running tables at which somebody sits in this run."""
        sql = "SELECT id, ply FROM tables_table WHERE status = 'running'"
        ours = {screen.table for each in self.companies for screen in each.at}
        while True:
            with suppress(psycopg.Error):  # it may recover still from its last shutdown
                rows = await asyncio.to_thread(self.site.asks, sql)
                return {table: ply for table, ply in rows if table in ours}
            await asyncio.sleep(0.5)

    async def _rolling(self) -> None:
        """Restart one web part after the other as the documentation says. People who do not try
        again see no failure."""
        manners = self.manners
        manners.pause = len(self.companies) / ROLLING * 0.3  # the rest is the way of the move
        for _ in range(8):
            before = manners.moves
            await asyncio.sleep(1)
            if manners.moves - before > ROLLING * 1.2:
                break
            manners.pause /= 2
        manners.strict, begun, before = True, time.monotonic(), manners.moves
        for name in WEB:
            await asyncio.sleep(1)
            await self.site.restart(name)
        await asyncio.sleep(1)
        manners.strict = False
        rate = (manners.moves - before) / (time.monotonic() - begun)
        self.rolled = f"{rate:.0f} moves a second, {len(manners.failures)} failed"
        self.say(f"rolling restart: {self.rolled}")
        self.found += [Fault("", failure) for failure in manners.failures]

    async def _last_look(self) -> None:
        """Stop playing, compare every open page with the database, and let the workers do what is
        due."""
        self.manners.pause = 3600.0
        pages = [page for each in self.companies for page in each.screens]
        self.found += await self._none(lambda: checker.screens(self.site, pages))
        self.found += await self._none(lambda: flags.overdue(self.site))
        sql = "SELECT id FROM tables_table WHERE rating_due"
        await self._none(lambda: self.site.asks(sql))

    async def _none(self, looks: Callable[[], list[T]]) -> list[T]:
        """Return what a look finds, once it finds nothing or patience is at its end."""
        end = time.monotonic() + self.patience
        while (found := await asyncio.to_thread(looks)) and time.monotonic() < end:
            await asyncio.sleep(0.5)
        return found

    async def _over(self) -> None:
        """End all scripts and all parts, so that nothing changes while the checker reads."""
        self.manners.over = True
        pages = [page.task for each in self.companies for page in each.screens]
        for task in [*self.playing, *pages]:
            task.cancel()
        ended = await asyncio.gather(*self.playing, *pages, return_exceptions=True)
        broken = [error for error in ended if isinstance(error, Exception)]
        self.found += [Fault("", f"somebody’s script broke: {error!r}") for error in broken]
        await self.site.halt()

    def _result(self, seconds: float) -> Result:
        tables = self.site.asks(
            "SELECT CASE status WHEN 'ended' THEN 'ended by ' || ended_by ELSE status END, count(*)"
            " FROM tables_table GROUP BY 1 ORDER BY 1"
        )
        rated = self.site.asks("SELECT count(DISTINCT table_id) FROM ratings_ratingchange")
        entries = self.site.asks("SELECT count(*) FROM tables_action")
        fallen = self.site.asks("SELECT count(*) FROM tables_seat WHERE left_by = 'flag'")
        counted = Counter[str](dict(tables))
        counted["rated"], counted["flags"] = rated[0][0], fallen[0][0]
        counted["entries"] = entries[0][0]
        lines = Counter(line.what for lines in self.journal.tables.values() for line in lines)
        database = self.site.asks("SHOW server_version")[0][0]
        return Result(
            faults=self.found,
            done=self.faults.done,
            answers=self.journal.answers,
            lines=Counter({str(name): count for name, count in lines.items()}),
            tables=counted,
            delays=self.manners.delays,
            rolling=self.rolled,
            people=self.people,
            seconds=seconds,
            versions={"PostgreSQL": database},
        )
