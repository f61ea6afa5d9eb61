"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KeepingConfig(AppConfig):
    """The app `games.retention`."""

    name = "games.retention"
    label = "keeping"
    verbose_name = _("Housekeeping")
