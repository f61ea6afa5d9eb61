"""Reviews. All of a review follows from the log of its table, and can be made anew."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint

from games.tables.models import Table


class Status(models.TextChoices):
    """The stages of a review."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class Review(models.Model):
    """A review of an ended table at one depth. `stages` grows while it is made, a stage for each
    turn (stored.py), and `pieces` of the next stage (games.bots.trial); a worker that dies leaves
    what it has, and the next goes on."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reviews")
    # how many times the default number of imagined deals
    times = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    # the last sign of the worker that makes it, and the worker's own mark
    seen_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=32, default="", blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)  # the stages that there will be
    stages = models.JSONField(default=list)
    pieces = models.JSONField(default=dict, db_default={})
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "times"], name="one_review_a_depth")]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(status__in=["waiting", "working"]),
                name="review_due",
            )
        ]

    def __str__(self) -> str:
        return f"review of {self.table_id}, {self.status}"
