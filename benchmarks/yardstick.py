"""The Experts of 22 November 2026, to measure later bots by: an old commit of this repository, in a
process of its own.

The commit is unpacked into .venv once. Its own engine plays the log of a game on, whose codes never
change their meaning, so nothing that changes here changes it: the same seed plays the same.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from games.kernel.protocol import Seat, Setup

ROOT = Path(__file__).resolve().parents[1]
COMMIT = "8a1456d098e7aa7020a2892ad42f6cfec70cef34"
PARTS = ("games", "benchmarks/__init__.py", "benchmarks/yardstick")
Entry = tuple[Seat | None, str | tuple[str, ...]]
"""A seat and its code; or None and the cards that were dealt."""

PROGRAM = """
import pickle, sys
from time import process_time
from benchmarks.yardstick import YARDSTICKS
from benchmarks.yardstick.search import search
from games.kernel.protocol import Setup

class Counted:
    def __init__(self, bot):
        self.bot, self.number = bot, 0
    def __getattr__(self, name):
        return getattr(self.bot, name)
    def playout(self, *facts):
        self.number += 1
        return self.bot.playout(*facts)

while True:
    try:
        slug, setup, entries, seat, rng = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    bot = Counted(YARDSTICKS[slug])
    engine = bot.engine
    state = engine.start(Setup(*setup))
    for by, what in entries:
        if by is None:
            state = engine.deal(state, what)
            continue
        actions = engine.legal_actions(state, by)
        state = engine.apply(state, by, next(one for one in actions if engine.encode(one) == what))
    view, legal, began = engine.view(state, seat), engine.legal_actions(state, seat), process_time()
    code = engine.encode(search(bot, view, seat, legal, rng))
    pickle.dump((code, rng, process_time() - began, bot.number), sys.stdout.buffer)
    sys.stdout.buffer.flush()
"""


class Choice(NamedTuple):
    """A choice of an old Expert: its code, the dice afterwards, processor seconds, and playouts."""

    code: str
    rng: Random
    seconds: float
    playouts: int


def choose(slug: str, setup: Setup, entries: list[Entry], seat: Seat, rng: Random) -> Choice:
    """Return the choice of the Expert of that day after these entries. Advance the dice."""
    experts = _experts(os.getpid())
    assert experts.stdin and experts.stdout
    facts = setup.seats, dict(setup.options), setup.ruleset
    pickle.dump((slug, facts, entries, seat, rng), experts.stdin)
    experts.stdin.flush()
    choice = Choice(*pickle.load(experts.stdout))
    rng.setstate(choice.rng.getstate())
    return choice


@cache
def _experts(_asker: int) -> subprocess.Popen[bytes]:
    """Return the process of the old commit that answers one process, and ends with it."""
    command, pipe = [sys.executable, "-c", PROGRAM], subprocess.PIPE
    return subprocess.Popen(command, cwd=unpacked(), stdin=pipe, stdout=pipe)


def unpacked(repository: Path = ROOT) -> Path:
    """Return the folder of the old commit. Exit if the repository does not have it."""
    folder = repository / ".venv" / f"yardstick-{COMMIT[:8]}"
    if folder.exists():
        return folder
    archive = ["git", "-C", str(repository), "archive", COMMIT, *PARTS]
    done = subprocess.run(archive, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(
            f"The yardstick is commit {COMMIT[:8]} of this repository, which is not in this copy:"
            " `git fetch --unshallow` brings it."
        )
    folder.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        fresh = Path(place, "fresh")
        fresh.mkdir()
        subprocess.run(["tar", "-x", "-C", fresh], input=done.stdout, check=True)
        with suppress(OSError):  # another process was first
            fresh.rename(folder)
    return folder
