"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConductConfig(AppConfig):
    """The app `games.community.moderation`."""

    name = "games.community.moderation"
    label = "conduct"
    verbose_name = _("Conduct")

    def ready(self) -> None:
        """Register the refusal of sign-ins."""
        from accounts import sign_in_refusals
        from games.community.moderation import sign_in

        sign_in_refusals.page.provide(sign_in.page)
