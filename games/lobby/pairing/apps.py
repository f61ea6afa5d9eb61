"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingConfig(AppConfig):
    """The app `games.lobby.pairing`."""

    name = "games.lobby.pairing"
    label = "pairing"
    verbose_name = _("Finding an opponent")

    def ready(self) -> None:
        """Register what account closing forgets, and the exports."""
        from accounts import closing, exporting
        from games.lobby.pairing import exports, services

        closing.provide(services.forget_user)
        exporting.provide(*exports.SOURCES)
