"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app `accounts`."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Tell what a person may take along, and what ends with an account or a password."""
        from allauth.account.signals import password_changed

        from accounts import closing, exporting, exports
        from accounts.services import apps, tokens

        exporting.provide(*exports.SOURCES)
        exporting.leave_out(exports.LEFT_OUT)
        closing.provide(tokens.end_all)
        closing.provide(apps.withdraw_all)
        password_changed.connect(tokens.password_changed, dispatch_uid="tokens")
