"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LessonsConfig(AppConfig):
    """The app `games.learning.lessons`."""

    name = "games.learning.lessons"
    label = "lessons"
    verbose_name = _("Lessons")
