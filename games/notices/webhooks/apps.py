"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HooksConfig(AppConfig):
    """The app `games.notices.webhooks`."""

    name = "games.notices.webhooks"
    label = "hooks"
    verbose_name = _("Webhooks")

    def ready(self) -> None:
        """Register with account closing."""
        from accounts import closing
        from games.notices.webhooks.services import addresses

        closing.provide(addresses.forget)
