"""`manage.py sign_out NAME…`: sign people out of all their devices."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.services import devices


class Command(BaseCommand):
    """`manage.py sign_out`."""

    help = (
        "Sign people out of all their devices: those who are named, or everybody with an account."
        " Guests stay: they could not come back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add names and `--everybody`."""
        parser.add_argument("names", metavar="NAME", nargs="*")
        parser.add_argument(
            "--everybody",
            action="store_true",
            help="after a leak of the database or the secret key, say",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Sign the people out, and print their number. Raises CommandError."""
        if bool(options["names"]) == options["everybody"]:
            raise CommandError("Name somebody, or say --everybody.")
        if options["everybody"]:
            people = list(User.objects.filter(is_guest=False, closed_at=None))
        else:
            people = [self._find(name) for name in options["names"]]
        for user in people:
            devices.end_everywhere(user.pk)
        self.stdout.write(f"{len(people)} signed out.")

    def _find(self, name: str) -> User:
        user = User.objects.filter(username__iexact=name, is_guest=False).first()
        if user is None:
            raise CommandError(f"There is no account {name}.")
        return user
