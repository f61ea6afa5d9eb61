"""Django's description of this app."""

from django.apps import AppConfig


class ExhibitionConfig(AppConfig):
    """The app `games.exhibition`."""

    name = "games.exhibition"
    label = "exhibition"
    verbose_name = "Exhibition: 20th Century"
