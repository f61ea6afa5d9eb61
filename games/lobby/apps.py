"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    """The app `games.lobby`."""

    name = "games.lobby"
    label = "lobby"
    verbose_name = _("Lobby")
