"""Reports, and sanctions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Subject(models.TextChoices):
    """Subjects of a report."""

    LINE = "line", _("Words in the talk")
    NAME = "name", _("A name")
    GAME = "game", _("A game")


class Reason(models.TextChoices):
    """Reasons of a report."""

    INSULT = "insult", _("Insults or hate")
    ADVERTISING = "advertising", _("Advertising")
    CHEATING = "cheating", _("Cheating")
    STALLING = "stalling", _("Lets the clock run out")
    OTHER = "other", _("Something else")


class Report(models.Model):
    """A complaint about somebody. `kept` is what was reported, as it was at that moment."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_about"
    )
    subject = models.CharField(max_length=4, choices=Subject)
    reason = models.CharField(max_length=12, choices=Reason)
    words = models.CharField(max_length=500, blank=True, default="")
    table_id = models.CharField(max_length=16, blank=True, default="")
    line = models.PositiveBigIntegerField(null=True)  # the id of a line of talk
    kept = models.JSONField(default=dict)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.subject} by {self.about_id}"


class Measure(models.TextChoices):
    """Measures that a moderator may take against somebody."""

    WARNING = "warning", _("A warning")
    MUTE = "mute", _("No talk")
    SUSPENSION = "suspension", _("No sign-in")
    CLOSING = "closing", _("The account is closed")


class Sanction(models.Model):
    """A measure against somebody, with the words that the person reads."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions"
    )
    measure = models.CharField(max_length=10, choices=Measure)
    words = models.TextField(blank=True, default="")
    report = models.ForeignKey(
        Report, null=True, on_delete=models.PROTECT, related_name="sanctions"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)  # null: it has no end, or needs none
    lifted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.measure} of {self.user_id}"
