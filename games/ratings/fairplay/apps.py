"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairplayConfig(AppConfig):
    """The app `games.ratings.fairplay`."""

    name = "games.ratings.fairplay"
    label = "fairplay"
    verbose_name = _("Fair play")
