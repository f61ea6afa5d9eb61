"""Webhooks and their state."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """Kinds of listeners, each with a format."""

    JSON = "json", _("A program of yours")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    NTFY = "ntfy", "ntfy"
    MATRIX = "matrix", "Matrix"


class Hook(models.Model):
    """A webhook. Address, token and secret are never logged or shown again."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hook"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    address = models.CharField(max_length=500)
    room = models.CharField(max_length=255, blank=True, default="")  # Matrix
    token = models.CharField(max_length=255, blank=True, default="")  # Matrix, and ntfy if need be
    secret = models.CharField(max_length=64, blank=True, default="")  # with which JSON is signed
    # when the address was set: results of the former one do not count
    set_at = models.DateTimeField()

    reached_at = models.DateTimeField(null=True)
    took = models.PositiveIntegerField(null=True)  # milliseconds until the last good answer
    failing_since = models.DateTimeField(null=True)  # all tries have failed since
    failures = models.PositiveIntegerField(default=0)  # since then
    fault = models.CharField(max_length=8, blank=True, default="")  # of the last try
    status = models.PositiveSmallIntegerField(null=True)  # … if it was answered
    off_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
