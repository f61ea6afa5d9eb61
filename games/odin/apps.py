"""Django's description of this app."""

from django.apps import AppConfig


class OdinConfig(AppConfig):
    """The app `games.odin`."""

    name = "games.odin"
    label = "odin"
    verbose_name = "Odin"
