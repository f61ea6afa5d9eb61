"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PushConfig(AppConfig):
    """The app `games.notices.push`."""

    name = "games.notices.push"
    label = "push"
    verbose_name = _("Push")

    def ready(self) -> None:
        """Remove devices when their users are signed out."""
        from accounts.services import devices
        from games.notices.push.services import forget_signed_out

        devices.forget_signed_out.provide(forget_signed_out)
