"""Check transcripts against the rules. The format: games.kernel.transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.kernel import endings
from games.kernel.protocol import UNDO, AnyEngine, BadSetup, IllegalAction, Outcome
from games.kernel.replay import Entry, Position, advance, begin, codes, revealed_nothing
from games.kernel.shuffle import Stream
from games.kernel.transcript.reading import Check, Numbers, Transcript, Unreadable, joined, parse
from games.kernel.transcript.writing import acting, facts_of

Engines: TypeAlias = Mapping[str, AnyEngine]
"""Engines by slug."""

LISTED = 8  # of a long list a sentence names so many
LONGEST = 300  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Fault:
    """A line of the text, from 1, and its fault: a sentence in printable ASCII."""

    line: int
    sentence: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence", printable(self.sentence, LONGEST))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check.

    `transcript` is None if the text could not be read, `engine` if its setup is wrong, `position`
    (the end of the game) if an entry is not legal.
    """

    faults: tuple[Fault, ...]
    transcript: Transcript | None = None
    engine: AnyEngine | None = None
    position: Position | None = None

    @property
    def ok(self) -> bool:
        """Tell whether the transcript has no fault."""
        return not self.faults


def check(text: str, engines: Engines) -> Report:
    """Read a transcript, replay it with the engine of its game, and return its faults.

    Raise nothing: a text that is no transcript, an unknown game and an illegal entry are faults.
    """
    try:
        transcript = parse(text)
    except Unreadable as error:
        return Report((Fault(error.line, str(error)),))
    sentence = _wrong_setup(transcript, engines)
    if sentence:
        return Report((Fault(transcript.lines[0], sentence),), transcript)
    engine = engines[transcript.game]
    faults: list[Fault] = []
    position = _replay(engine, transcript, faults)
    if position is not None:
        faults += _wrong_result(engine, transcript, position)
    return Report(tuple(faults), transcript, engine, position)


def _wrong_setup(transcript: Transcript, engines: Engines) -> str | None:
    game = transcript.game
    if game not in engines:
        return f"there is no game {printable(game)}, but {', '.join(engines)}"
    engine = engines[game]
    first, last = engine.seats[0], engine.seats[-1]
    if transcript.seats not in engine.seats:
        offered = str(first) if first == last else f"{first} to {last}"
        return f"{game} has {offered} seats, not {transcript.seats}"
    known = [option.name for option in engine.options]
    for name in transcript.options:
        if name not in known:
            return f"{game} has no option {printable(name)}, but {', '.join(known)}"
    try:
        engine.start(transcript.setup)
    except BadSetup as error:
        return str(error)
    return None


def _replay(engine: AnyEngine, transcript: Transcript, faults: list[Fault]) -> Position | None:
    """Return the position at the end; None after an illegal entry. Add to `faults`."""
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
    """Return the position after one more entry. Raise IllegalAction also for a take-back that the
    table would have refused. One after the end of a turn stands where all others have agreed."""
    if (
        entry.seat is not None
        and entry.code == UNDO
        and not revealed_nothing(engine, position, entry.seat, Stream(b"take back"))
    ):
        raise IllegalAction
    return advance(engine, position, entry)


def _refusal(engine: AnyEngine, position: Position, entry: Entry) -> str:
    """Return the reason why an entry is not legal."""
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
    if seat not in engine.to_act(state) and entry.code != UNDO:
        return f"seat {seat} is not to act, but seat {acting(engine, position)}"
    if entry.code != UNDO:
        legal = _listed(list(codes(engine, state, seat)), ", ")
        return f"seat {seat} cannot {printable(entry.code)} here, but: {legal}"
    if position.before is None or position.last is None or position.last.seat != seat:
        return f"seat {seat} has nothing to take back here"
    return f"seat {seat} may not take this back: it has seen something new"


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
                check.line,
                f"{engine.slug} states no {printable(name)} here, but {', '.join(known)}",
            )
        elif known[name] != value:
            yield Fault(check.line, f"{name} is {known[name]} here, not {printable(value)}")


def _wrong_result(engine: AnyEngine, transcript: Transcript, position: Position) -> Iterator[Fault]:
    if not transcript.scores:
        return
    line, outcome = transcript.lines[-1], engine.outcome(position.state)
    if outcome is None and not transcript.stopped:
        yield Fault(
            line,
            "the game is not over here, so it has no scores"
            " (an ending that is not a rule is written as: ! resign 1)",
        )
        return
    scores, places = decided(transcript, outcome)
    for what, theirs, ours in (
        ("scores", transcript.scores, scores),
        ("places", transcript.places, places),
    ):
        if ours and theirs != ours:
            yield Fault(line, f"the {what} are {joined(ours)}, not {joined(theirs)}")


def decided(transcript: Transcript, outcome: Outcome | None) -> tuple[Numbers, Numbers]:
    """Return the scores and the places at the end, each by seat, or () where nothing decides them.

    `outcome` is that of the rules, None while the game is not over by them.
    """
    seats, left = transcript.seats, [gone.seat for gone in transcript.left]
    if transcript.ending == "abort":
        return (None,) * seats, (None,) * seats
    if transcript.ending == "draw":
        return (), endings.places((1,) * seats, left)
    if outcome is not None:
        return outcome.scores, endings.places(outcome.places, left)
    return (), endings.last_one(seats, left) or ()


def printable(text: str, longest: int = 64) -> str:
    """Return text from outside in printable ASCII, cut after `longest` characters."""
    shown = (
        text
        if text.isascii() and text.isprintable()
        else text.encode("unicode_escape").decode("ascii")
    )
    return shown if len(shown) <= longest else f"{shown[:longest]}..."


def _listed(names: Sequence[str], between: str) -> str:
    shown = between.join(printable(name) for name in names[:LISTED])
    return shown if len(names) <= LISTED else f"{shown} and {len(names) - LISTED} more"
