"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingConfig(AppConfig):
    """The app `games.lobby.pairing`."""

    name = "games.lobby.pairing"
    label = "pairing"
    verbose_name = _("Finding an opponent")

    def ready(self) -> None:
        """Register with account closing."""
        from accounts import closing
        from games.lobby.pairing import services

        closing.provide(services.forget_user)
