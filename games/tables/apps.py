"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The app `games.tables`."""

    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Register with devices and blocks."""
        from accounts.services import devices
        from games.community.people.services import ties
        from games.tables.services import separate, sessions_changed

        devices.sessions_changed.provide(sessions_changed)
        ties.part.provide(separate.separate)
