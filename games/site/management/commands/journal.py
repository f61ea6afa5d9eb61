"""Verify the journal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.site.services import journal


class Command(BaseCommand):
    """`manage.py journal`."""

    help = "Check that every entry of the journal follows from the one before it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of entries. Raises CommandError if one was changed or is missing."""
        count, broken = journal.check()
        if broken is not None:
            raise CommandError(f"Entry {broken} does not follow from the one before it.")
        self.stdout.write(f"{count} entries, and each follows from the one before it.")
