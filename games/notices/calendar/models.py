"""The private addresses of calendars."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Calendar(models.Model):
    """The private address of a user's calendar. Only a hash of its token is stored."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    names = models.BooleanField(default=True)
    """Whether it names opponents."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
