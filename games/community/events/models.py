"""Events: terms, entries, rounds and pairings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from games.community.clubs.models import Club
from games.kernel import clock
from games.tables.models import Level, Table, new_id

LONGEST_NAME = 40


class Format(models.TextChoices):
    """The ways to pair an event."""

    SWISS = "swiss", _("Swiss")
    ROBIN = "robin", _("Round robin")
    KNOCKOUT = "knockout", _("Knock-out")
    ARENA = "arena", _("Arena")
    LEAGUE = "league", _("League")
    GROUPS = "groups", _("Tables of several")


class Stage(models.TextChoices):
    """The stages of an event."""

    OPEN = "open"
    RUNNING = "running"
    ENDED = "ended"
    STOPPED = "stopped"  # by its organiser, or since too few came


class Event(models.Model):
    """A tournament, or a season of a league. Its row is locked for every step."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organised"
    )
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="events")
    # The key of the form, so that a form that is sent twice makes one event.
    request_key = models.CharField(max_length=64, default="", blank=True)

    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    format = models.CharField(max_length=8, choices=Format)
    seats = models.PositiveSmallIntegerField(default=2)  # of a table; of several: about so many
    time_control = models.CharField(max_length=32)
    rated = models.BooleanField(default=False)
    duplicate = models.BooleanField(default=False)
    deals = models.PositiveSmallIntegerField(default=2)  # of a round, if all have the same cards
    bots = models.CharField(max_length=8, choices=Level, default="", blank=True)
    rounds = models.PositiveSmallIntegerField(default=5)  # 0: as many as the format needs
    series = models.PositiveSmallIntegerField(default=1)  # games of a match of a knock-out
    division = models.PositiveSmallIntegerField(default=8)  # players of a league's division
    moves = models.PositiveSmallIntegerField(default=2)  # who go up and down after a season
    # The length of a round, of an arena the length of all: days by correspondence, minutes live.
    length = models.PositiveSmallIntegerField(default=7)
    # By correspondence: the days of sleep and days off for which a clock stands in a round at most.
    # null: no limit, as in events of earlier releases.
    sleep_days = models.PositiveSmallIntegerField(null=True)
    starts_at = models.DateTimeField()
    zone = models.CharField(
        max_length=64, default="UTC"
    )  # the organiser's: rounds end by its clock
    before = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="after"
    )

    stage = models.CharField(max_length=8, choices=Stage, default=Stage.OPEN)
    number = models.PositiveSmallIntegerField(default=0)  # of the round that was paired last
    paused_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True)  # when there is something to do; null: nothing
    version = models.PositiveIntegerField(default=0)
    luck = models.JSONField(null=True)  # how much the same cards for all took out
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            CheckConstraint(condition=Q(stage__in=Stage.values), name="event_stage"),
            UniqueConstraint(
                fields=["organiser", "request_key"],
                condition=~Q(request_key=""),
                name="event_made_once",
            ),
        ]
        indexes = [
            models.Index(fields=["stage", "starts_at"], name="event_calendar"),
            models.Index(fields=["club", "-starts_at"], name="event_of_club"),
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="event_due"),
        ]

    def __str__(self) -> str:
        return f"{self.format} {self.id}"

    @property
    def control(self) -> clock.TimeControl:
        """Return the time control of its tables."""
        return clock.stored(self.time_control)

    @property
    def is_live(self) -> bool:
        """Return whether its games are live."""
        return self.control.kind == "live"

    @property
    def is_over(self) -> bool:
        """Return whether nothing more is played."""
        return self.stage in (Stage.ENDED, Stage.STOPPED)

    @property
    def is_private(self) -> bool:
        """Return whether it exists for the members of its club alone."""
        return self.club is not None and self.club.private

    @property
    def by_two(self) -> bool:
        """Return whether its tables have two seats."""
        return self.format != Format.GROUPS


class Entry(models.Model):
    """A player of an event: a user, or a bot that fills an odd place. The row of somebody who has
    left stays, and is the same after coming back."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="event_entries"
    )
    bot = models.CharField(max_length=8, choices=Level, default="", blank=True)
    seed = models.PositiveIntegerField(default=0)  # from 1, by rating; 0: not yet
    rating = models.IntegerField(default=0)  # when entries closed
    since = models.PositiveSmallIntegerField(default=1)  # the first round that may be theirs
    division = models.PositiveSmallIntegerField(default=0)
    withdrawn_at = models.DateTimeField(null=True)
    removed = models.BooleanField(default=False)  # by an organiser: no coming back
    origin = models.CharField(max_length=32, default="", blank=True)  # a hash, deleted at the end
    # Entries with the same number here had the same origin; for organisers alone.
    company = models.PositiveSmallIntegerField(null=True)
    entered_at = models.DateTimeField()
    place = models.PositiveIntegerField(null=True)  # at the end

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            UniqueConstraint(fields=["event", "user"], name="entered_once"),
            CheckConstraint(
                condition=Q(user__isnull=True) ^ Q(bot=""), name="entry_of_a_user_or_a_bot"
            ),
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=Q(place__lte=3, place__isnull=False), name="event_titles"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of {self.event_id}"

    @property
    def plays(self) -> bool:
        """Return whether the entry is paired."""
        return self.withdrawn_at is None


class Round(models.Model):
    """A round, from its pairing to its last result."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="all_rounds")
    number = models.PositiveSmallIntegerField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()  # whoever has not finished by then: `services.deadlines`
    reminded_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    deal_set = models.CharField(max_length=16, default="", blank=True)  # that its tables share

    class Meta:
        constraints = [UniqueConstraint(fields=["event", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.event_id}"


class Pairing(models.Model):
    """One game of a round, or a bye. `players` are entries in the order of seats, `points` what
    each got."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()  # from 1: of a knock-out the line of the bracket
    game = models.PositiveSmallIntegerField(default=1)  # of the series, or of the same deal
    third = models.BooleanField(default=False)  # the match for the third place
    players = models.JSONField(default=list)
    table = models.OneToOneField(
        Table, null=True, on_delete=models.PROTECT, related_name="of_event"
    )
    points = models.JSONField(null=True)
    forfeit = models.BooleanField(default=False)
    settled_at = models.DateTimeField(null=True)
    corrected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    version = models.PositiveSmallIntegerField(default=0)
    short = models.BooleanField(default=False)  # given up early: for organisers to look at

    class Meta:
        constraints = [
            UniqueConstraint(fields=["round", "board", "game"], name="paired_once"),
        ]
        indexes = [
            models.Index(
                fields=["round"],
                condition=Q(settled_at__isnull=True),
                name="pairing_not_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.board} of round {self.round_id}"

    @property
    def is_bye(self) -> bool:
        """Return whether nobody sits opposite."""
        return len(self.players) < 2


class Decision(models.Model):
    """An organiser's decision with its reason, for everybody who sees the event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="decisions")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    what = models.CharField(max_length=12)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    pairing = models.ForeignKey(Pairing, null=True, on_delete=models.SET_NULL, related_name="+")
    facts = models.JSONField(default=dict)
    why = models.CharField(max_length=300, default="", blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["event", "id"], name="decision_of_event")]

    def __str__(self) -> str:
        return f"{self.what} in {self.event_id}"
