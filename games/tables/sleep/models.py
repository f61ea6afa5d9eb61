"""Weeks and days away as people have told them, each with the moment from which it holds. What has
held once is never changed or deleted while the account lives."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.kernel.awake_hours import Day


class Week(models.Model):
    """A user's week, from a moment on until that of a later one."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    zone = models.CharField(max_length=64)
    # Seven days from Monday: [minute, minute] of sleep, or null for a free day.
    days = models.JSONField()
    made_at = models.DateTimeField()
    holds_from = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "-holds_from"], name="week_of_user")]

    def __str__(self) -> str:
        return f"week of {self.user_id} from {self.holds_from}"

    @property
    def week(self) -> tuple[Day, ...]:
        """Return the seven days."""
        return tuple(Day(free=True) if day is None else Day(*day) for day in self.days)


class Away(models.Model):
    """Some days away, from midnight to midnight of the zone of the week."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    first = models.DateField()
    last = models.DateField()
    made_at = models.DateTimeField()
    holds_from = models.DateTimeField()
    # From then on turns do not reckon with these days any more: they were called off.
    ends_from = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "last"], name="away_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} away {self.first} to {self.last}"

    @property
    def count(self) -> int:
        """Return the number of days."""
        return (self.last - self.first).days + 1
