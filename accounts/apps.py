"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app `accounts`."""

    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Revoke tokens and apps when an account is closed or the password changes."""
        from allauth.account.signals import password_changed

        from accounts import closing
        from accounts.services import apps, tokens

        closing.provide(tokens.end_all)
        closing.provide(apps.delete_all)
        password_changed.connect(tokens.password_changed, dispatch_uid="tokens")
