"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    """The app `games.notices`."""

    name = "games.notices"
    label = "notices"
    verbose_name = _("Notices")

    def ready(self) -> None:
        """Register with tables and moderation."""
        from games.community.moderation import news as conduct
        from games.notices.services import news
        from games.tables.services import events

        events.write.provide(news.write)
        conduct.tell.provide(news.add_decision)
