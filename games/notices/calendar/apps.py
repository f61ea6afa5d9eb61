"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CalendarConfig(AppConfig):
    """The app `games.notices.calendar`."""

    name = "games.notices.calendar"
    label = "calendar"
    verbose_name = _("Calendar")

    def ready(self) -> None:
        """Have the address forgotten with its owner's account."""
        from accounts import closing, exporting
        from games.notices.calendar import exports, services

        closing.provide(services.forget)
        exporting.provide(*exports.SOURCES)
