"""Django's description of this app."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    """The app `games.community.duplicate`."""

    name = "games.community.duplicate"
    label = "duplicate"
