"""Lines of talk, which are in no log and no transcript."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from games.tables.models import Table

LONGEST = 500  # characters of a line


class Room(models.TextChoices):
    """The rooms of a table. Players read the watchers' room after the end."""

    PLAYERS = "players"
    WATCHERS = "watchers"


class Line(models.Model):
    """A phrase, by code, or words, at a table or at another place (games.community.talk.places);
    `key` comes from the form, so that a repeated post is one line."""

    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="talk")
    place = models.CharField(max_length=24, blank=True, default="", db_default="")
    room = models.CharField(max_length=8, choices=Room)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    phrase = models.CharField(max_length=12, blank=True, default="")
    text = models.CharField(max_length=LONGEST, blank=True, default="")
    key = models.CharField(max_length=32, blank=True, default="")
    at = models.DateTimeField()
    # Taken back by its author, or hidden by a moderator. The words stay until they are forgotten,
    # as they may have been reported.
    removed_at = models.DateTimeField(null=True)
    hidden = models.BooleanField(default=False)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["user", "key"], condition=~Q(key=""), name="said_once"),
            CheckConstraint(
                condition=Q(table__isnull=True) ^ Q(place=""), name="said_at_a_table_or_a_place"
            ),
        ]
        indexes = [
            models.Index(fields=["table", "room", "id"], name="talk_of_a_room"),
            models.Index(fields=["place", "id"], condition=Q(place__gt=""), name="talk_of_a_place"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk} at {self.table_id or self.place}"
