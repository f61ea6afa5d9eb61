"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    """The app `games.community.events`."""

    name = "games.community.events"
    label = "events"
    verbose_name = _("Events")

    def ready(self) -> None:
        """Register events with clubs, profiles, calendars and account closing."""
        from accounts import closing
        from games.community.clubs import panels
        from games.community.events import fairplay, panel, services
        from games.community.events.services import news
        from games.notices import news_sources
        from games.notices.calendar import dates
        from games.notices.models import What
        from games.ratings import profiles
        from games.ratings.fairplay import patterns

        patterns.provide(fairplay.PATTERNS)
        dates.provide(panel.own_dates)
        panels.provide(panel.of_club, panel.dates)
        profiles.titles_of.provide(panel.titles)
        closing.provide(services.forget_user)
        source = news_sources.NewsSource(news.say, news.holds, news.lines, news.table)
        news_sources.provide(What.EVENT, source)
