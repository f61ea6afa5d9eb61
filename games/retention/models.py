"""Due times of the rules, and reports of runs."""

from __future__ import annotations

from django.db import models


class Turn(models.Model):
    """The next time at which a rule is due. Whoever advances it carries the rule out."""

    rule = models.CharField(primary_key=True, max_length=40)
    due_at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)
    failed = models.BooleanField(default=False)  # at the last run

    def __str__(self) -> str:
        return f"{self.rule} at {self.due_at:%Y-%m-%d %H:%M}"


class Run(models.Model):
    """A run that removed something, or failed."""

    at = models.DateTimeField(db_index=True)
    removed = models.JSONField(default=dict)  # rule → number
    failed = models.JSONField(default=list)  # rules

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}: {self.removed}"
