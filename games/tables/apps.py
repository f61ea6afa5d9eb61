"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The app `games.tables`."""

    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Tell what a person may take along."""
        from accounts import exporting
        from games.tables import exports

        exporting.provide(*exports.SOURCES)
