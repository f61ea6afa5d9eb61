"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The app `games.tables`."""

    name = "games.tables"
    label = "tables"
    verbose_name = _("Tables")
