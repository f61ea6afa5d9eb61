from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OdinConfig(AppConfig):
    """How the site presents the game; everything that the rules need is in `engine`."""

    name = "games.odin"
    label = "odin"
    verbose_name = "Odin"
    tagline = _("Every set you beat leaves you one of its cards.")
    blurb = _(
        "Nine cards each, and all must go. Beat the set on the table with a higher one, take one card of what you beat, "
        "and be the first whose hand is empty."
    )
    feel = _("Quick and cheeky: the card you take may be the one that makes your next set.")
    minutes = 15
    cover = "odin/cover.svg"
    script = "odin/choose.js"

    def turns(self, target: str) -> int:
        """About how many turns each player has, passes among them: a hand takes some fifteen, and
        brings its losers four points."""
        return int(target) * 4
