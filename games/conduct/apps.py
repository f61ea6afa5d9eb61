"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConductConfig(AppConfig):
    """The app `games.conduct`."""

    name = "games.conduct"
    label = "conduct"
    verbose_name = _("Conduct")

    def ready(self) -> None:
        """Provide who may not sign in, and what a person may take along."""
        from accounts import exporting, refusals
        from games.conduct import exports, refusing

        refusals.provide(refusing.page)
        exporting.provide(*exports.SOURCES)
        exporting.leave_out(exports.LEFT_OUT)
