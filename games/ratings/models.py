"""Ratings: a cache, which `manage.py rerate` recomputes from the tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q, UniqueConstraint

from games.tables.models import Table

ALL_TIME = ""  # the season of a rating without one


class Ladder(models.TextChoices):
    """Ladders. Tables for two and for more are rated apart, since second of five is no loss."""

    TWO = "two"
    MANY = "many"
    BOTS = "bots"
    PROGRAMS = "prog"  # at least one seat is the account of a bot


class Rating(models.Model):
    """A player's rating in a game. Each season (quarter, "2026Q4") has a row of its own, with the
    rating after the player's last game in it and the season's counts."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    game = models.CharField(max_length=32)
    ladder = models.CharField(max_length=4, choices=Ladder)
    season = models.CharField(max_length=6, default=ALL_TIME, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    value = models.IntegerField()  # mu, rounded: shown, and ranked by
    deviation = models.IntegerField()  # sigma, rounded, after the last game
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()  # drawn, or with more than two a middle place
    last_at = models.DateTimeField()
    # precise enough for a rank (rating.established)
    established = models.BooleanField(default=False)
    # the account may be ranked (eligibility)
    eligible = models.BooleanField(default=True, db_default=True)

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["user", "game", "ladder", "season"], name="one_rating_a_ladder"
            )
        ]
        # covers the pages of a leaderboard, so that skipped rows are not fetched
        indexes = [
            models.Index(
                "game",
                "ladder",
                "season",
                F("value").desc(),
                "user",
                "last_at",
                condition=Q(established=True, eligible=True),
                name="rating_ranked",
            ),
            models.Index(fields=["user"], condition=Q(season=ALL_TIME), name="rating_all_time"),
        ]

    def __str__(self) -> str:
        return f"{self.value} ± {self.deviation} in {self.game}"


class RatingChange(models.Model):
    """The change of one player's rating by one table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rating_changes")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    game = models.CharField(max_length=32)
    ladder = models.CharField(max_length=4, choices=Ladder)
    at = models.DateTimeField()  # when the table ended; with the table's id, the order of rating
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()  # absence included
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    # so far, this one included
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    # how much of the change counted (game_weights), and why not all:
    weight = models.FloatField(default=1.0, db_default=1.0)
    # the number of the game with the most frequent opponent in 30 days
    number = models.PositiveIntegerField(default=0, db_default=0)
    short = models.BooleanField(default=False, db_default=False)  # there was no contest
    # with an account of the same address
    shared = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [UniqueConstraint(fields=["table", "seat"], name="one_rating_change_a_seat")]
        indexes = [
            models.Index(fields=["game", "ladder", "at", "table"], name="rating_change_order"),
            models.Index(fields=["user", "game", "ladder", "at"], name="rating_change_history"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.table_id}: {self.mu_before:.0f} to {self.mu_after:.0f}"


class Meeting(models.Model):
    """A pair of people at a rated table, and the weight of their game: a cache."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="meetings")
    game = models.CharField(max_length=32)
    ladder = models.CharField(max_length=4, choices=Ladder)
    at = models.DateTimeField()
    # the lower id
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()  # of their game on this ladder in the window
    short = models.BooleanField()
    shared = models.BooleanField()  # from one address, vouched for or not
    weight = models.FloatField()  # for the seat that gained by it

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table", "first", "second"], name="one_meeting_a_table")
        ]
        indexes = [
            models.Index(
                fields=["first", "second", "game", "ladder", "at"], name="meeting_of_pair"
            ),
            models.Index(fields=["-at"], condition=Q(weight__lt=1), name="meeting_suspicious"),
            models.Index(
                fields=["first", "second", "at"], condition=Q(shared=True), name="meeting_shared"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} at {self.table_id}"


class Record(models.Model):
    """Counts of a player's games that ended until a moment: a cache. Other games are counted from
    the seats."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="record",
    )
    until = models.DateTimeField()
    offered = models.TextField()  # the site's games at that time
    games = models.PositiveIntegerField(default=0)
    public = models.PositiveIntegerField(default=0)  # of these, at public tables
    solo = models.JSONField(default=list)  # seats: the best solo games …
    public_solo = models.JSONField(default=list)  # … and the public ones

    def __str__(self) -> str:
        return f"{self.games} games of {self.user_id}"


class Encounters(models.Model):
    """A player's games with another, until the moment of `Record`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    behind = models.PositiveIntegerField(default=0)
    public = models.PositiveIntegerField(default=0)  # of these, at public tables
    public_ahead = models.PositiveIntegerField(default=0)
    public_behind = models.PositiveIntegerField(default=0)
    latest = models.JSONField(default=list)  # seats of the user: the latest private ones
    # others at private tables of both: id → games of the user with them, ahead, behind
    thirds = models.JSONField(default=dict)

    class Meta:
        constraints = [UniqueConstraint(fields=["user", "other"], name="encounters_once")]
        indexes = [
            models.Index(fields=["user", "-games", "other"], name="encounters_most"),
            models.Index(fields=["user", "-public", "other"], name="encounters_most_public"),
        ]

    def __str__(self) -> str:
        return f"{self.games} games of {self.user_id} with {self.other_id}"


class Housemates(models.Model):
    """Two accounts that share an address, which the host has vouched for."""

    # the lower id
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [UniqueConstraint(fields=["first", "second"], name="housemates_once")]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"
