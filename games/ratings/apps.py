"""Django's description of this app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app `games.ratings`."""

    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Provide what tables and accounts call without knowing ratings."""
        from accounts import exporting, proofs
        from games.ratings import exports, finishing, services, standings
        from games.screens import standing
        from games.tables.services import requirements

        standing.provide(standings.of)
        requirements.provide(finishing.rate)
        proofs.provide(services.proof_changed)
        exporting.provide(*exports.SOURCES)
        exporting.leave_out(exports.LEFT_OUT)
