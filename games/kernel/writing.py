"""Writing transcripts: from a `Transcript` to text. The format: kernel.transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel.protocol import AnyEngine, BadSetup, IllegalAction
from games.kernel.reading import Check, Transcript, joined
from games.kernel.replay import Position, advance, begin

FACTS_AT = 26  # the column of the facts behind an entry


def write(transcript: Transcript, engine: AnyEngine | None = None) -> str:
    """A transcript as text. With an engine, facts stand behind every entry; otherwise the checks
    that it has."""
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
    """Who left behind that many entries, or at all."""
    return [f"! {gone.by} {gone.seat}" for gone in transcript.left if after in (None, gone.after)]


def _stated(engine: AnyEngine, transcript: Transcript) -> Iterator[Check]:
    """Facts after every entry, as far as the log replays: one that is broken is written all the
    same."""
    try:
        position = begin(engine, transcript.setup)
        for number, entry in enumerate(transcript.entries, 1):
            position = advance(engine, position, entry)
            yield Check(number, tuple(facts_of(engine, position).items()))
    except (BadSetup, IllegalAction):
        return


def facts_of(engine: AnyEngine, position: Position) -> dict[str, str]:
    """What may be stated about a position: who is to act, and what the engine's `facts(state)`
    tells, if it has one."""
    facts = getattr(engine, "facts", None)
    return {"to-act": acting(engine, position), **(facts(position.state) if facts else {})}


def acting(engine: AnyEngine, position: Position) -> str:
    return ",".join(map(str, sorted(engine.to_act(position.state)))) or "-"


def facts_line(facts: Sequence[tuple[str, str]]) -> str:
    return "| " + "  ".join(f"{name} {value}" for name, value in facts)
