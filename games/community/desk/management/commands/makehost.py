"""Give somebody an office, or take it away."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from accounts.models import Role, User
from games.community.desk.services import give_role


class Command(BaseCommand):
    """`manage.py makehost NAME`."""

    help = "Make an account a host, who keeps this house at /desk/; or a moderator, or neither."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments."""
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--moderator", action="store_true", help="a moderator instead")
        parser.add_argument("--none", action="store_true", help="take the office away")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Change the office. Raises CommandError."""
        if options["moderator"] and options["none"]:
            raise CommandError("Say --moderator or --none, not both.")
        user = User.objects.filter(
            username__iexact=options["name"], is_guest=False, closed_at=None
        ).first()
        if user is None:
            raise CommandError(f"There is no account {options['name']}. Sign up first.")
        role = (
            Role.NONE if options["none"] else Role.MODERATOR if options["moderator"] else Role.HOST
        )
        give_role(by=None, user=user, role=role, why="manage.py makehost", now=timezone.now())
        if role == Role.NONE:
            self.stdout.write(f"{user.username} has no office any more.")
        else:
            self.stdout.write(
                f"{user.username} is a {role.value}. The desk is at /desk/. It needs two-step"
                " sign-in: turn it on in the settings, under “Two-step sign-in”."
            )
