"""The address at which a user's calendar can be read."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Calendar(models.Model):
    """A private address. Of its token only a hash is kept, so nobody can read the address here."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    names = models.BooleanField(default=True)
    """Whether it names opponents: calendars are shared at work and at home."""
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"
