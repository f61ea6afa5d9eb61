"""`manage.py annul TABLE`: leave a table out of the ratings."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.ratings import services
from games.ratings.management.differences import describe
from games.tables.errors import TableError


class Command(BaseCommand):
    """`manage.py annul TABLE`."""

    help = (
        "Leave a table out of the ratings; what was rated after it is rated anew. Prints what has"
        " become different."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the table and `--undo`."""
        parser.add_argument("table", metavar="TABLE", help="the id in the table's address")
        parser.add_argument("--undo", action="store_true", help="count the table again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Annul the table and print the differences. Raises CommandError."""
        try:
            differences = services.annul(
                table_id=options["table"], annulled=not options["undo"], now=timezone.now()
            )
        except TableError as error:
            raise CommandError(str(error)) from error
        for line in describe(differences):
            self.stdout.write(line)
        self.stdout.write(
            f"Table {options['table']} {'counts' if options['undo'] else 'is annulled'}."
        )
