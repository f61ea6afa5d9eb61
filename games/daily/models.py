"""Deals of the day, entries, and standings of a month."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q, UniqueConstraint

from games.tables.models import Table

DAY = timedelta(days=1)


class Deal(models.Model):
    """A game's deal of a day (UTC). Its secret is sealed until the day is over."""

    date = models.DateField()
    game = models.CharField(max_length=32)
    ruleset = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    # levels of the bots, in the seats after the player's
    levels = models.JSONField(default=list)
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    # when its results got their points; null while others may follow
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["date", "game"], name="one_deal_a_day")]
        indexes = [
            models.Index(fields=["date"], condition=Q(closed_at=None), name="deal_not_closed")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Return the name in its shuffles: its address without outer slashes."""
        return f"daily/{self.date.isoformat()}/{self.game}"

    @property
    def begins(self) -> datetime:
        """Return the start of its day."""
        return datetime.combine(self.date, time(), UTC)

    @property
    def ends(self) -> datetime:
        """Return the end of its day: the secret is revealed, and no later result counts."""
        return self.begins + DAY

    @property
    def alone(self) -> bool:
        """Return whether there is no opponent."""
        return not self.levels

    def runs(self, now: datetime) -> bool:
        """Return whether its day is now."""
        return self.begins <= now < self.ends

    def is_over(self, now: datetime) -> bool:
        """Return whether its day is over, and its secret revealed."""
        return now >= self.ends


class Entry(models.Model):
    """A user's game of a deal. Only one on its day counts."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_entries"
    )
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")
    began_at = models.DateTimeField()
    # when the result was recorded
    settled_at = models.DateTimeField(null=True)
    # whether it began and ended on the deal's day
    counts = models.BooleanField(default=False)
    # more is better (results.worth); null: given up, behind all others
    worth = models.IntegerField(null=True)
    score = models.IntegerField(null=True)
    first = models.CharField(max_length=64, blank=True, default="")  # the code of the first choice
    points = models.PositiveSmallIntegerField(null=True)  # for the standings of the month

    class Meta:
        constraints = [UniqueConstraint(fields=["deal", "user"], name="one_entry_a_deal")]
        indexes = [
            # covers the page of results
            models.Index(
                fields=["deal", "worth", "first"], condition=Q(counts=True), name="entry_counted"
            ),
            models.Index(fields=["deal"], condition=Q(settled_at=None), name="entry_not_settled"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.deal_id}"


class Standing(models.Model):
    """A user's points of a month: the best deal of each day, and of these the best twenty."""

    month = models.DateField()  # its first day
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_standings"
    )
    points = models.PositiveIntegerField()
    days = models.PositiveSmallIntegerField()  # of those that count
    played = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [UniqueConstraint(fields=["month", "user"], name="one_standing_a_month")]
        indexes = [models.Index("month", F("points").desc(), "user", name="standing_order")]

    def __str__(self) -> str:
        return f"{self.points} points of {self.user_id}"
