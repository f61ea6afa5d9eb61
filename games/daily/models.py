"""The deals of the day, who has played them, and what that came to in a month."""

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
    # The levels of the bots, who sit after the player.
    levels = models.JSONField(default=list)
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    # When the points of its results were given; null while more may come.
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
        """Return the name that its shuffles follow from: its address, but for the slashes."""
        return f"daily/{self.date.isoformat()}/{self.game}"

    @property
    def begins(self) -> datetime:
        """Return the moment from which it may be played."""
        return datetime.combine(self.date, time(), UTC)

    @property
    def ends(self) -> datetime:
        """Return the moment at which its secret is opened, and from which no result counts."""
        return self.begins + DAY

    @property
    def alone(self) -> bool:
        """Tell whether there is no opponent."""
        return not self.levels

    def runs(self, now: datetime) -> bool:
        """Tell whether its day is now."""
        return self.begins <= now < self.ends

    def is_over(self, now: datetime) -> bool:
        """Tell whether its day is over, and its secret open."""
        return now >= self.ends


class Entry(models.Model):
    """A user's game of a deal. There is one that counts, on the day itself."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_entries"
    )
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+")
    began_at = models.DateTimeField()
    # When the table had ended and its result was written here.
    settled_at = models.DateTimeField(null=True)
    # Begun and ended while the deal's day ran. False until then.
    counts = models.BooleanField(default=False)
    # More is better: the lead over the best opponent, the points of somebody alone. Null: the
    # game was given up, which is behind every other result.
    worth = models.IntegerField(null=True)
    score = models.IntegerField(null=True)
    first = models.CharField(max_length=64, blank=True, default="")  # the code of the first choice
    points = models.PositiveSmallIntegerField(null=True)  # for the month's list

    class Meta:
        constraints = [UniqueConstraint(fields=["deal", "user"], name="one_entry_a_deal")]
        indexes = [
            # In it stands all that the page of results reads.
            models.Index(
                fields=["deal", "worth", "first"], condition=Q(counts=True), name="entry_counted"
            ),
            models.Index(fields=["deal"], condition=Q(settled_at=None), name="entry_not_settled"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.deal_id}"


class Standing(models.Model):
    """The points of somebody's month: of each day the best deal, and of these days the best
    twenty."""

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
