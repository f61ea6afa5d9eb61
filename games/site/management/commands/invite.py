"""Create an invitation."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.site import invitations, services


class Command(BaseCommand):
    """`manage.py invite`."""

    help = "Prints a link with which somebody, or --uses people, may make an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--uses", type=int, default=1)
        parser.add_argument("--days", type=int, default=invitations.DAYS)

    def handle(self, *, uses: int, days: int, **options: Any) -> None:
        """Create an invitation and print its link."""
        made = services.invite(by=None, uses=uses, days=days, now=timezone.now())
        self.stdout.write(invitations.link(made))
