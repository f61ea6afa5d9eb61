"""Lines of talk; no log or transcript has them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from games.tables.models import Table

LONGEST = 500  # characters of a line


class Room(models.TextChoices):
    """The rooms of a table. Players may read the watchers' room after the end."""

    PLAYERS = "players"
    WATCHERS = "watchers"


class Line(models.Model):
    """A phrase, by code, or words, at a table or at another venue (games.community.talk.venues).
    `key` is that of the form, so that a repeated post is one line."""

    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="talk")
    venue = models.CharField(max_length=24, blank=True, default="", db_default="")
    room = models.CharField(max_length=8, choices=Room)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    phrase = models.CharField(max_length=12, blank=True, default="")
    text = models.CharField(max_length=LONGEST, blank=True, default="")
    key = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField()
    # taken back by its author, or hidden by a moderator; the words stay for reports
    removed_at = models.DateTimeField(null=True)
    hidden = models.BooleanField(default=False)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["user", "key"], condition=~Q(key=""), name="said_once"),
            CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(venue=""), name="said_at_a_table_or_a_venue"
            ),
        ]
        indexes = [
            models.Index(fields=["table", "room", "id"], name="talk_of_a_room"),
            models.Index(fields=["venue", "id"], condition=Q(venue__gt=""), name="talk_of_a_venue"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk} at {self.table_id or self.venue}"
