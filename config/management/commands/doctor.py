"""`manage.py doctor`: the state of every part, and advice."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.monitoring import doctor


class Command(BaseCommand):
    """`manage.py doctor`."""

    help = (
        "Looks at everything that the site leans on, a line for each, and says what to do. Ends"
        " with 1 if something is down."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address of the test mail."""
        parser.add_argument("--mail", default=settings.DEFAULT_FROM_EMAIL, metavar="ADDRESS")
        parser.add_argument("--no-mail", action="store_const", const=None, dest="mail")

    def handle(self, *, mail: str | None, **options: Any) -> None:
        """Print the findings."""
        logging.getLogger("config.monitoring.health").setLevel(logging.ERROR)  # printed here
        down = False
        for found in doctor.examine(mail):
            self.stdout.write(str(found))
            self.stdout.flush()
            down |= found.state == doctor.DOWN
        if down:
            sys.exit(1)
