from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LostCitiesConfig(AppConfig):
    """How the site presents the game; everything that the rules need is in `engine`."""

    name = "games.lost_cities"
    label = "lost_cities"
    verbose_name = "Lost Cities"
    tagline = _("Every route costs you before it pays.")
    blurb = _(
        "Two explorers send expeditions in five colours, and each one starts in debt. "
        "Go far and it pays many times over; stop early and you would have done better to stay at home."
    )
    feel = _(
        "Quick turns, slow regrets: every card you let go may be the one the other side waits for."
    )
    minutes = 20
    cover = "lost_cities/cover.svg"

    def turns(self, rounds: str, suits: str) -> int:
        """About how many turns each player has: the stock goes to both in turn."""
        return int(rounds) * (12 * int(suits) - 16) // 2
