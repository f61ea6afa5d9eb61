"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SleepConfig(AppConfig):
    """The app `games.tables.sleep`."""

    name = "games.tables.sleep"
    label = "sleep"
    verbose_name = _("Sleep and days off")

    def ready(self) -> None:
        """Register with tables."""
        from games.tables.services import hours
        from games.tables.sleep import selectors, services

        hours.sleepers.provide(selectors.sleepers)
        hours.forget.provide(services.forget)
