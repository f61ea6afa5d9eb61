"""Django's description of this app."""

from django.apps import AppConfig


class LostCitiesConfig(AppConfig):
    """The app `games.lost_cities`."""

    name = "games.lost_cities"
    label = "lost_cities"
    verbose_name = "Lost Cities"
