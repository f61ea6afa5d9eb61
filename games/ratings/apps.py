"""Django's description of this app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app `games.ratings`."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Provide ratings and finish rates to tables, and follow changes of proofs."""
        from accounts import proofs
        from games.ratings import finish_rate, services, table_ratings
        from games.screens import player_ratings
        from games.tables.services import requirements

        player_ratings.found.provide(table_ratings.of)
        requirements.finish_rate.provide(finish_rate.rate)
        proofs.changed.provide(services.proof_changed)
