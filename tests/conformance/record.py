"""Record transcripts of a game: `python -m tests.conformance.record SLUG`.

Bots and random players play until every number of seats, every value of every option and every
ending of `tests/<slug>/conformance.py` is shown, and one take-back. Only the games that are needed
for it are kept. What is shown already by files in `tests/<slug>/transcripts` is not recorded again,
and no file is changed. The same seed records the same games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from games.bots.choosing import choose
from games.bots.protocol import Level
from games.kernel import transcript
from games.kernel.protocol import UNDO, AnyEngine, Seat, Setup
from games.kernel.replay import Entry, Position, advance, begin, deal_code, revealed_nothing
from games.kernel.transcript import Transcript
from games.registry import bots, engines
from tests.conformance import coverage
from tests.conformance.coverage import TAKE_BACK
from tests.conformance.playing import PLIES, setups

GAMES = 400
PLAYERS: tuple[Level | None, ...] = ("beginner", "club", None)
"""None chooses at random among all legal actions."""

Player: TypeAlias = Callable[[Any, Seat], str]
"""(state, seat) → the code of a legal action."""


@dataclass(frozen=True)
class Recorded:
    """A game that was played to its end, and what it shows."""

    text: Transcript
    shows: frozenset[str]


def player(engine: AnyEngine, rng: Random) -> Player:
    """Return a bot of a level below Expert, or a random player."""
    bot = bots().get(engine.slug)
    level = rng.choice(PLAYERS) if bot else None

    def plays(state: Any, seat: Seat) -> str:
        legal = engine.legal_actions(state, seat)
        if bot and level:
            action = choose(bot, level, engine.view(state, seat), seat, legal, rng)
        else:
            action = rng.choice(legal)
        return engine.encode(action)

    return plays


def record(engine: AnyEngine, setup: Setup, rng: Random, *, undo: bool) -> Recorded | None:
    """Play one game. With `undo`, the first action that may be taken back is taken back once.
    Return None if the game does not end within PLIES entries."""
    players = [player(engine, rng) for _ in range(setup.seats)]
    position = begin(engine, setup)
    entries: list[Entry] = []
    states = [position.state]
    while len(entries) < PLIES and engine.outcome(position.state) is None:
        entry = _next(engine, position, players, rng, undo=undo)
        undo = undo and entry.code != UNDO
        position = advance(engine, position, entry)
        entries.append(entry)
        states.append(position.state)
    outcome = engine.outcome(position.state)
    if outcome is None:
        return None
    text = Transcript(
        engine.slug,
        setup.ruleset,
        setup.seats,
        setup.options,
        tuple(entries),
        scores=outcome.scores,
        places=outcome.places,
    )
    return Recorded(text, frozenset(coverage.shown(engine, setup, entries, states)))


def _next(
    engine: AnyEngine, position: Position, players: Sequence[Player], rng: Random, *, undo: bool
) -> Entry:
    """Return the next entry of a game: a deal, a take-back if `undo` and one is allowed, or what a
    player chooses."""
    if due := list(engine.chance(position.state)):
        rng.shuffle(due)
        return Entry(None, deal_code(due))
    acting = sorted(engine.to_act(position.state))
    if undo and (back := [s for s in acting if revealed_nothing(engine, position, s, rng)]):
        return Entry(back[0], UNDO)
    seat = rng.choice(acting)
    return Entry(seat, players[seat](position.state, seat))


def collect(
    engine: AnyEngine, wanted: set[str], rng: Random, games: int = GAMES
) -> tuple[list[Recorded], int]:
    """Play at most so many games, and return those that are needed to show what is wanted, with
    the number of games played."""
    kept: list[Recorded] = []
    missing, choices = set(wanted), setups(engine)
    for number in range(games):
        if not missing:
            return _needed(kept, wanted), number
        setup = choices[number % len(choices)]
        found = record(engine, setup, rng, undo=TAKE_BACK in missing)
        if found and found.shows & missing:
            missing -= found.shows
            kept.append(found)
    return _needed(kept, wanted), games


def _needed(kept: list[Recorded], wanted: set[str]) -> list[Recorded]:
    """Leave out the games whose goals others show as well; later games show more of them."""
    needed = list(kept)
    for game in kept:
        others = [other.shows for other in needed if other is not game]
        if game.shows & wanted <= frozenset().union(*others):
            needed.remove(game)
    return needed


def write(engine: AnyEngine, game: Recorded, folder: Path) -> Path:
    """Write a game into a new file of the folder, named after its seats and options."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join([f"{game.text.seats}-seats", *game.text.options.values()])
    names = (f"{name}-{number}" if number else name for number in count())
    file = next(path for each in names if not (path := folder / f"{each}.txt").exists())
    file.write_text(transcript.write(game.text, engine))
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """Record what is missing. Return 1 if something is missing still, else 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.record",
        description="Record games of bots "
        "until every seat count, option value and ending is shown.",
    )
    parser.add_argument("game", choices=engines(), help="the slug of a registered game")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--games", type=int, default=GAMES, help="play at most so many")
    parser.add_argument(
        "--into", type=Path, help="write here, whatever tests/<slug>/transcripts shows already"
    )
    wanted = parser.parse_args(arguments)
    engine = engines()[wanted.game]
    folder = wanted.into or coverage.TESTS / engine.slug / "transcripts" / f"r{engine.ruleset}"
    return _record(engine, folder, sorted(folder.glob("*.txt")), wanted.seed, wanted.games)


def _record(engine: AnyEngine, folder: Path, there: list[Path], seed: int, games: int) -> int:
    missing = {*coverage.goals(engine), TAKE_BACK}
    for file in there:
        missing -= coverage.shown_in(engine, file)
    found, played = collect(engine, missing, Random(seed), games)
    print(f"{len(there)} files were there; {played} games played, {len(found)} kept.")
    for game in found:
        file = write(engine, game, folder)
        news = ", ".join(sorted(game.shows & missing))
        print(f"{file.name}: {len(game.text.entries)} entries; shows {news}")
        missing -= game.shows
    for goal in sorted(missing):
        print(f"Not shown: {goal}. Play on with --games or --seed, or write it by hand.")
    return int(bool(missing - {TAKE_BACK}))  # there are games where nothing can be taken back


if __name__ == "__main__":
    sys.exit(main())
