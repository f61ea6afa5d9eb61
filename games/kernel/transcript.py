"""A game as text: written, read, and checked against the rules.

    game lost_cities   ruleset 1   seats 2   rounds=1 suits=5
    deal S0 S1
    deal Y2 B5 W9 …            # a comment
    0 play R2
    0 draw stock               | to-act 1  stock 43
    ! resign 1
    = scores - -   places 1 2

`|` states facts about the position reached there, behind an entry or on a line of its own.

`!` records what is not a rule. `! draw` and `! abort` end the game. With `! resign 1` or `! flag 1`
a seat leaves: where two or more go on, so does the log, and the entries of the seat are a
caretaker's from there on; a last one has won at once.

Scores and places after `=` are those that the rules give, but whoever left comes behind all who
stayed, the first to go last of all. A draw is shared by those who stayed, and so is a game that
bots alone have stayed in. An aborted game has no places, and "-" stands where there is none.
`python -m games.kernel.transcript FILE…` checks files.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from games.kernel import endings
from games.kernel.protocol import UNDO, AnyEngine, BadSetup, IllegalAction, Outcome
from games.kernel.reading import Check, Leaving, Numbers, Transcript, Unreadable, joined, parse
from games.kernel.replay import Entry, Position, advance, begin, codes, deal_code, may_take_back
from games.kernel.shuffle import Stream
from games.kernel.writing import acting, facts_line, facts_of, leavings, write

__all__ = [
    "Check",
    "Fault",
    "Leaving",
    "Report",
    "Transcript",
    "Unreadable",
    "check",
    "main",
    "parse",
    "write",
]

Engines: TypeAlias = Mapping[str, AnyEngine]

LISTED = 8  # so many of a long list are named in a sentence
LONGEST = 300  # characters of a sentence


# --- checking
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a line, as a sentence in printable ASCII."""

    line: int
    sentence: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence", _cut(self.sentence, LONGEST))


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found. `position` is the end of the game, or None if it could not be replayed to
    there."""

    faults: tuple[Fault, ...]
    transcript: Transcript | None = None
    engine: AnyEngine | None = None
    position: Position | None = None

    @property
    def ok(self) -> bool:
        return not self.faults


def check(text: str, engines: Engines | None = None) -> Report:
    """Read a transcript and replay it. `engines` by slug; those of the registry unless given."""
    try:
        transcript = parse(text)
    except Unreadable as error:
        return Report((Fault(error.line, str(error)),))
    engines = _offered() if engines is None else engines
    sentence = _wrong_setup(transcript, engines)
    if sentence:
        return Report((Fault(transcript.lines[0], sentence),), transcript)
    engine = engines[transcript.game]
    faults: list[Fault] = []
    position = _replay(engine, transcript, faults)
    if position is not None:
        faults += _wrong_result(engine, transcript, position)
    return Report(tuple(faults), transcript, engine, position)


def _offered() -> Engines:
    # Looked up by name, when asked for: the kernel knows no game.
    engines: Engines = import_module("games.registry").engines()
    return engines


def _wrong_setup(transcript: Transcript, engines: Engines) -> str | None:
    game = transcript.game
    if game not in engines:
        return f"there is no game {_cut(game)}, but {', '.join(engines)}"
    engine = engines[game]
    first, last = engine.seats[0], engine.seats[-1]
    if transcript.seats not in engine.seats:
        return f"{game} has {first if first == last else f'{first} to {last}'} seats, not {transcript.seats}"
    known = [option.name for option in engine.options]
    for name in transcript.options:
        if name not in known:
            return f"{game} has no option {_cut(name)}, but {', '.join(known)}"
    try:
        engine.start(transcript.setup)
    except BadSetup as error:
        return str(error)
    return None


def _replay(engine: AnyEngine, transcript: Transcript, faults: list[Fault]) -> Position | None:
    """The position at the end, or None after an entry that is not legal. Adds what is wrong to
    `faults`."""
    position = begin(engine, transcript.setup)
    checks = iter((*transcript.checks, None))
    due = next(checks)
    for number in range(len(transcript.entries) + 1):
        while due and due.after == number:
            faults += _wrong_facts(engine, position, due)
            due = next(checks)
        if number < len(transcript.entries):
            entry = transcript.entries[number]
            try:
                position = _advance(engine, position, entry)
            except IllegalAction:
                faults.append(
                    Fault(transcript.lines[number + 1], _refusal(engine, position, entry))
                )
                return None
    return position


def _advance(engine: AnyEngine, position: Position, entry: Entry) -> Position:
    """One more entry, taking back only what the table would have let the seat take back."""
    if (
        entry.seat is not None
        and entry.code == UNDO
        and not may_take_back(engine, position, entry.seat, Stream(b"take back"))
    ):
        raise IllegalAction
    return advance(engine, position, entry)


def _refusal(engine: AnyEngine, position: Position, entry: Entry) -> str:
    """Why an entry is not legal."""
    state, seat = position.state, entry.seat
    due = engine.chance(state)
    if engine.outcome(state) is not None:
        return "the game is over"
    if seat is None:
        return (
            _wrong_cards(entry.code.split(" ")[1:], due) if due else "no cards are to be dealt here"
        )
    if due:
        return f"{len(due)} cards are to be dealt first"
    if seat not in engine.to_act(state):
        return f"seat {seat} is not to act, but seat {acting(engine, position)}"
    if entry.code != UNDO:
        return f"seat {seat} cannot {_cut(entry.code)} here, but: {_listed(list(codes(engine, state, seat)), ', ')}"
    if position.before is None or position.last is None or position.last.seat != seat:
        return f"seat {seat} has nothing to take back here"
    return f"seat {seat} may not take this back: it has seen something new, or its turn is over"


def _wrong_cards(cards: Sequence[str], due: Sequence[str]) -> str:
    missing, surplus = (Counter(due) - Counter(cards)), (Counter(cards) - Counter(due))
    parts = []
    for names, what in (
        (list(missing.elements()), "missing"),
        (list(surplus.elements()), "too many"),
    ):
        if names:
            parts.append(f"{_listed(names, ' ')} {'is' if len(names) == 1 else 'are'} {what}")
    return f"these are not the cards to be dealt: {', '.join(parts)}"


def _wrong_facts(engine: AnyEngine, position: Position, check: Check) -> Iterator[Fault]:
    known = facts_of(engine, position)
    for name, value in check.facts:
        if name not in known:
            yield Fault(
                check.line, f"{engine.slug} states no {_cut(name)} here, but {', '.join(known)}"
            )
        elif known[name] != value:
            yield Fault(check.line, f"{name} is {known[name]} here, not {_cut(value)}")


def _wrong_result(engine: AnyEngine, transcript: Transcript, position: Position) -> Iterator[Fault]:
    if not transcript.scores:
        return
    line, outcome = transcript.lines[-1], engine.outcome(position.state)
    if outcome is None and not transcript.stopped:
        yield Fault(
            line,
            "the game is not over here, so it has no scores (an ending that is not a rule is written as: ! resign 1)",
        )
        return
    scores, places = _decided(transcript, outcome)
    for what, theirs, ours in (
        ("scores", transcript.scores, scores),
        ("places", transcript.places, places),
    ):
        if ours and theirs != ours:
            yield Fault(line, f"the {what} are {joined(ours)}, not {joined(theirs)}")


def _decided(transcript: Transcript, outcome: Outcome | None) -> tuple[Numbers, Numbers]:
    """The scores and places at the end; () where nothing decides."""
    seats, left = transcript.seats, [gone.seat for gone in transcript.left]
    if transcript.ending == "abort":
        return (None,) * seats, (None,) * seats
    if transcript.ending == "draw":
        return (), endings.places((1,) * seats, left)
    if outcome is not None:
        return outcome.scores, endings.places(outcome.places, left)
    return (), endings.last_one(seats, left) or ()


def _cut(text: str, longest: int = 64) -> str:
    """Foreign text, fit for a terminal."""
    shown = (
        text
        if text.isascii() and text.isprintable()
        else text.encode("unicode_escape").decode("ascii")
    )
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def _listed(names: Sequence[str], between: str) -> str:
    shown = between.join(_cut(name) for name in names[:LISTED])
    return shown if len(names) <= LISTED else f"{shown} and {len(names) - LISTED} more"


# --- the command
# ------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None, engines: Engines | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m games.kernel.transcript", description="Check transcripts against the rules."
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a transcript, or - for standard input"
    )
    parser.add_argument(
        "--print",
        action="store_true",
        dest="prints",
        help="show scores, places, whose turn and what is legal at the end",
    )
    wanted = parser.parse_args(arguments)
    failed = False
    for name in wanted.files:
        report = _check_file(name, engines)
        failed |= not report.ok
        for fault in report.faults:
            print(f"{_cut(name, LONGEST)}:{fault.line}: {fault.sentence}", file=sys.stderr)
        if report.ok and report.transcript:
            print(f"{_cut(name, LONGEST)}: holds, {len(report.transcript.entries)} entries")
        if report.ok and wanted.prints:
            print("\n".join(_end(report)))
    return int(failed)


def _check_file(name: str, engines: Engines | None) -> Report:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        return Report((Fault(1, f"cannot be read: {error.strerror}"),))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Report((Fault(1 + data.count(b"\n", 0, error.start), "this is not text in UTF-8"),))
    return check(text, engines)


def _end(report: Report) -> Iterator[str]:
    """Scores, places and facts at the end, and as lines of a transcript what may come next."""
    transcript, engine, position = report.transcript, report.engine, report.position
    assert transcript and engine and position
    scores, places = _decided(transcript, engine.outcome(position.state))
    yield from leavings(transcript)
    if transcript.ending:
        yield f"! {transcript.ending}"
    for what, numbers in (("scores", scores or transcript.scores), ("places", places)):
        yield f"{what} {joined(numbers or (None,) * transcript.seats)}"
    facts = facts_of(engine, position)
    if transcript.stopped:
        facts["to-act"] = "-"
    yield facts_line(list(facts.items()))
    if transcript.stopped:
        return
    if due := engine.chance(position.state):
        yield deal_code(due)
    for seat in sorted(engine.to_act(position.state)):
        yield from (f"{seat} {code}" for code in codes(engine, position.state, seat))


if __name__ == "__main__":
    sys.exit(main())
