"""A running site on which a club plays, whose worker dies again and again, and whose clock the test
turns on while nobody plays."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.chaos import points
from tests.kit import environment
from tests.kit.servers import PATIENCE, Site, children, wait_until
from tests.kit.visitor import Visitor

NAMES = ("ann", "ben", "cal", "dee", "eve", "fay", "gus", "hal")
STEPS = (2, 6)  # tables opened and results written from one kill of the worker to the next
THREADS = 4  # tables that are played at the same time
FOUND = """
import json, sys
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from accounts.services import tokens
from games.community.clubs import services as clubs
from games.community.events import services as events
from games.kernel.awake_hours import Day
from games.tables.sleep import services as sleep

now = timezone.now()
people = {user.username: user for user in User.objects.exclude(username="")}
made = {"tokens": {}}
club = clubs.found(by=people["ann"], name="Friday Cards", door="open", now=now)
for name, user in people.items():
    made["tokens"][name] = tokens.make(
        user=user, name="play", scopes=["read", "play"], days=None, now=now
    )[1]
    clubs.join(club=club, user=user, now=now)
night = Day((now.hour * 60 + 1350) % 1440, (now.hour * 60 + 330) % 1440)
sleep.save_week(user=people["ben"], zone="UTC", week=(night,) * 7, now=now - timedelta(days=9))
told = {"by": people["ann"], "club": club, "game": "lost_cities", "options": {}, "now": now}
made["swiss"] = events.make(
    **told, name="Autumn Swiss", format="swiss", clock="daily", length=1, rounds=5,
    starts_at=now + timedelta(hours=1),
).pk
made["duplicate"] = events.make(
    **told, name="Duplicate Evening", format="swiss", clock="normal", length=60, rounds=3,
    duplicate=True, starts_at=now + timedelta(days=8),
).pk
print(json.dumps(made))
"""


class Evening:
    """The site, the eight, and their events."""

    def __init__(self, folder: Path) -> None:
        self.points = folder / "points"
        self.points.mkdir()
        self.site = Site(
            folder / "data",
            DJANGO_SETTINGS_MODULE="tests.chaos.settings",
            CHAOS_POINTS=str(self.points),
            RATE_LIMITS="off",
        )
        self.ahead, self.kills, self.known, self.over = 0.0, 0, 0, False
        self.absent: set[str] = set()
        self.taken: set[str] = set()
        self.choosing = threading.Lock()
        self.broken: list[BaseException] = []

    def opens(self) -> None:
        """Start the site; eight people make accounts, and Ann founds the club."""
        self.site.run()
        self.people = {name: Visitor(self.site.port, name).joins() for name in NAMES}
        done = environment.manage(self.site.environ, "shell", "--verbosity", "0", "-c", FOUND)
        assert done.returncode == 0, done.stderr
        made = json.loads(done.stdout.splitlines()[-1])
        self.tokens: dict[str, str] = made["tokens"]
        self.swiss, self.duplicate = str(made["swiss"]), str(made["duplicate"])

    # --- what the site holds

    def asks(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        address = f"file:{self.site.data / 'db.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as database:
            return database.execute(sql, values).fetchall()

    def stage(self, event: str) -> str:
        return str(self.asks("SELECT stage FROM events_event WHERE id = ?", event)[0][0])

    def number(self, event: str) -> int:
        return int(self.asks("SELECT number FROM events_event WHERE id = ?", event)[0][0])

    def waiting(self) -> dict[str, dict[int, str]]:
        """Return the tables at which it is the turn of somebody who is here, with their players by
        seat."""
        rows = self.asks(
            "SELECT t.id, t.to_act, s.number, u.username FROM tables_table t"
            " JOIN tables_seat s ON s.table_id = t.id JOIN accounts_user u ON u.id = s.user_id"
            " WHERE t.status = 'running'"
        )
        tables: dict[str, dict[int, str]] = {}
        for table, _to_act, seat, name in rows:
            tables.setdefault(table, {})[seat] = name
        late = {
            table
            for table, to_act, seat, name in rows
            if str(seat) in to_act and name in self.absent
        }
        return {table: seats for table, seats in tables.items() if table not in late}

    def has_work(self, event: str) -> bool:
        """Return whether a table is to be opened, or its result to be written."""
        return bool(
            self.asks(
                "SELECT 1 FROM events_pairing p JOIN events_round r ON r.id = p.round_id"
                " LEFT JOIN tables_table t ON t.id = p.table_id WHERE r.event_id = ?"
                " AND p.settled_at IS NULL AND (t.id IS NULL OR t.status <> 'running') LIMIT 1",
                event,
            )
        )

    # --- the clock

    @property
    def now(self) -> float:
        return time.time() + self.ahead

    def turns_the_clock(self, event: str) -> None:
        """Let it become the moment at which the event has something to do, if nobody plays."""
        [(stage, due)] = self.asks("SELECT stage, next_at FROM events_event WHERE id = ?", event)
        if due is None or stage == "ended" or self.waiting() or self.has_work(event):
            return
        moment = datetime.fromisoformat(due).replace(tzinfo=UTC).timestamp()
        if moment > self.now + 2:
            self.ahead += moment - self.now + 0.2
            points.set_clock(self.points, "", self.ahead)

    # --- what people do

    def enters(self, event: str, *names: str) -> None:
        for name in names:
            assert self.people[name].post(f"/events/{event}/enter/").status == 303

    def leaves(self, event: str, name: str) -> None:
        assert self.people[name].post(f"/events/{event}/leave/").status == 303

    def plays(self, event: str, until: Callable[[], bool]) -> None:
        """Let everybody who is here play while the worker dies, until a condition holds."""
        self.over = False
        threads = [threading.Thread(target=self._plays) for _ in range(THREADS)]
        threads.append(threading.Thread(target=self._kills))
        for thread in threads:
            thread.start()

        def done() -> bool:
            if self.broken:
                raise self.broken[0]
            self.turns_the_clock(event)
            return until()

        try:
            wait_until(done, "the event is played", 10 * PATIENCE)
        finally:
            self.over = True
            for thread in threads:
                thread.join()

    def _plays(self) -> None:
        """Play one table after the other to its end, for those who are here."""
        line = Line(self.site.port)
        try:
            while not self.over:
                with self.choosing:
                    free = [each for each in self.waiting().items() if each[0] not in self.taken]
                    table, seats = free[0] if free else ("", {})
                    self.taken.add(table)
                if table:
                    self._plays_out(line, table, seats)
                else:
                    time.sleep(0.3)
                self.taken.discard(table)
        except BaseException as error:
            self.broken.append(error)
        finally:
            line.hangs_up()

    def _plays_out(self, line: Line, table: str, seats: dict[int, str]) -> None:
        while not self.over:
            [(status, to_act)] = self.asks(
                "SELECT status, to_act FROM tables_table WHERE id = ?", table
            )
            if status != "running" or seats[int(to_act[0])] in self.absent:
                return
            token = self.tokens[seats[int(to_act[0])]]
            seen = line.asks(token, "GET", f"/tables/{table}")
            while seen and seen["legal"] and not self.over:
                code = line.choice([each["code"] for each in seen["legal"]])
                move = {"code": code, "ply": seen["ply"]}
                seen = line.asks(token, "POST", f"/tables/{table}/act", move)

    def _kills(self) -> None:
        """Kill the worker again and again, each time in the midst of the steps that come after
        some others."""
        dice = random.Random(self.kills)
        while not self.over:
            more = self.known + dice.randint(*STEPS)
            while not self.over and (self._steps() < more or not (worker := self._worker())):
                time.sleep(0.05)
            if self.over:
                return
            time.sleep(dice.random() / 10)
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                self.kills += 1
            self.known = self._steps()

    def _worker(self) -> int:
        """Return the worker's process; 0 while there is none."""
        assert self.site.process
        return children(self.site.process.pid).get("worker", 0)

    def _steps(self) -> int:
        """Return how many tables were opened, and results written."""
        [(count,)] = self.asks("SELECT count(table_id) + count(settled_at) FROM events_pairing")
        return int(count)


class Line:
    """A connection to the API, for whoever it is the turn of."""

    def __init__(self, port: int) -> None:
        self.port, self.dice = port, random.Random(port)
        self.line: http.client.HTTPConnection | None = None

    def hangs_up(self) -> None:
        if self.line is not None:
            self.line.close()
        self.line = None

    def choice(self, codes: Collection[str]) -> str:
        """Return a code: mostly one that brings the end nearer."""
        if "draw stock" in codes:
            return "draw stock"
        played = [code for code in codes if code.startswith("play")]
        return self.dice.choice(played if played and self.dice.random() < 0.6 else list(codes))

    def asks(self, token: str, method: str, path: str, body: Any = None) -> Any:
        """Return what the site answers; None if it refuses or does not."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            self.line = self.line or http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE
            )
            sent = None if body is None else json.dumps(body)
            self.line.request(method, f"/api/1{path}", sent, headers)
            answer = self.line.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException):
            self.hangs_up()
            return None
        if answer.will_close:
            self.hangs_up()
        assert answer.status < 500, told
        return json.loads(told) if answer.status < 300 else None
