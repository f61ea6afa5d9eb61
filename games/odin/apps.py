from django.apps import AppConfig


class OdinConfig(AppConfig):
    name = "games.odin"
    label = "odin"
    verbose_name = "Odin"
