"""The command that checks transcript files: arguments, messages and exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.kernel.replay import codes, deal_code
from games.kernel.transcript.checking import (
    LONGEST,
    Engines,
    Fault,
    Report,
    check,
    decided,
    printable,
)
from games.kernel.transcript.reading import joined
from games.kernel.transcript.writing import facts_line, facts_of, leavings


def main(arguments: Sequence[str], engines: Engines) -> int:
    """Check the files that the arguments name and print a line for each.

    Return the exit code: 0 if all of them hold, 1 otherwise. Faults go to standard error.
    """
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
            print(f"{printable(name, LONGEST)}:{fault.line}: {fault.sentence}", file=sys.stderr)
        if report.ok and report.transcript:
            print(f"{printable(name, LONGEST)}: holds, {len(report.transcript.entries)} entries")
        if report.ok and wanted.prints:
            print("\n".join(_end(report)))
    return int(failed)


def _check_file(name: str, engines: Engines) -> Report:
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
    """Yield scores, places and facts at the end, then each legal next entry, all as lines of a
    transcript."""
    transcript, engine, position = report.transcript, report.engine, report.position
    assert transcript and engine and position
    scores, places = decided(transcript, engine.outcome(position.state))
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
