"""Django's description of this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """The app `games.learning.review`."""

    name = "games.learning.review"
    label = "review"
    verbose_name = _("Reviews")
