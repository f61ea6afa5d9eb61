from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExhibitionConfig(AppConfig):
    """How the site presents the game; everything that the rules need is in `engine`."""

    name = "games.exhibition"
    label = "exhibition"
    verbose_name = "Exhibition: 20th Century"
    tagline = _("A hundred years, six continents, sixteen places in your hall.")
    blurb = _(
        "Travel from continent to continent, bring home one subject a turn, and hang it where its year and its continent fit. "
        "The card you take decides where you travel next."
    )
    feel = _("A quiet puzzle that tightens: every card opens a continent and closes a place.")
    minutes = 30
    cover = "exhibition/cover.svg"

    def turns(self, **options: str) -> int:
        """About how many turns each player has: sixteen places, and a few cards for the depot."""
        return 18
