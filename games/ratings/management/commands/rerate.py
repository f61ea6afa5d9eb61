"""`manage.py rerate`: recompute the ratings from the tables, and print the differences."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.ratings import services
from games.ratings.management.differences import describe
from games.registry import engines


class Command(BaseCommand):
    """`manage.py rerate`."""

    help = (
        "Reckon all ratings anew from the tables that ended. Prints what has become different:"
        " nothing, if all was well."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--game`."""
        parser.add_argument("--game", help="only this one (as in addresses: lost_cities)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute the ratings and print the differences. Raises CommandError."""
        game = options["game"]
        if game is not None and game not in engines():
            raise CommandError(f"There is no game {game}, but {', '.join(engines())}.")
        differences = services.rerate(game=game, now=timezone.now())
        for line in describe(differences):
            self.stdout.write(line)
        self.stdout.write(
            f"{len(differences)} ratings are different now."
            if differences
            else "All ratings are as they were."
        )
