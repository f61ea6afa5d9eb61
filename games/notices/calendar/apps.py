"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CalendarConfig(AppConfig):
    """The app `games.notices.calendar`."""

    name = "games.notices.calendar"
    label = "calendar"
    verbose_name = _("Calendar")

    def ready(self) -> None:
        """Register with account closing."""
        from accounts import closing
        from games.notices.calendar import services

        closing.provide(services.forget)
