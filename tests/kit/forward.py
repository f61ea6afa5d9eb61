"""Random play at tables of a running site, so that a test in a browser may begin late in a game.

A process in the site's environment calls the services as views do; open pages get every move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from typing import Any, TypeAlias

from config.supervisor import processes
from tests.kit import environment
from tests.kit.servers import Site

Plan: TypeAlias = list[tuple[int, str]]  # seats and codes


class Forward:
    """The process, started at the first call."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.process: subprocess.Popen[str] | None = None

    def plays(self, table: str, *, seed: int = 1, entries: int = 0, left: int = 0) -> int:
        """Play so many entries, or until at most `left` remain; by default to the end. Return the
        version of the table. The same seed and cards give the same game."""
        if self.process is None:
            self.process = self._start()
        assert self.process.stdin and self.process.stdout
        order = {"table": table, "seed": seed, "entries": entries, "left": left}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"table {table} could not be played on"
        return int(answer)

    def _start(self) -> subprocess.Popen[str]:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(
            [sys.executable, "-m", "tests.kit.forward"],
            cwd=environment.ROOT,
            env=self.site.environ,
            preexec_fn=processes.die_with_parent(),
            **pipes,
        )

    def stop(self) -> None:
        if self.process and self.process.stdin and self.process.stdout:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()


def _play(table: str, seed: int, entries: int, left: int) -> int:
    from random import Random

    from games.tables.errors import TableError
    from games.tables.models import Seat

    rng = Random(seed)
    users = dict(Seat.objects.filter(table_id=table).values_list("number", "user_id"))
    snapshot = _newest(table)
    last = snapshot.ply + entries if entries else sys.maxsize
    while snapshot.status == "running" and snapshot.ply < last:
        first, (plan, ends) = snapshot.ply, _plan(snapshot.engine, snapshot.position.state, rng)
        stop = min(last, first + len(plan) - (left if ends else 0))
        while snapshot.ply < stop and _as_planned(snapshot, first, plan):
            seat, code = plan[snapshot.ply - first]
            with suppress(TableError):  # a bot was faster
                _act(table, seat, users[seat], code, snapshot.ply)
            snapshot = _newest(table)
        if ends and snapshot.ply >= stop and _as_planned(snapshot, first, plan):
            break
    return int(snapshot.version)


def _newest(table: str) -> Any:
    from games.tables.state import snapshot_cache

    return snapshot_cache.load(table)


def _as_planned(snapshot: Any, first: int, plan: Plan) -> bool:
    """Return whether no other moves were played since `first`."""
    played = [(logged.entry.seat, logged.entry.code) for logged in snapshot.log[first:]]
    return played == plan[: len(played)]


def _act(table: str, seat: int, user: int | None, code: str, ply: int) -> None:
    from django.utils import timezone

    from games.tables import services

    facts: dict[str, Any] = {"table_id": table, "code": code, "ply": ply, "now": timezone.now()}
    if user is None:
        services.answer(seat=seat, **facts)
    else:
        services.act(user_id=user, **facts)


def _plan(engine: Any, state: Any, rng: Any) -> tuple[Plan, bool]:
    """Return the entries to the next deal or to the end, and whether it is the end. Seats draw from
    the stock where they may, which shortens the game."""
    from games.kernel import replay

    plan: Plan = []
    while seats := engine.to_act(state):
        seat = min(seats)
        codes = list(replay.codes(engine, state, seat))
        code = "draw stock" if "draw stock" in codes else rng.choice(codes)
        plan.append((seat, code))
        state = replay.play(engine, state, seat, code)
    return plan, engine.outcome(state) is not None


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    for line in sys.stdin:
        print(_play(**json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
