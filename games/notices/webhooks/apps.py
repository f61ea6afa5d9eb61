"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HooksConfig(AppConfig):
    """The app `games.notices.webhooks`."""

    name = "games.notices.webhooks"
    label = "hooks"
    verbose_name = _("Webhooks")

    def ready(self) -> None:
        """Have the address forgotten with its owner's account."""
        from accounts import closing, exporting
        from games.notices.webhooks import exports
        from games.notices.webhooks.services import addresses

        closing.provide(addresses.forget)
        exporting.provide(*exports.SOURCES)
