"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    """The app `games.community.desk`."""

    name = "games.community.desk"
    label = "desk"
    verbose_name = _("Desk")

    def ready(self) -> None:
        """Restrict the pages of fair play to moderators and hosts."""
        from games.community.desk.access import keeper
        from games.ratings.fairplay import access

        access.provide(keeper)
