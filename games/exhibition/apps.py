from django.apps import AppConfig


class ExhibitionConfig(AppConfig):
    name = "games.exhibition"
    label = "exhibition"
    verbose_name = "Exhibition: 20th Century"
