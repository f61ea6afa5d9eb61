"""The command `replay_all`: replay every stored table and compare its rows with its log."""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from typing import Any

import django
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.models import Q
from django.utils import timezone

from games.tables.models import Status, Table

CHUNK = 100  # tables that a process takes at a time
TRIES = 10  # looks at a table at which somebody moves all the time
FEW = 200  # tables for which starting more processes costs more than it saves


class Command(BaseCommand):
    """Check all tables, or those that the options name, in several processes."""

    help = (
        "Prove all stored tables: the chain, the positions, the scores and the shuffles."
        " Exit code 1 if one does not hold."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "tables",
            nargs="*",
            metavar="TABLE",
            help="only these tables (ids); all of them unless given",
        )
        words = (
            "only tables that run, or that were opened or ended since then:"
            " a date (2026-11-30, UTC), or a number of days"
        )
        parser.add_argument("--since", type=moment, metavar="WHEN", help=words)
        parser.add_argument(
            "--jobs",
            type=at_least_one,
            metavar="N",
            help="processes; as many as there are cores unless given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the tables and report each fault. Raises CommandError if there is one."""
        wanted = Table.objects.order_by("created_at", "id")
        if options["tables"]:
            wanted = wanted.filter(pk__in=options["tables"])
        if since := options["since"]:
            wanted = wanted.filter(
                Q(status=Status.RUNNING) | Q(created_at__gte=since) | Q(ended_at__gte=since)
            )
        ids = list(wanted.values_list("pk", flat=True))
        wrong = count = 0
        for found, sentences in self._proven(ids, options["jobs"]):
            count += found
            wrong += len({table for table, _ in sentences})
            for _, sentence in sentences:
                self.stderr.write(sentence)
        if wrong:
            raise CommandError(f"{wrong} of {count} tables do not hold.")
        self.stdout.write(f"{count} tables replayed. All hold.")

    def _proven(self, ids: Sequence[str], jobs: int | None) -> Iterator[Proven]:
        """Yield the results by chunk in the order of the tables, from any number of processes."""
        jobs = jobs or (1 if len(ids) <= FEW else os.cpu_count() or 1)
        size = max(1, min(CHUNK, len(ids) // jobs))
        chunks = [ids[start : start + size] for start in range(0, len(ids), size)]
        if jobs == 1:
            yield from map(prove, chunks)
            return
        connections.close_all()  # each process opens its own
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=django.setup) as pool:
            yield from pool.map(prove, chunks)


# The number of tables, and each fault: the id of the table and a sentence.
Proven = tuple[int, list[tuple[str, str]]]


def prove(ids: Sequence[str]) -> Proven:
    """Replay some tables; return their number, and each fault with the id of its table."""
    tables = list(Table.objects.filter(pk__in=ids).order_by("created_at", "id"))
    return len(tables), [
        (table.id, f"{table.game} {table.id} {fault}")
        for table in tables
        for fault in faults_of(table)
    ]


def faults_of(table: Table) -> list[str]:
    """Return the faults of a table. If somebody moves while its rows are read, they are read again:
    the row, its seats and its log are then of one version."""
    from games.tables.proof import audit

    faults = list(audit.faults(table))
    for _ in range(TRIES):
        newer = Table.objects.filter(pk=table.pk).exclude(version=table.version).first()
        if not faults or newer is None:
            break
        table, faults = newer, list(audit.faults(newer))
    return faults


def moment(text: str) -> datetime:
    """Return the moment that a date, or a number of days back, names. Raises ArgumentTypeError."""
    if re.fullmatch(r"\d{1,5}", text):
        return timezone.now() - timedelta(days=int(text))
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(
            f"{text} is neither a date such as 2026-11-30 nor a number of days"
        ) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def at_least_one(text: str) -> int:
    """Return the number of processes, from 1 to 256. Raises ArgumentTypeError."""
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise ArgumentTypeError(f"{text} is not a number of processes")
    return int(text)
