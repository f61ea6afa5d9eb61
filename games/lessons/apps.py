"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    """The app `games.lessons`."""

    name = "games.lessons"
    label = "lessons"
    verbose_name = _("Lessons")
