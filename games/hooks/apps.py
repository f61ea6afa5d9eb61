"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HooksConfig(AppConfig):
    """The app `games.hooks`."""

    name = "games.hooks"
    label = "hooks"
    verbose_name = _("Webhooks")

    def ready(self) -> None:
        """Have the address forgotten with its owner's account."""
        from accounts import closing, exporting
        from games.hooks import exports
        from games.hooks.services import choosing

        closing.provide(choosing.forget)
        exporting.provide(*exports.SOURCES)
