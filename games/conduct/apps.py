"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConductConfig(AppConfig):
    """The app `games.conduct`."""

    name = "games.conduct"
    label = "conduct"
    verbose_name = _("Conduct")

    def ready(self) -> None:
        """Provide who may not sign in."""
        from accounts import refusals
        from games.conduct import refusing

        refusals.provide(refusing.page)
