"""Play a site while its parts are killed, and prove afterwards that nothing was lost.

    python -m tests.chaos                          twenty kills, about a minute
    python -m tests.chaos --kills 1000 --seed 16   docs/building/proof.md has its report

The exit code is 1 if there is a fault; then the journal of its table is printed. `--without` leaves
a safeguard out (fsync, version, message), and a run has to fail.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.chaos.report import report
from tests.chaos.run import Plan, Result, Run
from tests.chaos.unguarded import Unguarded

PRINTED = 5  # faults whose journal is printed


def main() -> int:
    """Do what the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--companies", type=int, default=16, help="tables at a time")
    parser.add_argument("--pause", type=float, default=0.6, help="seconds between kills")
    parser.add_argument("--only", default="", help="only kills with these words in their name")
    parser.add_argument("--without", default="", choices=("", "fsync", "version", "message"))
    parser.add_argument(
        "--unhurried", action="store_true", help="no fault for being slow: for tests"
    )
    with tempfile.TemporaryDirectory(prefix="chaos-journal-") as folder:
        plan = Plan(**vars(parser.parse_args()), folder=Path(folder))
        run = (Unguarded if plan.without else Run)(plan)
        result = asyncio.run(run.whole())
        print(f"\n{report(plan, result)}")
        tell(run, result)
    return 1 if result.faults else 0


def tell(run: Run, result: Result) -> None:
    """Print the faults, and the journals of the first of their tables."""
    for fault in result.faults:
        print(f"\nFAULT: table {fault.table or '-'} {fault.sentence}")
    tables = dict.fromkeys(fault.table for fault in result.faults if fault.table)
    for table in list(tables)[:PRINTED]:
        print(f"\nThe journal of table {table}:\n{run.journal.of(table)}")


if __name__ == "__main__":
    sys.exit(main())
