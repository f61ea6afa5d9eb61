from django.apps import AppConfig


class LostCitiesConfig(AppConfig):
    name = "games.lost_cities"
    label = "lost_cities"
    verbose_name = "Lost Cities"
