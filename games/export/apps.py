"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MyDataConfig(AppConfig):
    """The app `games.export`."""

    name = "games.export"
    label = "mydata"
    verbose_name = _("My data")

    def ready(self) -> None:
        """Register with account closing."""
        from accounts import closing
        from games.export import services

        closing.provide(services.forget_all)
