"""Django's description of this app."""

from django.apps import AppConfig


class DailyConfig(AppConfig):
    """The app `games.daily`."""

    name = "games.daily"
    label = "daily"
