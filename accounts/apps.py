"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app `accounts`."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Provide the sources of exports."""
        from accounts import exporting, exports

        exporting.provide(*exports.SOURCES)
