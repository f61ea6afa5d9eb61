"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The app `games.tables`."""

    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Provide what a block calls without knowing the tables, and tell what a person may take
        along."""
        from accounts import exporting
        from accounts.services import devices
        from games.community.people.services import provide
        from games.tables import exports
        from games.tables.services import separate, sessions_changed

        exporting.provide(*exports.SOURCES)
        devices.sessions_changed.provide(sessions_changed)
        provide(separate.separate)
