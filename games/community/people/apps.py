"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """The app `games.community.people`."""

    name = "games.community.people"
    label = "people"
    verbose_name = _("People")

    def ready(self) -> None:
        """Provide what closing an account calls, and tell what a person may take along."""
        from accounts import closing, exporting
        from games.community.people import exports, services

        closing.provide(services.forget)
        exporting.provide(*exports.SOURCES)
        exporting.leave_out(exports.LEFT_OUT)
