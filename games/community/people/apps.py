"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeopleConfig(AppConfig):
    """The app `games.community.people`."""

    name = "games.community.people"
    label = "people"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register with account closing."""
        from accounts import closing
        from games.community.people import services

        closing.provide(services.forget)
