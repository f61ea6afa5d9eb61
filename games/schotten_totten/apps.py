from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SchottenTottenConfig(AppConfig):
    """How the site presents the game; everything that the rules need is in `engine`."""

    name = "games.schotten_totten"
    label = "schotten_totten"
    verbose_name = "Schotten Totten"
    tagline = _("Nine stones, two clans, and every claim is proved.")
    blurb = _(
        "Nine stones mark the border between two villages. Three cards make a formation at a stone, the better one takes it; "
        "five stones win, or three side by side."
    )
    feel = _("Patient, then sudden: a stone is yours as soon as nothing unseen can beat you.")
    minutes = 15
    cover = "schotten_totten/cover.svg"

    def turns(self, rounds: str, tactics: str, expert: str) -> int:
        """About how many turns each player has: most rounds end before every place is filled."""
        return int(rounds) * 22
