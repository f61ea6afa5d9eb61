from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        from accounts import proofs
        from games.ratings import services, standings
        from games.screens import standing

        standing.provide(standings.of)
        proofs.provide(services.proof_changed)
