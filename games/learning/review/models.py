"""Reviews. A review follows from the log of its table, and can be recomputed."""

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
    """A review of an ended table at one depth. `stages` grows by one a turn (storage.py), with
    `pieces` of the next (games.bots.trial); after a worker dies the next goes on from them."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reviews")
    # multiples of the default number of imagined deals
    times = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    # the last heartbeat of its worker, and that worker's mark
    seen_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=32, default="", blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)  # the final number of stages
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
