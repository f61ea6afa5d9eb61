"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingConfig(AppConfig):
    """The app `games.pairing`."""

    name = "games.pairing"
    label = "pairing"
    verbose_name = _("Finding an opponent")

    def ready(self) -> None:
        """Have tickets forgotten with an account."""
        from accounts import closing
        from games.pairing import services

        closing.provide(services.forget_user)
