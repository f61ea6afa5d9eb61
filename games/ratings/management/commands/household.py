"""`manage.py household NAME NAME`: vouch for accounts that share an address."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from games.ratings import profiles, services
from games.ratings.management.differences import describe


class Command(BaseCommand):
    """`manage.py household NAME NAME`."""

    help = (
        "Say that accounts which share an address are different people's: their games count again,"
        " and they may be ranked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the names and `--undo`."""
        parser.add_argument(
            "names", metavar="NAME", nargs="+", help="all who live there: two of them at least"
        )
        parser.add_argument("--undo", action="store_true", help="take it back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Vouch for the accounts, and print the differences. Raises CommandError."""
        people = [self._find(name) for name in options["names"]]
        if len({user.pk for user in people}) < 2:
            raise CommandError("Name two accounts at least.")
        for line in describe(
            services.vouch(people=people, two=not options["undo"], now=timezone.now())
        ):
            self.stdout.write(line)
        names = ", ".join(user.username for user in people)
        self.stdout.write(
            f"{names}: {'no longer known as' if options['undo'] else 'known as'} different people."
        )

    def _find(self, name: str) -> User:
        user = profiles.find(name)
        if user is None:
            raise CommandError(f"There is no account {name}.")
        return user
