"""Ties between two people, and notes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

LONGEST_NOTE = 500


class Kind(models.TextChoices):
    """Kinds of ties, all secret from the other."""

    FOLLOW = "follow"
    MUTE = "mute"  # the other's talk is hidden
    BLOCK = "block"  # no talk, invitation, seat at one's tables, or pairing, in either direction


class Tie(models.Model):
    """A tie from `user` to `other`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ties"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["user", "kind", "other"], name="tied_once"),
            CheckConstraint(condition=~Q(user=F("other")), name="tied_to_another"),
        ]
        indexes = [models.Index(fields=["other", "kind"], name="tie_from_others")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.other_id} by {self.user_id}"


class Note(models.Model):
    """A private note of `user` about `other`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_NOTE)
    at = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["user", "other"], name="one_note_on_each")]

    def __str__(self) -> str:
        return f"note of {self.user_id} on {self.other_id}"
