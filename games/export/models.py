"""Exports, with their files in the database, where each web server finds them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint


class State(models.TextChoices):
    """The stages of an export."""

    WAITING = "waiting"
    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


class Export(models.Model):
    """A requested file."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exports"
    )
    asked_at = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    began_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    size = models.PositiveBigIntegerField(default=0)  # bytes

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["user"],
                condition=Q(state__in=["waiting", "making"]),
                name="one_export_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"export of {self.user_id}, {self.state}"


class Piece(models.Model):
    """The bytes of a file from `number` × PIECE on."""

    export = models.ForeignKey(Export, on_delete=models.CASCADE, related_name="pieces")
    attempt = models.PositiveSmallIntegerField()  # the export's `tries` when it was made
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["export", "attempt", "number"], name="one_piece_a_place")
        ]

    def __str__(self) -> str:
        return f"piece {self.number} of export {self.export_id}"
