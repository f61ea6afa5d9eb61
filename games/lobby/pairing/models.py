"""Tickets: searches for an opponent."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint

from games.tables.models import Table


class Ticket(models.Model):
    """A search for a game; `table` is the one it found. The shuffles of a table follow from the
    secret of the older of its two tickets, whose commitment its page shows."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=32)
    clock = models.CharField(max_length=32)
    live = models.BooleanField()
    rated = models.BooleanField(default=False)
    rating = models.PositiveSmallIntegerField()
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    nonce = models.CharField(max_length=64, blank=True, default="")
    origin = models.CharField(max_length=32, blank=True, default="")
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()  # the last heartbeat of its page
    # a game against a bot: the search goes on while its player watches it
    meanwhile = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="+")
    found_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["user"], condition=Q(found_at=None, live=True), name="one_live_ticket"
            ),
            UniqueConstraint(
                fields=["user", "game"], condition=Q(found_at=None, live=False), name="one_a_game"
            ),
        ]
        indexes = [
            models.Index(
                fields=["game", "clock", "rated", "made_at"],
                condition=Q(found_at=None),
                name="ticket_waits",
            ),
            models.Index(fields=["game", "live", "found_at"], name="ticket_found"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} looks for {self.game}"
