"""The command `transcript`: write one table's log as a transcript."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.tables import access
from games.tables.errors import NoSuchTable
from games.tables.proof import fairness


class Command(BaseCommand):
    """Write one table's log as a transcript."""

    help = (
        "Write a table's log as a transcript."
        " It holds every card, also those that are still hidden; a sealed table has none yet."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the argument."""
        parser.add_argument("table", metavar="TABLE", help="the id in the table's address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the transcript. Raises CommandError if there is no such table, or it is sealed."""
        try:
            if access.find(options["table"]).is_sealed(timezone.now()):
                raise CommandError("This table is sealed: others play the same cards still.")
            self.stdout.write(fairness.transcript(options["table"]), ending="")
        except NoSuchTable as error:
            raise CommandError(str(error)) from error
