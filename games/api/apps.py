"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """The app `games.api`."""

    name = "games.api"
    verbose_name = _("Programs")
