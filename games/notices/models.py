"""A ledger of the mails that are due or were sent, so that nothing is told twice and nothing that
is due is forgotten; and the news that people find on the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint

from accounts.models import State
from games.tables.models import Table

__all__ = ["Kind", "News", "Notice", "State", "What"]


class Kind(models.TextChoices):
    """Kinds of notices."""

    TURN = "turn"
    OVER = "over"
    INVITATION = "invitation"
    REMATCH = "rematch"
    IDLE = "idle"  # nobody plays on: the game is broken off soon


class Notice(models.Model):
    """One thing that a user is told about a table. `begun` tells turns apart: the ply after the
    user's last turn that has passed. Of games that stand still it is the ply at which they do."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind)
    begun = models.PositiveIntegerField(default=0)
    # of the table when it was looked at last: at the same one there is no news
    version = models.PositiveIntegerField(default=0)
    # who invites
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()  # while it waits: not before
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # what kind of error, and no address
    error = models.CharField(max_length=80, blank=True, default="")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["user", "table", "kind", "begun"], name="told_once")
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(state__in=["waiting", "sending"]), name="notice_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.table_id} for {self.user_id}"


class What(models.TextChoices):
    """Kinds of news."""

    INVITED = "invited"
    REMATCH = "rematch"  # somebody asks for one
    DECLINED = "declined"  # somebody does not come
    ENDED = "ended"


class News(models.Model):
    """Something that a user reads on the site about a table; `by` brought it about."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="news"
    )
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="news")
    what = models.CharField(max_length=8, choices=What)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "news"
        constraints = [UniqueConstraint(fields=["user", "table", "what", "by"], name="news_once")]
        indexes = [
            models.Index(fields=["user", "-id"], name="news_newest"),
            models.Index(fields=["user", "-id"], condition=Q(read_at=None), name="news_new"),
            models.Index(fields=["at"], name="news_at"),
        ]

    def __str__(self) -> str:
        return f"{self.what} at {self.table_id} for {self.user_id}"
