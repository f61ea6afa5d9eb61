"""Replay every stored table and compare what is stored with what its log says."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables import audit
from games.tables.models import Table


class Command(BaseCommand):
    help = "Prove all stored tables: the chain, the positions, the scores and the shuffles. Exit code 1 if one does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", nargs="*", metavar="TABLE", help="only these tables (ids); all of them unless given")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = Table.objects.order_by("created_at", "id")
        if options["tables"]:
            wanted = wanted.filter(pk__in=options["tables"])
        wrong = count = 0
        for table in wanted.iterator(chunk_size=200):
            count += 1
            faults = list(audit.faults(table))
            wrong += bool(faults)
            for fault in faults:
                self.stderr.write(f"{table.game} {table.id} {fault}")
        if wrong:
            raise CommandError(f"{wrong} of {count} tables do not hold.")
        self.stdout.write(f"{count} tables replayed. All hold.")
