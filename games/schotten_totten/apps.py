"""Django's description of this app."""

from django.apps import AppConfig


class SchottenTottenConfig(AppConfig):
    """The app `games.schotten_totten`."""

    name = "games.schotten_totten"
    label = "schotten_totten"
    verbose_name = "Schotten Totten"
