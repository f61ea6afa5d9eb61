"""Django's description of this app."""

from django.apps import AppConfig


class DailyConfig(AppConfig):
    """The app `games.daily`."""

    name = "games.daily"
    label = "daily"

    def ready(self) -> None:
        """Register the exports."""
        from accounts import exporting
        from games.daily import exports

        exporting.provide(*exports.SOURCES)
