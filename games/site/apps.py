"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HouseConfig(AppConfig):
    """The app `games.site`."""

    name = "games.site"
    label = "house"
    verbose_name = _("The site")
