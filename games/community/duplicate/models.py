"""Sets of duplicate deals, and the tables that play them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q, UniqueConstraint

from games.tables.models import Table, new_id


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
    # From then on no table is opened.
    closed_at = models.DateTimeField(null=True)
    # When the seal was opened; null while cards of its tables are secret.
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
        """Return the name of a deal, which its shuffles follow from: its address, without outer
        slashes."""
        return f"duplicate/{self.id}/{number}"


class DealtTable(models.Model):
    """A table that plays a deal of a set."""

    deal_set = models.ForeignKey(DealSet, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()  # of the deal
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="+")
    # Its players by seat, so that a request that is repeated opens one table.
    players = models.CharField(max_length=160)
    # Whether it is found by its link only when the seal is open.
    private = models.BooleanField(default=False)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["deal_set", "number", "players"], name="one_table_for_players_of_a_deal"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} of deal {self.number} of {self.deal_set_id}"
