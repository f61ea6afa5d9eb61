"""Sets of duplicate deals, and the tables that play them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint

from accounts.models import User
from games.tables.models import Level, Table, new_id


class DealSet(models.Model):
    """Deals of one game, from number 0. Its secret is sealed until all its tables have ended."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=32)
    ruleset = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    seat_count = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()  # their number
    secret = models.BinaryField(max_length=64)
    commitment = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    # no table is opened afterwards
    closed_at = models.DateTimeField(null=True)
    # null while cards of its tables are secret
    opened_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["closed_at"],
                condition=Q(opened_at=None, closed_at__isnull=False),
                name="deal_set_sealed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.deals} deals of {self.game} {self.id}"

    def deal_name(self, number: int) -> str:
        """Return the name of a deal, from which its shuffles follow: its path without outer
        slashes."""
        return f"duplicate/{self.id}/{number}"


class DealtTable(models.Model):
    """A table that plays a deal of a set."""

    deal_set = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()  # of the deal
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="+")
    # by seat, so that a repeated request opens one table
    players = models.CharField(max_length=160)
    # whether only its link leads to it once the seal is open
    private = models.BooleanField(default=False)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["deal_set", "number", "players"], name="one_table_for_players_of_a_deal"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} of deal {self.number} of {self.deal_set_id}"


class Match(models.Model):
    """A duplicate match of two friends: both play each deal of a set, in the same seat, against the
    same bots. Nobody sees a deal twice."""

    deal_set = models.OneToOneField(
        DealSet, primary_key=True, on_delete=models.CASCADE, related_name="match"
    )
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="duplicate_matches"
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    level = models.CharField(max_length=8, choices=Level)
    time_control = models.CharField(max_length=32)
    # deals not begun before are lost
    until = models.DateTimeField()
    # of the form, so that a repeated post makes one match
    request_key = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["first", "request_key"],
                condition=~Q(request_key=""),
                name="one_match_a_form",
            )
        ]

    def __str__(self) -> str:
        return f"match {self.deal_set_id}"

    @property
    def sides(self) -> tuple[User, ...]:
        """Return the players so far."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def has(self, user_id: int | None) -> bool:
        """Return whether a user plays the match."""
        return user_id is not None and user_id in (self.first_id, self.second_id)

    def seat(self, number: int) -> int:
        """Return the seat of both players in a deal; it rotates."""
        return number % self.deal_set.seat_count
