"""Write transcripts: from a `Transcript` to text. The format: games.kernel.transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel.protocol import AnyEngine, BadSetup, IllegalAction
from games.kernel.replay import Position, advance, begin
from games.kernel.transcript.reading import Check, Transcript, joined

FACTS_AT = 26  # the column of the facts behind an entry


def write(transcript: Transcript, engine: AnyEngine | None = None) -> str:
    """Return a transcript as text.

    With an engine, each entry gets the facts of the position behind it; without one, the checks
    that the transcript has are written.
    """
    options = " ".join(f"{name}={value}" for name, value in transcript.options.items())
    lines = [
        "   ".join(
            filter(
                None,
                (
                    f"game {transcript.game}",
                    f"ruleset {transcript.ruleset}",
                    f"seats {transcript.seats}",
                    options,
                ),
            )
        )
    ]
    facts: dict[int, list[str]] = {}
    for check in transcript.checks if engine is None else _stated(engine, transcript):
        facts.setdefault(check.after, []).append(facts_line(check.facts))
    lines += facts.get(0, []) + leavings(transcript, 0)
    for number, entry in enumerate(transcript.entries, 1):
        line, behind = (
            entry.code if entry.seat is None else f"{entry.seat} {entry.code}",
            facts.get(number, []),
        )
        if behind and entry.seat is not None:
            line = f"{line:{FACTS_AT}} {behind.pop(0)}"
        lines += [line, *behind, *leavings(transcript, number)]
    if transcript.ending:
        lines.append(f"! {transcript.ending}")
    if any(place is not None for place in transcript.places):
        lines.append(f"= scores {joined(transcript.scores)}   places {joined(transcript.places)}")
    return "\n".join(lines) + "\n"


def leavings(transcript: Transcript, after: int | None = None) -> list[str]:
    """Return a line for each seat that left after so many entries; for each that left, if `after`
    is None."""
    return [f"! {gone.by} {gone.seat}" for gone in transcript.left if after in (None, gone.after)]


def _stated(engine: AnyEngine, transcript: Transcript) -> Iterator[Check]:
    """Yield the facts after every entry. Stop at an entry that is not legal, so that a broken log
    can be written as well."""
    try:
        position = begin(engine, transcript.setup)
        for number, entry in enumerate(transcript.entries, 1):
            position = advance(engine, position, entry)
            yield Check(number, tuple(facts_of(engine, position).items()))
    except (BadSetup, IllegalAction):
        return


def facts_of(engine: AnyEngine, position: Position) -> dict[str, str]:
    """Return the facts that a transcript may state about a position, each as name → value: the
    seats to act, and those of the engine's `facts(state)`, if it has this method."""
    facts = getattr(engine, "facts", None)
    return {"to-act": acting(engine, position), **(facts(position.state) if facts else {})}


def acting(engine: AnyEngine, position: Position) -> str:
    """Return the seats that must act as a transcript writes them: "0,2", or "-" for none."""
    return ",".join(map(str, sorted(engine.to_act(position.state)))) or "-"


def facts_line(facts: Sequence[tuple[str, str]]) -> str:
    """Return facts as a transcript writes them: "| to-act 1  stock 43"."""
    return "| " + "  ".join(f"{name} {value}" for name, value in facts)
