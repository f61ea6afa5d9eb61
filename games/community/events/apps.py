"""Django's description of this app."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The app `games.community.events`."""

    name = "games.community.events"
    label = "events"
