"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """The app `games.community.clubs`."""

    name = "games.community.clubs"
    label = "clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        """Register clubs with tables, talk, profiles, reports and account closing."""
        from accounts import closing
        from games.community.clubs import circles, notices, selectors, services, talk
        from games.community.moderation import quotes
        from games.community.talk import venues
        from games.notices import news_sources
        from games.notices.models import What
        from games.ratings import profiles
        from games.tables.state import circles as of_tables

        profiles.clubs_of.provide(selectors.on_profile)
        closing.provide(services.forget_user)
        of_tables.provide(circles)
        source = news_sources.NewsSource(notices.say, notices.holds, notices.lines, notices.table)
        news_sources.provide(What.CLUB, source)
        venues.provide(talk.KIND, talk.find)
        quotes.hide_club.provide(services.set_hidden)
