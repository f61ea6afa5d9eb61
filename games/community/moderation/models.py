"""Reports, and sanctions."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Subject(models.TextChoices):
    """Subjects of a report."""

    LINE = "line", _("A message")
    NAME = "name", _("A name")
    GAME = "game", _("A game")
    CLUB = "club", _("A club")


class Reason(models.TextChoices):
    """Reasons of a report."""

    INSULT = "insult", _("Insults or hate")
    ADVERTISING = "advertising", _("Advertising")
    CHEATING = "cheating", _("Cheating")
    STALLING = "stalling", _("Letting the clock run out")
    OTHER = "other", _("Something else")


class Outcome(models.TextChoices):
    """Decisions about a report."""

    NOTHING = "nothing", _("Nothing against the rules")
    HIDE = "hide", _("Remove it")
    WARN = "warn", _("Warn")
    MUTE = "mute", _("No talk for a day")
    SUSPEND = "suspend", _("Suspend")
    CLOSE = "close", _("Close the account")


class Report(models.Model):
    """A complaint about somebody. `kept` is a copy of what was reported."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reports_about"
    )
    subject = models.CharField(max_length=4, choices=Subject)
    reason = models.CharField(max_length=12, choices=Reason)
    words = models.CharField(max_length=500, blank=True, default="")
    table_id = models.CharField(max_length=16, blank=True, default="")
    line = models.PositiveBigIntegerField(default=0)  # the id of a line of talk, or of a club, or 0
    kept = models.JSONField(default=dict)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default="")
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            # a second report of the same thing adds nothing
            models.UniqueConstraint(
                fields=["by", "subject", "about", "table_id", "line"],
                name="reported_once",
            )
        ]
        indexes = [
            models.Index(fields=["at"], condition=Q(decided_at=None), name="report_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} about {self.about_id}"


class Measure(models.TextChoices):
    """Measures against somebody."""

    WARNING = "warning", _("A warning")
    MUTE = "mute", _("No talk")
    SUSPENSION = "suspension", _("No sign-in")
    CLOSING = "closing", _("The account is closed")


class Sanction(models.Model):
    """A measure against somebody, with the words to the person."""

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
    until = models.DateTimeField(null=True)  # null: without an end
    lifted_at = models.DateTimeField(null=True)
    # the person's appeal, once, and its decision
    appeal = models.CharField(max_length=1000, blank=True, default="")
    appealed_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    heard_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        indexes = [
            models.Index(fields=["user", "measure"], name="sanction_of_user"),
            models.Index(
                fields=["appealed_at"],
                condition=Q(appealed_at__isnull=False, heard_at=None),
                name="appeal_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.measure} of {self.user_id}"
