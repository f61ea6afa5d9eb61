from django.apps import AppConfig


class SchottenTottenConfig(AppConfig):
    name = "games.schotten_totten"
    label = "schotten_totten"
    verbose_name = "Schotten Totten"
