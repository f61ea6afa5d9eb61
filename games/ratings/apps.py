from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        from games.ratings import standings
        from games.tables import standing

        standing.provide(standings.of)
