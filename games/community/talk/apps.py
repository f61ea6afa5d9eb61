"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TalkConfig(AppConfig):
    """The app `games.community.talk`."""

    name = "games.community.talk"
    label = "talk"
    verbose_name = _("Talk")

    def ready(self) -> None:
        """Register with reports and account closing."""
        from accounts import closing
        from games.community.moderation import quotes
        from games.community.talk import selectors, services

        quotes.quote.provide(selectors.quote)
        quotes.hide.provide(services.set_hidden)
        closing.provide(services.forget_user)
