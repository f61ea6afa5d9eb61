"""Django's description of this app."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The app `games.community.clubs`."""

    name = "games.community.clubs"
    label = "clubs"
