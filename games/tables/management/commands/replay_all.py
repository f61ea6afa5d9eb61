"""Replay every stored table and compare what is stored with what its log says."""

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
FEW = 200  # tables for which starting more processes costs more than it saves


class Command(BaseCommand):
    help = "Prove all stored tables: the chain, the positions, the scores and the shuffles. Exit code 1 if one does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "tables",
            nargs="*",
            metavar="TABLE",
            help="only these tables (ids); all of them unless given",
        )
        words = "only tables that run, or that were opened or ended since then: a date (2026-11-30, UTC), or a number of days"
        parser.add_argument("--since", type=moment, metavar="WHEN", help=words)
        parser.add_argument(
            "--jobs",
            type=at_least_one,
            metavar="N",
            help="processes; as many as there are cores unless given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
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
        """What came out, chunk by chunk in the order of the tables, however many processes work at
        them."""
        jobs = jobs or (1 if len(ids) <= FEW else os.cpu_count() or 1)
        size = max(1, min(CHUNK, len(ids) // jobs))
        chunks = [ids[start : start + size] for start in range(0, len(ids), size)]
        if jobs == 1:
            yield from map(prove, chunks)
            return
        connections.close_all()  # each process has one of its own
        with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=django.setup) as pool:
            yield from pool.map(prove, chunks)


# how many tables; of those that do not hold, their ids and sentences
Proven = tuple[int, list[tuple[str, str]]]


def prove(ids: Sequence[str]) -> Proven:
    """Replay some tables. Return how many there were, and what is wrong with which."""
    from games.tables.proof import audit

    tables = list(Table.objects.filter(pk__in=ids).order_by("created_at", "id"))
    return len(tables), [
        (table.id, f"{table.game} {table.id} {fault}")
        for table in tables
        for fault in audit.faults(table)
    ]


def moment(text: str) -> datetime:
    """The moment that a date, or a number of days back, names."""
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
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise ArgumentTypeError(f"{text} is not a number of processes")
    return int(text)
