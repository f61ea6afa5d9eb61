"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """The app `games.community.people`."""

    name = "games.community.people"
    label = "people"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register what account closing forgets, and the exports."""
        from accounts import closing, exporting
        from games.community.people import exports, services

        closing.provide(services.forget)
        exporting.provide(*exports.SOURCES)
        exporting.leave_out(exports.LEFT_OUT)
