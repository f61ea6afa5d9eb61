"""Django's description of this app."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    """The app `games.community.duplicate`."""

    name = "games.community.duplicate"
    label = "duplicate"

    def ready(self) -> None:
        """Register the exports."""
        from accounts import exporting
        from games.community.duplicate import exports

        exporting.provide(*exports.SOURCES)
