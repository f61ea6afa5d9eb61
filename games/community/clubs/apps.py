"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """The app `games.community.clubs`."""

    name = "games.community.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Register the exports."""
        from accounts import exporting
        from games.community.clubs import exports

        exporting.provide(*exports.SOURCES)
