"""One run: the site starts, people play, parts are killed, all is calm, and the checker looks."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.chaos import checker
from tests.chaos.checker import Fault
from tests.chaos.company import Company, companies
from tests.chaos.faults import Faults
from tests.chaos.journal import Journal
from tests.chaos.people import Manners, Screen
from tests.chaos.site import WEB, Site, until

GO_ON = 30.0  # seconds within which every table that runs has to go on
ROLLING = 20.0  # moves a second while the web parts are restarted one by one


@dataclass
class Plan:
    """The plan of a run."""

    kills: int
    seed: int
    companies: int
    pause: float = 0.6  # seconds from one kill to the next, on average
    only: str = ""  # only kills with these words in their name
    without: str = ""  # a safeguard that is left out
    rolling: bool = True
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
        self.journal = Journal(plan.folder / "journal.jsonl")
        self.faults = Faults(self.site, plan.seed, plan.only)
        self.found: list[Fault] = []
        self.companies: list[Company] = []
        self.rolled = ""

    async def whole(self) -> Result:
        """Do the whole plan, and return what was found."""
        begun = time.monotonic()
        try:
            await self.site.start()
            self.companies = companies(
                self.site, self.journal, self.manners, self.plan.companies, self.plan.seed
            )
            playing = [asyncio.create_task(each.keep_playing()) for each in self.companies]
            await self._settled_in()
            self.say(f"{self.people} people play")
            telling = asyncio.create_task(self._tell_now_and_then())
            await self.faults.rage(self.plan.kills, self.plan.pause)
            telling.cancel()
            await self._calm()
            if self.plan.rolling:
                await self._rolling()
            await self._last_look(playing)
            self.found += await asyncio.to_thread(checker.check, self.site, self.journal)
            return await asyncio.to_thread(self._result, time.monotonic() - begun)
        finally:
            self.manners.over = True
            for company in self.companies:
                for person in [*company.people, *filter(None, [company.watcher])]:
                    await person.http.close()
            await self.site.stop()

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
            180,
        )

    async def _calm(self) -> None:
        """Let nothing go wrong any more: every table that runs has to go on."""
        self.say(f"{self.faults.killed} kills; now all is left in peace")
        manners, begun = self.manners, time.monotonic()
        manners.mischief, manners.sleepy, manners.pause = 0.0, False, 0.5
        await self.site.ready()
        stood = await self._plies()
        standing = set(stood)
        while standing and time.monotonic() < begun + GO_ON:
            await asyncio.sleep(0.5)
            now = await self._plies()
            standing = {table for table in standing if now.get(table) == stood[table]}
        self.found += [Fault(table, f"did not go on within {GO_ON:.0f} s") for table in standing]
        self.say(
            f"all tables went on after {time.monotonic() - begun:.1f} s"
            if not standing
            else "tables stand still"
        )
        manners.measuring = True
        with suppress(AssertionError):
            await until(lambda: len(manners.delays) > 60, "screens show moves", 30)
        manners.measuring = False
        self.found += checker.prompt(manners.delays)

    async def _plies(self) -> dict[str, object]:
        """Return the plies of the running tables at which somebody sits in this run."""
        sql = "SELECT id, ply FROM tables_table WHERE status = 'running'"
        ours = {screen.table for each in self.companies for screen in each.at}
        with suppress(psycopg.Error):
            rows = await asyncio.to_thread(self.site.asks, sql)
            return {str(table): ply for table, ply in rows if table in ours}
        return {}

    async def _rolling(self) -> None:
        """Restart one web part after the other as the documentation says. People who do not try
        again see no failure."""
        manners = self.manners
        manners.pause = len(self.companies) / ROLLING * 0.3  # the rest is the way of the move
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

    async def _last_look(self, playing: list[asyncio.Task[None]]) -> None:
        """Stop playing, and compare every open page with the database."""
        self.manners.pause = 3600.0
        pages: list[Screen] = [page for each in self.companies for page in each.screens]
        behind: list[Fault] = []
        for _ in range(40):
            await asyncio.sleep(0.5)
            behind = await asyncio.to_thread(checker.screens, self.site, pages)
            if not behind:
                break
        self.found += behind
        await self._rated()
        await self._bots_done()
        self.manners.over = True
        for task in [*playing, *[page.task for page in pages]]:
            task.cancel()
        ended = await asyncio.gather(
            *playing, *[page.task for page in pages], return_exceptions=True
        )
        broken = [error for error in ended if isinstance(error, Exception)]
        self.found += [Fault("", f"somebody’s script broke: {error!r}") for error in broken]

    async def _rated(self) -> None:
        """Wait until the workers have done what is due."""
        sql = "SELECT 1 FROM tables_table WHERE rating_due"
        with suppress(AssertionError):
            await until(lambda: not self.site.asks(sql), "ratings are counted", 30)

    async def _bots_done(self) -> None:
        """Wait until no bot has to act, so that nothing changes while the checker reads."""
        sql = "SELECT 1 FROM tables_table WHERE status = 'running' AND bot_at IS NOT NULL"
        with suppress(AssertionError):
            await until(lambda: not self.site.asks(sql), "bots have moved", 30)

    def _result(self, seconds: float) -> Result:
        tables = self.site.asks(
            "SELECT CASE status WHEN 'ended' THEN 'ended by ' || ended_by ELSE status END, count(*)"
            " FROM tables_table GROUP BY 1 ORDER BY 1"
        )
        rated = self.site.asks("SELECT count(DISTINCT table_id) FROM ratings_ratingchange")
        entries = self.site.asks("SELECT count(*) FROM tables_action")
        flags = self.site.asks("SELECT count(*) FROM tables_seat WHERE left_by = 'flag'")
        counted = Counter({str(name): int(str(count)) for name, count in tables})
        counted["rated"], counted["flags"] = int(str(rated[0][0])), int(str(flags[0][0]))
        counted["entries"] = int(str(entries[0][0]))
        lines = Counter(line.what for lines in self.journal.tables.values() for line in lines)
        database = str(self.site.asks("SHOW server_version")[0][0])
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
